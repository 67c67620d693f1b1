import { and, arrayContains, eq, exists, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import { roles, userRoles, users } from '../../db/tables/accounts.ts'
import { personParty, posterParty, readParty, shopParty, type Party } from '../../domain/chat/party.ts'
import { shopRight } from './participants.ts'

/** A reader of a conversation with their party. */
export interface ConversationReader {
  readonly userId: number
  readonly party: string
}

/** The platform's agents by id, including locked ones, and their common party. */
export async function getAgents(
  db: Db,
): Promise<{ party: Party | undefined; agents: { id: number; locked: boolean }[] }> {
  const agents = await db
    .select({ id: users.id, locked: users.locked })
    .from(users)
    .where(sql`${users.isService}`)
    .orderBy(users.id)
  const [first] = agents
  return { party: first && personParty(first.id), agents }
}

/** Users behind the poster parties. */
async function getPosters(db: Db, parties: readonly string[]): Promise<ConversationReader[]> {
  const ids = parties.flatMap((party) => {
    const kind = readParty(party)
    return kind?.is === 'poster' ? [kind.demandId] : []
  })
  if (ids.length === 0) return []
  const rows = await db
    .select({ demandId: demands.id, userId: demands.userId })
    .from(demands)
    .where(inArray(demands.id, ids))
  return rows.map(({ demandId, userId }) => ({ userId, party: posterParty(demandId) }))
}

/** Readers of the parties: the person, all shop members with the right, all agents of the platform's service. */
export async function getReaders(db: Db, parties: readonly string[]): Promise<ConversationReader[]> {
  const kinds = parties.map((party) => ({ party, kind: readParty(party) }))
  const support = kinds.some(({ kind }) => kind?.is === 'person') ? await getAgents(db) : undefined
  const people = kinds.flatMap(({ party, kind }) => {
    if (kind?.is !== 'person') return []
    if (party !== support?.party) return [{ userId: kind.userId, party }]
    return support.agents.flatMap(({ id, locked }) => (locked ? [] : [{ userId: id, party }]))
  })
  people.push(...(await getPosters(db, parties)))
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
