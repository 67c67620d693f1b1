import { and, desc, eq, inArray, sql, type SQLWrapper } from 'drizzle-orm'
import type { z } from 'zod'
import type { offerVersion, OfferView } from '../../contract/demands/offer-view.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { demands, offerMessages, offers, offerVersions } from '../../db/tables/demands.ts'
import { orders } from '../../db/tables/orders.ts'
import { shops, shopQualifications } from '../../db/tables/shops.ts'
import { city, districtJoins, districtNameOf, districtNames, place, province } from './district-names.ts'
import { readMilestones } from '../../domain/demands/offer-terms.ts'
import { emptyTradeRecord } from '../../domain/orders/supplier-record.ts'
import { fileUrl } from '../platform/files/files.ts'
import { listQualificationTags } from '../reference/dictionaries.ts'
import { isQualificationInForce } from '../shops/certificates/in-force.ts'
import { supplierFacts } from '../shops/supplier-facts.ts'
import type { Side } from '../../domain/sides.ts'
import { isCertified } from '../../domain/accounts/certification.ts'
import {
  matchQualification,
  requiredQualifications,
  type QualificationMatch,
} from '../../domain/demands/required-qualifications.ts'
import { isOfferSubmitted } from '../../domain/demands/offer-states.ts'

type SupplierRecord = OfferView['record']

interface LoadedRecord {
  /** Qualifications with a certificate in force today. */
  readonly tags: readonly string[]
  readonly record: SupplierRecord
}

/** Track records of suppliers: offers, certificates and completed orders. */
async function supplierRecords(db: Db, companyIds: readonly number[]): Promise<ReadonlyMap<number, LoadedRecord>> {
  const ids = [...new Set(companyIds)]
  if (ids.length === 0) return new Map()
  const [found, offered, trades, certified] = await Promise.all([
    db.select({ id: companies.id, since: companies.createdAt }).from(companies).where(inArray(companies.id, ids)),
    db
      .select({
        companyId: offers.companyId,
        offers: sql<number>`count(*)::int`,
        won: sql<number>`(count(*) filter (where ${offers.status} = 'accepted'))::int`,
      })
      .from(offers)
      .where(and(inArray(offers.companyId, ids), sql`${offers.version} > 0`))
      .groupBy(offers.companyId),
    supplierFacts(db, ids),
    db
      .selectDistinct({
        companyId: shops.companyId,
        tag: shopQualifications.tag,
        name: shopQualifications.name,
        number: shopQualifications.number,
      })
      .from(shopQualifications)
      .innerJoin(shops, eq(shops.id, shopQualifications.shopId))
      .where(and(inArray(shops.companyId, ids), isQualificationInForce())),
  ])
  const offersOf = new Map(offered.map((row) => [row.companyId, row]))
  const certificatesOf = Map.groupBy(certified, (row) => row.companyId)
  return new Map(
    found.map(({ id, since }) => [
      id,
      {
        tags: [...new Set((certificatesOf.get(id) ?? []).map(({ tag }) => tag))],
        record: {
          certificates: (certificatesOf.get(id) ?? []).map(({ name, number }) =>
            number === '' ? name : `${name}（${number}）`,
          ),
          offers: offersOf.get(id)?.offers ?? 0,
          won: offersOf.get(id)?.won ?? 0,
          trade: trades.get(id) ?? emptyTradeRecord,
          since: since.toISOString(),
        },
      },
    ]),
  )
}

const at = districtJoins(companies.districtCode)

/** Column of the latest message about an offer; null without one. */
const latestMessage = (what: SQLWrapper) =>
  sql`(select ${what} from ${offerMessages} where ${offerMessages.offerId} = ${offers.id}
    order by ${offerMessages.id} desc limit 1)`
