import { and, desc, eq, inArray, sql, type SQLWrapper } from 'drizzle-orm'
import type { z } from 'zod'
import type { offerVersion, OfferView } from '../../contract/demands/offer-view.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { demands, offerMessages, offers, offerVersions } from '../../db/tables/demands.ts'
import { orders } from '../../db/tables/orders.ts'
import { shops } from '../../db/tables/shops.ts'
import { fileUrl } from '../operations/public.ts'
import { city, districtJoins, districtNameOf, districtNames, place, province } from './district-names.ts'
import { noTrade } from '../../domain/orders/supplier-record.ts'
import { supplierRecords, type SupplierRecord } from './supplier-records.ts'

const at = districtJoins(companies.districtCode)

/** Of the latest message about an offer; null without one. */
const latestOf = (what: SQLWrapper) =>
  sql`(select ${what} from ${offerMessages} where ${offerMessages.offerId} = ${offers.id}
    order by ${offerMessages.id} desc limit 1)`
const iso = (moment: SQLWrapper) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

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
      shopId: sql<
        number | null
      >`case when ${companies.isSaler} and ${companies.certification} <> 'revoked' then ${shops.id} end`,
      tags: shops.tags,
      orderId: orders.id,
      messageCount: sql<number>`(select count(*)::int from ${offerMessages} where ${offerMessages.offerId} = ${offers.id})`,
      lastSide: sql<'buyer' | 'seller' | null>`${latestOf(offerMessages.side)}`,
      lastAt: sql<string | null>`${latestOf(iso(offerMessages.createdAt))}`,
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

/**
 * Some offers as the comparison shows them, with all that belongs to them: two reads of what is beside the rows. For
 * the buyer a version that was replaced under seal never was.
 */
export async function presentOffers(
  db: Db,
  rows: readonly LoadedOffer[],
  side: 'buyer' | 'seller',
): Promise<OfferView[]> {
  const [versions, records] = await Promise.all([
    versionsOf(
      db,
      rows.map(({ offer }) => offer.id),
    ),
    supplierRecords(
      db,
      rows.map(({ offer }) => offer.companyId),
    ),
  ])
  const seen = versions.filter((version) => side === 'seller' || !isSealed(version))
  return rows.map((row) => presentOffer(row, seen, records.get(row.offer.companyId)))
}

/** An offer as the comparison shows it. A draft beside a submitted offer is not part of it. */
export function presentOffer(
  row: LoadedOffer,
  versions: readonly StoredVersion[],
  record: SupplierRecord | undefined,
): OfferView {
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
    sealed: isSealed(current),
    orderId: row.orderId,
    messageCount: row.messageCount,
    lastMessage: row.lastSide === null || row.lastAt === null ? null : { side: row.lastSide, at: row.lastAt },
    record: record ?? { certificates: [], offers: 0, won: 0, trade: noTrade, since: offer.createdAt.toISOString() },
    current: presentVersion(current),
    versions: older.map((v) => ({ version: v.version, total: v.total, createdAt: v.createdAt.toISOString() })),
  }
}

/** Under seal and not opened: nobody but the supplier may read it. */
export const isSealed = ({ sealed, openedAt }: Pick<StoredVersion, 'sealed' | 'openedAt'>): boolean =>
  sealed && openedAt === null

export const presentVersion = (stored: StoredVersion): z.output<typeof offerVersion> => ({
  version: stored.version,
  items: stored.items,
  milestones: stored.milestones.map((milestone) => ({ ...milestone })),
  durationDays: stored.durationDays,
  validUntil: stored.validUntil.toISOString(),
  note: stored.note,
  answers: stored.answers,
  files: stored.files.map((file) => ({ ...file, url: fileUrl({ id: file.fileId, name: file.name }) })),
  sealed: stored.sealed,
  openedAt: stored.openedAt?.toISOString() ?? null,
  hash: stored.hash,
  salt: stored.salt,
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
