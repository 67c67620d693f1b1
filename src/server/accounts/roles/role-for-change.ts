import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { roles } from '../../../db/tables/accounts.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import { beyond, type Holder } from '../../../domain/accounts/roles.ts'

/** A role of the company that the giver may change; throws notFound, roleBeyond. After `giverIn`. */
export async function roleForChange(tx: Db, roleId: number, companyId: number, giver: Holder) {
  const [role] = await tx
    .select()
    .from(roles)
    .where(and(eq(roles.id, roleId), eq(roles.companyId, companyId)))
  if (role === undefined) throw new CallFailed('notFound')
  mustHold(giver, role.permissions)
  return role
}

/** Throws roleBeyond, naming them, for rights that the giver does not hold. */
export function mustHold(giver: Holder, wanted: readonly Permission[]): void {
  const over = beyond(wanted, giver.held)
  if (over.length > 0) throw new CallFailed('roleBeyond', { permissions: over })
}

/** Throws roleNameUsed when another role of the company has the name. */
export async function mustBeFreeName(tx: Db, companyId: number, name: string, except?: number): Promise<void> {
  const [same] = await tx
    .select({ id: roles.id })
    .from(roles)
    .where(and(eq(roles.companyId, companyId), eq(roles.name, name)))
  if (same !== undefined && same.id !== except) throw new CallFailed('roleNameUsed')
}