const iso = (moment: SQLWrapper) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Query of offers with current version, demand, supplier and order; the caller adds condition, order and limit. */
export const offerRows = (db: Db) =>
  db
    .select({
      offer: offers,
      current: offerVersions,
      demand: {
        title: demands.title,
        status: demands.status,
        deadline: demands.deadline,
        requiredTags: demands.requiredTags,
        facts: demands.facts,
      },
      company: {
        name: companies.name,
        shortName: companies.shortName,
        districtCode: companies.districtCode,
        certification: companies.certification,
      },
      shopId: sql<
        number | null
      >`case when ${companies.isSaler} and ${companies.certification} not in ('revoked', 'suspended') then ${shops.id} end`,
      shopLogo: shops.logo,
      tags: shops.tags,
      orderId: orders.id,
      messageCount: sql<number>`(select count(*)::int from ${offerMessages} where ${offerMessages.offerId} = ${offers.id})`,
      lastSide: sql<Side | null>`${latestMessage(offerMessages.side)}`,
      lastAt: sql<string | null>`${latestMessage(iso(offerMessages.createdAt))}`,
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
export function listVersions(db: Db, offerIds: readonly number[]): Promise<StoredVersion[]> {
  if (offerIds.length === 0) return Promise.resolve([])
  return db
    .select()
    .from(offerVersions)
    .where(inArray(offerVersions.offerId, [...offerIds]))
    .orderBy(desc(offerVersions.version))
}

/**
 * Offers as shown in the comparison; three more queries for versions, track records and known qualifications. Sealed versions are hidden from
 * the buyer, including replaced ones.
 */
export async function presentOffers(db: Db, rows: readonly LoadedOffer[], side: Side): Promise<OfferView[]> {
  const [versions, records, knownTags] = await Promise.all([
    listVersions(
      db,
      rows.map(({ offer }) => offer.id),
    ),
    supplierRecords(
      db,
      rows.map(({ offer }) => offer.companyId),
    ),
    listQualificationTags(db),
  ])
  const seen = versions.filter((version) => side === 'seller' || !isSealed(version))
  return rows.map((row) => presentOffer(row, seen, records.get(row.offer.companyId), knownTags))
}

/** An offer as shown in the comparison, without the draft of a submitted offer. */
export function presentOffer(
  row: LoadedOffer,
  versions: readonly StoredVersion[],
  loaded: LoadedRecord | undefined,
  knownTags: readonly string[],
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
    shopLogo: row.shopLogo ?? '',
    companyName: company.name,
    shortName: company.shortName,
    districtName: districtNameOf(company.districtCode, row),
    certified: isCertified(company.certification),
    tags: row.tags ?? [],
    submittedAt: offer.submittedAt?.toISOString() ?? null,
    sealed: isSealed(current),
    orderId: row.orderId,
    messageCount: row.messageCount,
    lastMessage: row.lastSide === null || row.lastAt === null ? null : { side: row.lastSide, at: row.lastAt },
    required: requiredQualifications(row.demand, knownTags).map((required) =>
      presentMatch(matchQualification(required, loaded?.tags ?? [])),
    ),
    record: loaded?.record ?? {
      certificates: [],
      offers: 0,
      won: 0,
      trade: emptyTradeRecord,
      since: offer.createdAt.toISOString(),
    },
    current: presentVersion(current),
    versions: older.map((v) => ({ version: v.version, total: v.total, createdAt: v.createdAt.toISOString() })),
  }
}

const presentMatch = ({ held, missing, ...match }: QualificationMatch) => ({
  ...match,
  held: [...held],
  missing: [...missing],
})

/** Sealed and not opened: readable by the supplier only. */
export const isSealed = ({ sealed, openedAt }: Pick<StoredVersion, 'sealed' | 'openedAt'>): boolean =>
  sealed && openedAt === null

export const presentVersion = (stored: StoredVersion): z.output<typeof offerVersion> => ({
  version: stored.version,
  items: stored.items,
  milestones: readMilestones(stored.milestones),
  durationDays: stored.durationDays,
  validUntil: stored.validUntil.toISOString(),
  note: stored.note,
  taxRate: stored.taxRate,
  answers: stored.answers,
  files: stored.files.map((file) => ({ ...file, url: fileUrl({ id: file.fileId, name: file.name }) })),
  sealed: stored.sealed,
  openedAt: stored.openedAt?.toISOString() ?? null,
  hash: stored.hash,
  salt: stored.salt,
  total: stored.total,
  createdAt: stored.createdAt.toISOString(),
})

/** Draft of an offer that is already submitted; null without one. */
export function unsubmittedDraft(
  row: LoadedOffer,
  versions: readonly StoredVersion[],
): z.output<typeof offerVersion> | null {
  const draft = versions.find((v) => v.offerId === row.offer.id && v.version === 0)
  return draft === undefined || !isOfferSubmitted(row.offer.status) ? null : presentVersion(draft)
}
