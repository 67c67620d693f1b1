import type { preferencesCalls } from '../../../contract/accounts/preferences.ts'
import type { Handler } from '../../handler.ts'
import { ownPreferences } from './own-preferences.ts'

export const preferences: Handler<typeof preferencesCalls.preferences> = (_input, { db, caller }) =>
  ownPreferences(db, caller.userId)
