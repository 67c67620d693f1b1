import { and, eq, inArray } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { roles, userRoles, users } from '../../../db/tables/accounts.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import { beyond, type Holder } from '../../../domain/accounts/roles.ts'
import { granted, heldOf } from '../../session/rights.ts'

/** A role as granting sees it. */
export interface GivenRole {
  readonly id: number
  readonly permissions: readonly Permission[]
}

/** An account of the company, locked for a change, with its roles. */
export interface Account extends Holder {
  readonly loginName: string
  readonly realName: string
  readonly mobile: string | null
  readonly email: string | null
  readonly locked: boolean
  readonly roles: readonly GivenRole[]
}

/** Loads an account of the company to change it; throws notFound for anybody else's. */
export async function accountForChange(tx: Db, userId: number, companyId: number): Promise<Account> {
  const [row] = await tx
    .select({
      ...{ isOwner: users.isOwner, loginName: users.loginName, realName: users.realName },
      ...{ mobile: users.mobile, email: users.email, locked: users.locked },
    })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.companyId, companyId)))
    .for('update')
  // Read apart from the lock, and so after whatever the lock had to wait for.
  const [rights] = await tx.select({ granted }).from(users).where(eq(users.id, userId))
  if (row === undefined || rights === undefined) throw new CallFailed('notFound')
  const held = await tx
    .select({ id: roles.id, permissions: roles.permissions })
    .from(roles)
    .innerJoin(userRoles, eq(userRoles.roleId, roles.id))
    .where(and(eq(userRoles.userId, userId), eq(roles.companyId, companyId)))
  return { ...row, userId, held: heldOf({ ...row, ...rights }), roles: held }
}

/** As `chosenRoles`, for somebody who gives them all: throws roleBeyond when one holds more than the giver does. */
export async function rolesToGive(
  tx: Db,
  roleIds: readonly number[],
  { giver, companyId }: { readonly giver: Holder; readonly companyId: number },
): Promise<GivenRole[]> {
  const given = await chosenRoles(tx, roleIds, companyId)
  const over = beyond(
    given.flatMap(({ permissions }) => permissions),
    giver.held,
  )
  if (over.length > 0) throw new CallFailed('roleBeyond', { permissions: over })
  return given
}

/** Roles of the company by their ids, as a form names them; one that is not there is a fault of `roleIds`. */
export async function chosenRoles(tx: Db, roleIds: readonly number[], companyId: number): Promise<GivenRole[]> {
  const wanted = [...new Set(roleIds)]
  if (wanted.length === 0) return []
  const found = await tx
    .select({ id: roles.id, permissions: roles.permissions })
    .from(roles)
    .where(and(eq(roles.companyId, companyId), inArray(roles.id, wanted)))
  if (found.length < wanted.length) throw fieldFailed({ field: 'roleIds', message: '所选角色已被删除，请重新选择' })
  return found
}
