import { api } from '../../../client/browser.ts'
import type { EntryRow } from '../../../contract/content/entries.ts'
import type { Answer } from '../../../contract/envelope.ts'
import { entryStatuses, type EntryEvent, type EntryKind } from '../../../domain/content/entries/entry-states.ts'
import { rowDecision } from '../../row-decision.ts'
import { filteredList } from '../../filtered-list.ts'

/** A step of a row that is waiting for confirmation. */
export interface EntryConfirmation {
  readonly row: EntryRow
  readonly event: EntryAction
}
/** A state transition, or deletion of a draft. */
export type EntryAction = EntryEvent | 'delete'

/** Creates the list of one kind, with the confirmation of a row's step. */
function createEntryList(kind: EntryKind) {
  const list = filteredList(entryStatuses, (conditions) => api.content.entries({ kind, ...conditions }), {
    // Applications and solutions share a page, and so do the platform's texts: `part` selects the list.
    fixed: ['solution', 'question', 'page', 'link'].includes(kind) ? { part: kind } : {},
  })
  const asking = rowDecision(
    async ({ row: { entryId, version }, event }: EntryConfirmation): Promise<Answer<unknown>> =>
      event === 'delete'
        ? api.content.entryDelete({ kind, entryId, version })
        : api.content.entryStep({ kind, entryId, event, version }),
    list.load,
  )
  return { list, asking }
}
export type EntryLists = ReturnType<typeof createEntryList>

const lists: Readonly<Record<EntryKind, EntryLists>> = {
  project: createEntryList('project'),
  app: createEntryList('app'),
  solution: createEntryList('solution'),
  news: createEntryList('news'),
  policy: createEntryList('policy'),
  park: createEntryList('park'),
  announcement: createEntryList('announcement'),
  question: createEntryList('question'),
  page: createEntryList('page'),
  link: createEntryList('link'),
}
/** The list of a kind; one instance per page. */
export const entryList = (kind: EntryKind): EntryLists => lists[kind]
