import { count, desc, eq, max } from 'drizzle-orm'
import type { annexesCalls } from '../../../contract/demands/annexes.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { annexOpenings, demandAcceptances, demands } from '../../../db/tables/demands.ts'
import type { Handler } from '../../handler.ts'
import { ownDemandOf } from '../received-offers.ts'
import { liveOffer, stateOf } from './seat.ts'

export const annexReaders: Handler<typeof annexesCalls.annexReaders> = async (
  { demandId, current, pageSize },
  { caller, db },
) => {
  await ownDemandOf(db, demandId, caller.companyId)
  const opened = db
    .select({
      companyId: annexOpenings.companyId,
      openings: count().as('openings'),
      lastOpenedAt: max(annexOpenings.openedAt).as('last_opened_at'),
    })
    .from(annexOpenings)
    .where(eq(annexOpenings.demandId, demandId))
    .groupBy(annexOpenings.companyId)
    .as('opened')
  const [total, rows] = await Promise.all([
    db.$count(demandAcceptances, eq(demandAcceptances.demandId, demandId)),
    db
      .select({
        acceptance: demandAcceptances,
        demand: { status: demands.status, deadline: demands.deadline },
        offer: liveOffer(demandAcceptances.companyId),
        companyName: companies.name,
        personName: users.realName,
        openings: opened.openings,
        lastOpenedAt: opened.lastOpenedAt,
      })
      .from(demandAcceptances)
      .innerJoin(demands, eq(demands.id, demandAcceptances.demandId))
      .innerJoin(companies, eq(companies.id, demandAcceptances.companyId))
      .innerJoin(users, eq(users.id, demandAcceptances.userId))
      .leftJoin(opened, eq(opened.companyId, demandAcceptances.companyId))
      .where(eq(demandAcceptances.demandId, demandId))
      .orderBy(desc(demandAcceptances.acceptedAt), desc(demandAcceptances.id))
      .limit(pageSize)
      .offset((current - 1) * pageSize),
  ])
  return {
    total,
    data: rows.map(({ acceptance, demand, offer, companyName, personName, openings, lastOpenedAt }) => ({
      orgId: acceptance.companyId,
      companyName,
      personName,
      acceptedAt: acceptance.acceptedAt.toISOString(),
      openings: openings ?? 0,
      lastOpenedAt: lastOpenedAt?.toISOString() ?? null,
      canRead: stateOf(demand, acceptance, offer) === 'open',
      revokedAt: acceptance.revokedAt?.toISOString() ?? null,
      revokedReason: acceptance.revokedReason,
    })),
  }
}
