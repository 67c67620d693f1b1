import { companyCategoryKey } from '../../../domain/reference/dictionary-keys.ts'
import { loadable } from '../../loadable.ts'
import { loadPlatformEnum } from '../../reference/platform-enums.ts'

export interface ServiceClass {
  readonly code: string
  readonly name: string
}
const part = loadable<readonly ServiceClass[]>()
/** Options of 业务类别. */
export const serviceClasses = part.state

export async function loadServiceClasses(): Promise<void> {
  if (serviceClasses.get().at === 'ready') return
  await part.load(async () => {
    const answer = await loadPlatformEnum(companyCategoryKey)
    if (!answer.ok) return answer
    return { ok: true, content: answer.content.map(({ dictCode, dictText }) => ({ code: dictCode, name: dictText })) }
  })
}
