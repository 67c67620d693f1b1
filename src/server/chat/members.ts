import { and, arrayContains, eq, exists, inArray, or } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { roles, userRoles, users } from '../../db/tables/accounts.ts'
import { readParty } from '../../domain/chat/party.ts'
import { shopRight } from './sides.ts'

/** Everyone who reads along on one of the sides: the person, and of a shop every member with the right. */
export async function membersOf(db: Db, parties: readonly string[]): Promise<number[]> {
  const kinds = parties.map(readParty)
  const userIds = kinds.flatMap((kind) => (kind?.is === 'person' ? [kind.userId] : []))
  const companyIds = kinds.flatMap((kind) => (kind?.is === 'shop' ? [kind.companyId] : []))
  if (companyIds.length === 0) return userIds
  const withRight = db
    .select({ one: roles.id })
    .from(userRoles)
    .innerJoin(roles, and(eq(roles.id, userRoles.roleId), eq(roles.companyId, users.companyId)))
    .where(and(eq(userRoles.userId, users.id), arrayContains(roles.permissions, [shopRight])))
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.companyId, companyIds),
        eq(users.locked, false),
        or(eq(users.isOwner, true), exists(withRight)),
      ),
    )
  return [...new Set([...userIds, ...rows.map((row) => row.id)])]
}
