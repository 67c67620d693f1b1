import type { profileCalls } from '../../../contract/accounts/profile.ts'
import type { reauthenticationCalls } from '../../../contract/accounts/reauthentication.ts'
import type { userCardsCalls } from '../../../contract/accounts/user-cards.ts'
import type { Handlers } from '../../handler.ts'
import { emailBind, emailCaptchaSend, mobileReset, passwordReset } from './credentials.ts'
import { operationLogs } from './operation-logs.ts'
import { ownOperations } from './own-operations.ts'
import { reauthenticate } from './reauthenticate.ts'
import { profileUpdate, profile } from './profile.ts'
import { sessionEnd } from './session-end.ts'
import { sessions } from './sessions.ts'
import { userCardSave, userCard } from './user-card.ts'

export const profileHandlers: Handlers<
  typeof profileCalls & Omit<typeof userCardsCalls, 'userById'> & typeof reauthenticationCalls
> = {
  profile,
  profileUpdate,
  mobileReset,
  passwordReset,
  reauthenticate,
  emailCaptchaSend,
  emailBind,
  userCardSave,
  userCard,
  operationLogs,
  ownOperations,
  sessions,
  sessionEnd,
}
