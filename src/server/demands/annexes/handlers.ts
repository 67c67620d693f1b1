import type { annexesCalls } from '../../../contract/demands/annexes.ts'
import type { Handlers } from '../../handler.ts'
import { annexAccept } from './annex-accept.ts'
import { annexAccess } from './annex-access.ts'
import { annexOpenings } from './annex-openings.ts'
import { annexReaders } from './annex-readers.ts'
import { annexText } from './annex-text.ts'
import { demandAnnexes } from './demand-annexes.ts'

/** Confidential parts of demands: decision 031. */
export const annexesHandlers: Handlers<typeof annexesCalls> = {
  demandAnnexes,
  annexText,
  annexAccept,
  annexReaders,
  annexOpenings,
  annexAccess,
}
