import type { preferencesCalls } from '../../../contract/accounts/preferences.ts'
import type { Handlers } from '../../handler.ts'
import { preferences } from './preferences.ts'
import { preferencesSave } from './preferences-save.ts'
import { shopReplies } from './shop-replies.ts'
import { shopRepliesSave } from './shop-replies-save.ts'

export const preferencesHandlers: Handlers<typeof preferencesCalls> = {
  preferences,
  preferencesSave,
  shopReplies,
  shopRepliesSave,
}
