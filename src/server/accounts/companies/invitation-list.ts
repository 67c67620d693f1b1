import { count, desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { invitationsCalls } from '../../../contract/accounts/invitations.ts'
import { invitations as table, users } from '../../../db/tables/accounts.ts'
import { invitationStatus } from '../../../domain/accounts/invitations.ts'
import { maskPhone } from '../../../domain/masks.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler } from '../../handler.ts'
import { getRoles } from './invitations.ts'

const inviter = alias(users, 'giver')
const invitee = alias(users, 'comer')

export const invitations: Handler<typeof invitationsCalls.invitations> = async (
  { current, pageSize },
  { caller, db },
) => {
  const own = eq(table.companyId, caller.companyId)
  const [all] = await db.select({ count: count() }).from(table).where(own)
  const rows = await db
    .select({
      invitation: table,
      giver: { realName: inviter.realName, loginName: inviter.loginName },
      comer: { realName: invitee.realName, loginName: invitee.loginName },
    })
    .from(table)
    .innerJoin(inviter, eq(inviter.id, table.createdBy))
    .leftJoin(invitee, eq(invitee.id, table.usedBy))
    .where(own)
    .orderBy(desc(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const roleIds = [...new Set(rows.flatMap(({ invitation }) => invitation.roleIds))]
  const names = new Map((await getRoles(db, caller.companyId, roleIds)).map(({ id, name }) => [id, name]))
  const now = new Date()
  return {
    total: all?.count ?? 0,
    data: rows.map(({ invitation, giver: by, comer: used }) => ({
      invitationId: invitation.id,
      realName: invitation.realName,
      roles: invitation.roleIds.flatMap((id) => names.get(id) ?? []),
      mobile: invitation.mobile === '' ? '' : maskPhone(invitation.mobile),
      createdBy: personName(by),
      createdAt: invitation.createdAt.toISOString(),
      expiresAt: invitation.expiresAt.toISOString(),
      status: invitationStatus(invitation, now),
      usedBy: used === null ? '' : personName(used),
    })),
  }
}
