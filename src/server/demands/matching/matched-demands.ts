import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { matchingCalls } from '../../../contract/demands/matching.ts'
import { demandMatches, demands, demandSubscriptions, offers } from '../../../db/tables/demands.ts'
import { mostListed } from '../../../domain/catalogue/list-query.ts'
import type { Handler } from '../../handler.ts'
import { isPublic } from '../demand-conditions-of.ts'
import { demandRows, presentDemand } from '../present-demand.ts'

export const matchedDemands: Handler<typeof matchingCalls.matchedDemands> = async (input, { caller, db }) => {
  const { current, pageSize } = input
  const own = and(eq(demandMatches.companyId, caller.companyId), isPublic())
  const hits = db
    .select({ one: sql`1` })
    .from(demandMatches)
    .innerJoin(demands, eq(demands.id, demandMatches.demandId))
    .where(own)
    .limit(mostListed)
    .as('hits')
  const total = await db.$count(hits)
  const offset = (current - 1) * pageSize
  if (offset >= total) return { total, data: [] }
  const page = db
    .select({
      id: demandMatches.id,
      demandId: demandMatches.demandId,
      invitedAt: demandMatches.invitedAt,
      createdAt: demandMatches.createdAt,
      subscriptionName: demandSubscriptions.name,
    })
    .from(demandMatches)
    .innerJoin(demands, eq(demands.id, demandMatches.demandId))
    .leftJoin(demandSubscriptions, eq(demandSubscriptions.id, demandMatches.subscriptionId))
    .where(own)
    .orderBy(desc(demandMatches.id))
    .limit(pageSize)
    .offset(offset)
  const found = await page
  const rows = await demandRows(db).where(
    inArray(
      demands.id,
      found.map(({ demandId }) => demandId),
    ),
  )
  const byId = new Map(rows.map((row) => [row.demand.id, presentDemand(row)]))
  const offered = await db
    .select({ demandId: offers.demandId })
    .from(offers)
    .where(
      and(
        eq(offers.companyId, caller.companyId),
        inArray(offers.demandId, [...byId.keys()]),
        inArray(offers.status, ['submitted', 'accepted', 'rejected', 'lost']),
      ),
    )
  const withOffer = new Set(offered.map(({ demandId }) => demandId))
  const data = found.flatMap(({ demandId, invitedAt, createdAt, subscriptionName }) => {
    const row = byId.get(demandId)
    if (row === undefined) return []
    const matchedAt = (invitedAt ?? createdAt).toISOString()
    return [{ ...row, matchedAt, invited: invitedAt !== null, subscriptionName, offered: withOffer.has(demandId) }]
  })
  return { total, data }
}
