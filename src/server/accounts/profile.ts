import type { profileCalls } from '../../contract/accounts/profile.ts'
import type { Handler } from '../handler.ts'
import { userInfoOf } from './user-info.ts'

export const profile: Handler<typeof profileCalls.profile> = (_input, { db, caller }) => userInfoOf(db, caller.userId)
