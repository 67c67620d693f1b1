import type { followsCalls } from '../../../contract/shops/follows.ts'
import type { Handlers } from '../../handler.ts'
import { favouriteDelete } from './favourite-delete.ts'
import { favouriteSave } from './favourite-save.ts'
import { favourites } from './favourites.ts'
import { favouritesDelete } from './favourites-delete.ts'
import { followCancel, followSave } from './follow-shop.ts'
import { follows } from './follows.ts'
import { ownMarks } from './own-marks.ts'

/** What people keep and whom they follow. */
export const followsHandlers: Handlers<typeof followsCalls> = {
  favouriteDelete,
  favouriteSave,
  favourites,
  favouritesDelete,
  followCancel,
  followSave,
  follows,
  ownMarks,
}
