import type { invitedCalls } from '../../../contract/accounts/invited.ts'
import { maskPhone } from '../../../domain/masks.ts'
import type { Handler } from '../../handler.ts'
import { rolesOf } from '../companies/invitations.ts'
import { openInvitation } from './open-invitation.ts'

export const invitation: Handler<typeof invitedCalls.invitation> = async ({ token }, { db }) => {
  const { invitation: row, companyName, invitedBy } = await openInvitation(db, token)
  const roles = row.roleIds.length === 0 ? [] : await rolesOf(db, row.companyId, row.roleIds)
  return {
    companyName,
    invitedBy,
    roles: roles.map(({ name }) => name),
    realName: row.realName,
    mobile: maskPhone(row.mobile),
    expiresAt: row.expiresAt.toISOString(),
  }
}
