import type { entriesCalls } from '../../../contract/content/entries.ts'
import type { Handlers } from '../../handler.ts'
import { entryDelete, entryStep } from './entry-step.ts'
import { entryDraft, entrySave } from './entry-save.ts'
import { entries, entry } from './entries.ts'

export const entriesHandlers: Handlers<typeof entriesCalls> = {
  entries,
  entry,
  entrySave,
  entryDraft,
  entryDelete,
  entryStep,
}
