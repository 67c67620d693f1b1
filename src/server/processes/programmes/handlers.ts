import type { programmesCalls } from '../../../contract/projects/programmes.ts'
import type { Handlers } from '../../handler.ts'
import {
  programmeConversationRemove,
  programmeConversationSave,
  programmeFileRemove,
  programmeFileRename,
  programmeFileSave,
  programmeNote,
} from './programme-content.ts'
import { programmeCandidates, programmeItemSave, programmeOfItem } from './programme-items.ts'
import { programmeMemberRemove, programmeMemberSave } from './programme-members.ts'
import { programmeSheet } from './programme-sheet.ts'
import { programme, programmeChoices, programmeMove, programmes, programmeSave, programmeUpdate } from './programmes.ts'

/** Programmes group what is in several domains. */
export const programmesHandlers: Handlers<typeof programmesCalls> = {
  programmes,
  programme,
  programmeSave,
  programmeUpdate,
  programmeMove,
  programmeMemberSave,
  programmeMemberRemove,
  programmeCandidates,
  programmeChoices,
  programmeOfItem,
  programmeItemSave,
  programmeConversationSave,
  programmeConversationRemove,
  programmeFileSave,
  programmeFileRename,
  programmeFileRemove,
  programmeNote,
  programmeSheet,
}
