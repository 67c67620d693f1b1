import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { categories } from '../../../db/tables/reference.ts'
import { approvalDelegations, approvalPolicies } from '../../../db/tables/requisitions.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { CompanyMember, Delegation } from '../../../domain/orders/requisitions/approval-rules.ts'
import { grantedPermissions, permissionsOf } from '../../session/permissions.ts'

export type PolicyRow = typeof approvalPolicies.$inferSelect

/** The rules of a company in force; undefined = none were ever saved. */
export async function loadPolicy(db: Db, companyId: number): Promise<PolicyRow | undefined> {
  const [row] = await db
    .select()
    .from(approvalPolicies)
    .where(eq(approvalPolicies.companyId, companyId))
    .orderBy(desc(approvalPolicies.version))
    .limit(1)
  return row
}

export interface NamedMember extends CompanyMember {
  readonly name: string
}

/** Members of a company whose accounts are not locked, with their permissions as of now. */
export async function loadMembers(db: Db, companyId: number): Promise<NamedMember[]> {
  const rows = await db
    .select({
      userId: users.id,
      isOwner: users.isOwner,
      granted: grantedPermissions,
      realName: users.realName,
      loginName: users.loginName,
    })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.locked, false)))
    .orderBy(users.id)
  return rows.map((row) => ({ userId: row.userId, name: personName(row), permissions: permissionsOf(row) }))
}

/** Delegations of a company in force. */
export async function loadDelegations(
  db: Db,
  companyId: number,
): Promise<(Delegation & { readonly delegationId: number; readonly until: Date })[]> {
  const { id: delegationId, fromUserId: from, toUserId: to, until } = approvalDelegations
  return db
    .select({ delegationId, from, to, until })
    .from(approvalDelegations)
    .where(
      and(
        eq(approvalDelegations.companyId, companyId),
        isNull(approvalDelegations.endedAt),
        gt(approvalDelegations.until, sql`now()`),
      ),
    )
    .orderBy(until, delegationId)
}

/** Categories with all above them. */
export async function categoryPaths(db: Db, categoryIds: readonly number[]): Promise<number[]> {
  if (categoryIds.length === 0) return []
  const rows = await db
    .select({ path: categories.path })
    .from(categories)
    .where(inArray(categories.id, [...new Set(categoryIds)]))
  return [...new Set(rows.flatMap(({ path }) => path))]
}
