import type { entriesCalls } from '../../../contract/content/entries.ts'
import type { Handlers } from '../../handler.ts'
import { entryDelete } from './entry-delete.ts'
import { entryDraft } from './entry-draft.ts'
import { entries } from './entry-list.ts'
import { entrySave } from './entry-save.ts'
import { entryStep } from './entry-step.ts'
import { entry } from './entry.ts'

export const entriesHandlers: Handlers<typeof entriesCalls> = {
  entries,
  entry,
  entrySave,
  entryDraft,
  entryDelete,
  entryStep,
}
