import { api } from '../../client/browser.ts'
import { serviceClassKey } from '../../domain/reference/dictionary-keys.ts'
import { loadable } from '../loaded.ts'

export interface ServiceClass {
  readonly code: string
  readonly name: string
}
const part = loadable<readonly ServiceClass[]>()
/** 业务类别 to choose from. */
export const serviceClasses = part.state

export async function loadServiceClasses(): Promise<void> {
  if (serviceClasses.get().at === 'ready') return
  await part.load(async () => {
    const answer = await api.reference.dictionaryKey({ dictKey: serviceClassKey })
    if (!answer.ok) return answer
    return { ok: true, content: answer.content.map(({ dictCode, dictText }) => ({ code: dictCode, name: dictText })) }
  })
}
