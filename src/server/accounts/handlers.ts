import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { companiesHandlers } from './companies/companies-handlers.ts'
import { invitedHandlers } from './invited/invited-handlers.ts'
import { leaderTicketsHandlers } from './leader-tickets/leader-ticket.ts'
import { preferencesHandlers } from './preferences/preferences-handlers.ts'
import { profileHandlers } from './profile/profile-handlers.ts'
import { rolesHandlers } from './roles/roles-handlers.ts'
import { signInHandlers } from './sign-in/sign-in-handlers.ts'
import { twoFactorHandlers } from './two-factor/two-factor-handlers.ts'
import { verificationHandlers } from './sign-in/verification-handlers.ts'

export const accountsHandlers: Handlers<
  Omit<Contract['accounts'], 'claimReview' | 'shopReplies' | 'shopRepliesSave' | 'userById'>
> = {
  ...signInHandlers,
  ...verificationHandlers,
  ...twoFactorHandlers,
  ...profileHandlers,
  ...companiesHandlers,
  ...rolesHandlers,
  ...invitedHandlers,
  ...preferencesHandlers,
  ...leaderTicketsHandlers,
}
