import type { invitationsCalls } from '../../../contract/accounts/invitations.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { invitations } from '../../../db/tables/accounts.ts'
import { invitationDays } from '../../../domain/accounts/invitations.ts'
import { beyond } from '../../../domain/accounts/roles.ts'
import { links } from '../../../domain/links.ts'
import { maskPhone } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { randomToken, hashToken } from '../../session/tokens.ts'
import { chosenRoles } from '../roles/account-of.ts'
import { giverIn } from '../roles/giver.ts'
import { roomForOneMore } from './invitations.ts'

const day = 86_400_000

export const invitationSave: Handler<typeof invitationsCalls.invitationSave> = async (
  { roleIds, mobile },
  { caller, db, config, note },
) => {
  const code = randomToken()
  const expiresAt = new Date(Date.now() + invitationDays * day)
  const invitationId = await db.transaction(async (tx) => {
    const giver = await giverIn(tx, caller, 'add_sub_account')
    await roomForOneMore(tx, caller.companyId)
    const given = await chosenRoles(tx, roleIds, caller.companyId)
    const over = beyond(
      given.flatMap(({ permissions }) => permissions),
      giver.held,
    )
    if (over.length > 0) throw new CallFailed('roleBeyond', { permissions: over })
    const [made] = await tx
      .insert(invitations)
      .values({
        ...{ companyId: caller.companyId, createdBy: caller.userId, mobile, expiresAt },
        ...{ codeHash: hashToken(code), roleIds: given.map(({ id }) => id) },
      })
      .returning({ id: invitations.id })
    if (made === undefined) throw new CallFailed('conflict')
    return made.id
  })
  note(mobile === '' ? '' : maskPhone(mobile))
  const url = `${config.siteUrl}${links.register(undefined, { invite: code })}`
  return { invitationId, url, expiresAt: expiresAt.toISOString() }
}
