import { and, asc, eq, gt, inArray, isNull, lte, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { demands, followUps, offers } from '../../../db/tables/demands.ts'
import type { FollowUpEntity } from '../../../domain/demands/follow-ups.ts'
import { links } from '../../../domain/links.ts'

/** What a record is about, as its company calls it. */
export interface Followed {
  readonly title: string
  /** Own path that leads to it. */
  readonly path: string
  readonly side: 'buyer' | 'seller'
}

interface About {
  readonly companyId: number
  readonly entity: FollowUpEntity
  readonly entityId: number
}

const keyOf = ({ entity, entityId, companyId }: About) => `${entity} ${entityId} ${companyId}`

/** Titles and paths of what some records are about, in two queries; what was deleted is missing. */
export async function followedBy(db: Db, records: readonly About[]): Promise<(record: About) => Followed | undefined> {
  const idsOf = (entity: FollowUpEntity) => [
    ...new Set(records.filter((record) => record.entity === entity).map(({ entityId }) => entityId)),
  ]
  const [demandIds, offerIds] = [idsOf('demand'), idsOf('offer')]
  const there = isNull(demands.deletedAt)
  const [aboutDemands, aboutOffers] = await Promise.all([
    demandIds.length === 0
      ? []
      : db
          .select({ id: demands.id, title: demands.title, companyId: demands.companyId })
          .from(demands)
          .where(and(inArray(demands.id, demandIds), there)),
    offerIds.length === 0
      ? []
      : db
          .select({ id: offers.id, title: demands.title })
          .from(offers)
          .innerJoin(demands, eq(demands.id, offers.demandId))
          .where(inArray(offers.id, offerIds)),
  ])
  const demandOf = new Map(aboutDemands.map((row) => [row.id, row]))
  const titleOf = new Map(aboutOffers.map(({ id, title }) => [id, title]))
  const found = new Map<string, Followed>()
  for (const record of records) {
    const { entity, entityId, companyId } = record
    const demand = entity === 'demand' ? demandOf.get(entityId) : undefined
    const title = entity === 'demand' ? demand?.title : titleOf.get(entityId)
    if (title === undefined) continue
    const isBuyer = demand?.companyId === companyId
    const path = isBuyer
      ? links.buyerDemand(entityId)
      : entity === 'demand'
        ? links.demandDetail(entityId)
        : links.sellerOffer(entityId)
    found.set(keyOf(record), { title, path, side: isBuyer ? 'buyer' : 'seller' })
  }
  return (record) => found.get(keyOf(record))
}

/** A desk shows what is most pressing, not everything; what nobody went on with for a month is not pressing. */
const most = 10
const newer = alias(followUps, 'newer')

/** What a company wanted to go on with by tomorrow: of each thing its last record counts. */
export async function dueFollowUps(db: Db, companyId: number) {
  const lastOfIts = notExists(
    db
      .select({ id: newer.id })
      .from(newer)
      .where(
        and(
          ...[eq(newer.companyId, followUps.companyId), eq(newer.entity, followUps.entity)],
          ...[eq(newer.entityId, followUps.entityId), gt(newer.id, followUps.id)],
        ),
      ),
  )
  const rows = await db
    .select({
      companyId: followUps.companyId,
      entity: followUps.entity,
      entityId: followUps.entityId,
      nextAt: followUps.nextAt,
    })
    .from(followUps)
    .where(
      and(
        eq(followUps.companyId, companyId),
        lte(followUps.nextAt, sql`now() + interval '1 day'`),
        gt(followUps.nextAt, sql`now() - interval '30 days'`),
        lastOfIts,
      ),
    )
    .orderBy(asc(followUps.nextAt))
    .limit(most)
  const of = await followedBy(db, rows)
  return rows.flatMap((row) => {
    const followed = of(row)
    return followed === undefined || row.nextAt === null ? [] : [{ ...followed, nextAt: row.nextAt }]
  })
}
