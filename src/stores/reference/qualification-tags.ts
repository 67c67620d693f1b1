import { loadable } from '../loadable.ts'
import { loadPlatformEnum } from './platform-enums.ts'

const part = loadable<readonly string[]>()
/** Qualifications that a shop can hold: dictionary QUALIFICATION_TAG. */
export const qualificationTags = part.state

export async function loadQualificationTags(): Promise<void> {
  await part.load(async () => {
    const answer = await loadPlatformEnum('QUALIFICATION_TAG')
    return answer.ok ? { ok: true, content: answer.content.map(({ dictCode }) => dictCode) } : answer
  })
}
