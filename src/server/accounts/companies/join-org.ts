import type { companiesCalls } from '../../../contract/accounts/companies.ts'
import type { Handler } from '../../handler.ts'
import { acceptInvitation } from './invitations.ts'
import { ownAccount } from '../profile/own-account.ts'

export const joinOrg: Handler<typeof companiesCalls.joinOrg> = ({ inviteCode }, { caller, db }) =>
  db.transaction(async (tx) => {
    const { mobile } = await ownAccount(tx, caller.userId)
    const invited = { code: inviteCode, kind: 'link' as const, userId: caller.userId, mobile }
    const { companyId, companyName } = await acceptInvitation(tx, invited)
    return { companyId, companyName }
  })
