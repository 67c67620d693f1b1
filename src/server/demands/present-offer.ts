import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { offerVersion, OfferView } from '../../contract/demands/offers.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { demands, offers, offerVersions } from '../../db/tables/demands.ts'
import { orders } from '../../db/tables/orders.ts'
import { shops } from '../../db/tables/shops.ts'
import { city, districtJoins, districtNameOf, districtNames, place, province } from './district-names.ts'

const at = districtJoins(companies.districtCode)

/** Offers with their version in force, demand, supplier and order: where, order and limit are the caller's. */
export const offerRows = (db: Db) =>
  db
    .select({
      offer: offers,
      current: offerVersions,
      demand: { title: demands.title, status: demands.status, deadline: demands.deadline },
      company: {
        name: companies.name,
        shortName: companies.shortName,
        districtCode: companies.districtCode,
        certification: companies.certification,
      },
      shopId: sql<number | null>`case when ${companies.isSaler} then ${shops.id} end`,
      tags: shops.tags,
      orderId: orders.id,
      ...districtNames,
    })
    .from(offers)
    .innerJoin(offerVersions, and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version)))
    .innerJoin(demands, eq(demands.id, offers.demandId))
    .innerJoin(companies, eq(companies.id, offers.companyId))
    .leftJoin(shops, eq(shops.companyId, offers.companyId))
    .leftJoin(orders, and(eq(orders.demandId, offers.demandId), eq(orders.offerId, offers.id)))
    .leftJoin(place, at.place)
    .leftJoin(city, at.city)
    .leftJoin(province, at.province)
    .$dynamic()

export type LoadedOffer = Awaited<ReturnType<typeof offerRows>>[number]
type StoredVersion = typeof offerVersions.$inferSelect

/** All versions of some offers, newest first, in one query. */
export function versionsOf(db: Db, offerIds: readonly number[]): Promise<StoredVersion[]> {
  if (offerIds.length === 0) return Promise.resolve([])
  return db
    .select()
    .from(offerVersions)
    .where(inArray(offerVersions.offerId, [...offerIds]))
    .orderBy(desc(offerVersions.version))
}

/** An offer as the comparison shows it. A draft beside a submitted offer is not part of it. */
export function presentOffer(row: LoadedOffer, versions: readonly StoredVersion[]): OfferView {
  const { offer, company, current } = row
  const older = versions.filter((v) => v.offerId === offer.id && v.version > 0 && v.version < offer.version)
  return {
    offerId: offer.id,
    offerNo: offer.offerNo,
    demandId: offer.demandId,
    status: offer.status,
    orgId: offer.companyId,
    shopId: row.shopId,
    companyName: company.name,
    shortName: company.shortName,
    districtName: districtNameOf(company.districtCode, row),
    certified: company.certification === 'approved',
    tags: row.tags ?? [],
    submittedAt: offer.submittedAt?.toISOString() ?? null,
    current: presentVersion(current),
    versions: older.map((v) => ({ version: v.version, total: v.total, createdAt: v.createdAt.toISOString() })),
  }
}

export const presentVersion = (stored: StoredVersion): z.output<typeof offerVersion> => ({
  version: stored.version,
  items: stored.items,
  milestones: stored.milestones.map((milestone) => ({ ...milestone })),
  durationDays: stored.durationDays,
  validUntil: stored.validUntil.toISOString(),
  note: stored.note,
  total: stored.total,
  createdAt: stored.createdAt.toISOString(),
})

/** The supplier's unsent change of an offer that is submitted already; null where there is none. */
export function draftBeside(
  row: LoadedOffer,
  versions: readonly StoredVersion[],
): z.output<typeof offerVersion> | null {
  const draft = versions.find((v) => v.offerId === row.offer.id && v.version === 0)
  return draft === undefined || row.offer.status !== 'submitted' ? null : presentVersion(draft)
}
