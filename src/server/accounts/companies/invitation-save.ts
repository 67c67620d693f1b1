import type { invitationsCalls } from '../../../contract/accounts/invitations.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { invitations } from '../../../db/tables/accounts.ts'
import { invitationEnd } from '../../../domain/accounts/invitations.ts'
import { links } from '../../../domain/links.ts'
import { maskPhone } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { randomToken, hashToken } from '../../session/tokens.ts'
import { rolesToGive } from '../roles/account-of.ts'
import { giverIn } from '../roles/giver.ts'
import { roomForOneMore } from './invitations.ts'

export const invitationSave: Handler<typeof invitationsCalls.invitationSave> = async (
  { roleIds, mobile },
  { caller, db, note, request },
) => {
  const code = randomToken()
  const expiresAt = invitationEnd()
  const invitationId = await db.transaction(async (tx) => {
    const giver = await giverIn(tx, caller, 'add_sub_account')
    await roomForOneMore(tx, caller.companyId)
    const given = await rolesToGive(tx, roleIds, { giver, companyId: caller.companyId })
    const [made] = await tx
      .insert(invitations)
      .values({
        companyId: caller.companyId,
        createdBy: caller.userId,
        mobile,
        expiresAt,
        codeHash: hashToken(code),
        roleIds: given.map(({ id }) => id),
      })
      .returning({ id: invitations.id })
    if (made === undefined) throw new CallFailed('conflict')
    return made.id
  })
  note(mobile === '' ? '' : maskPhone(mobile))
  const url = `${request.origin}${links.register(undefined, { invite: code })}`
  return { invitationId, url, expiresAt: expiresAt.toISOString() }
}
