import type { profileCalls } from '../../../contract/accounts/profile.ts'
import type { reauthenticationCalls } from '../../../contract/accounts/reauthentication.ts'
import type { userCardsCalls } from '../../../contract/accounts/user-cards.ts'
import type { Handlers } from '../../handler.ts'
import { emailBind } from './email-bind.ts'
import { emailCaptchaSend } from './email-captcha-send.ts'
import { mobileReset } from './mobile-reset.ts'
import { operationLogs } from './operation-logs.ts'
import { ownOperations } from './own-operations.ts'
import { reauthenticate } from './reauthenticate.ts'
import { passwordReset } from './password-reset.ts'
import { profileUpdate } from './profile-update.ts'
import { profile } from './profile.ts'
import { sessionEnd } from './session-end.ts'
import { sessions } from './sessions.ts'
import { userById } from './user-by-id.ts'
import { userCardSave } from './user-card-save.ts'
import { userCard } from './user-card.ts'

export const profileHandlers: Handlers<typeof profileCalls & typeof userCardsCalls & typeof reauthenticationCalls> = {
  profile,
  profileUpdate,
  mobileReset,
  passwordReset,
  reauthenticate,
  emailCaptchaSend,
  emailBind,
  userById,
  userCardSave,
  userCard,
  operationLogs,
  ownOperations,
  sessions,
  sessionEnd,
}
