import { api } from '../../client/browser.ts'
import { loadable } from '../loaded.ts'

/** Words of one kind; a dictionary without groups is one group. */
export interface WordGroup {
  readonly name: string
  readonly words: readonly string[]
}

const part = loadable<readonly WordGroup[]>()
/** What shops and services can be said to do: the dictionary CAPABILITY_TAG in its groups. */
export const wordGroups = part.state

export async function loadWordGroups(): Promise<void> {
  if (wordGroups.get().at === 'ready') return
  await part.load(async () => {
    const answer = await api.reference.dictionaryKey({ dictKey: 'CAPABILITY_TAG' })
    if (!answer.ok) return answer
    const groups = answer.content.flatMap(({ dictText, children }) =>
      children.length === 0 ? [] : [{ name: dictText, words: children.map((each) => each.dictText) }],
    )
    const single = answer.content.flatMap(({ dictText, children }) => (children.length === 0 ? [dictText] : []))
    return { ok: true, content: single.length === 0 ? groups : [...groups, { name: '其他', words: single }] }
  })
}
