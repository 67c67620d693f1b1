import { api } from '../../../client/browser.ts'
import type { EntryRow } from '../../../contract/content/entries.ts'
import type { Answer } from '../../../contract/envelope.ts'
import { entryStatuses, type EntryEvent, type EntryKind } from '../../../domain/content/entries/entry-states.ts'
import { decision } from '../../deciding.ts'
import { filteredList } from '../../filtered-list.ts'

/** A step that is asked about before it is made. */
export interface EntryAsking {
  readonly row: EntryRow
  readonly event: EntryAct
}
/** A step, or the end of a draft. */
export type EntryAct = EntryEvent | 'delete'

/** What operators look after of one kind, and the step of a row that is asked about. */
function listOf(kind: EntryKind) {
  const list = filteredList(entryStatuses, (conditions) => api.content.entries({ kind, ...conditions }), {
    // Applications and solutions share a page; its address says which of them is shown.
    fixed: kind === 'solution' ? { part: 'solution' } : {},
  })
  const asking = decision(
    async ({ row: { entryId, version }, event }: EntryAsking): Promise<Answer<unknown>> =>
      event === 'delete'
        ? api.content.entryDelete({ kind, entryId, version })
        : api.content.entryStep({ kind, entryId, event, version }),
    list.load,
  )
  return { list, asking }
}
export type EntryLists = ReturnType<typeof listOf>

const lists: Readonly<Record<EntryKind, EntryLists>> = {
  ...{ project: listOf('project'), app: listOf('app'), solution: listOf('solution') },
  ...{ news: listOf('news'), policy: listOf('policy'), park: listOf('park') },
}
/** The list of a kind, the same one whoever asks. */
export const entryList = (kind: EntryKind): EntryLists => lists[kind]
