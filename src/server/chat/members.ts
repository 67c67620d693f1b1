import { and, arrayContains, eq, exists, inArray, or } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { roles, userRoles, users } from '../../db/tables/accounts.ts'
import { readParty, shopParty } from '../../domain/chat/party.ts'
import { shopRight } from './sides.ts'

/** Somebody who reads along, and the side on which. */
export interface Reader {
  readonly userId: number
  readonly party: string
}

/** Everyone who reads along on one of the sides: the person, and of a shop every member with the right. */
export async function readersOf(db: Db, parties: readonly string[]): Promise<Reader[]> {
  const kinds = parties.map((party) => ({ party, kind: readParty(party) }))
  const people = kinds.flatMap(({ party, kind }) => (kind?.is === 'person' ? [{ userId: kind.userId, party }] : []))
  const companyIds = kinds.flatMap(({ kind }) => (kind?.is === 'shop' ? [kind.companyId] : []))
  if (companyIds.length === 0) return people
  const withRight = db
    .select({ one: roles.id })
    .from(userRoles)
    .innerJoin(roles, and(eq(roles.id, userRoles.roleId), eq(roles.companyId, users.companyId)))
    .where(and(eq(userRoles.userId, users.id), arrayContains(roles.permissions, [shopRight])))
  const rows = await db
    .select({ userId: users.id, companyId: users.companyId })
    .from(users)
    .where(
      and(
        inArray(users.companyId, companyIds),
        eq(users.locked, false),
        or(eq(users.isOwner, true), exists(withRight)),
      ),
    )
  const known = new Set(people.map(({ userId }) => userId))
  const colleagues = rows.flatMap(({ userId, companyId }) =>
    companyId === null || known.has(userId) ? [] : [{ userId, party: shopParty(companyId) }],
  )
  return [...people, ...colleagues]
}
