import { and, count, desc, eq, inArray, notInArray, sql, sum } from 'drizzle-orm'
import type { Agreement, AgreementRow, agreementsCalls, AgreementVersion } from '../../../contract/orders/agreements.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { agreementAnnexes, agreements, agreementVersions } from '../../../db/tables/agreements.ts'
import { files } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { shops, supplierMarks } from '../../../db/tables/shops.ts'
import type { SignMethod } from '../../../domain/accounts/session.ts'
import {
  allowedAgreementActions,
  isAgreementInForce,
  isVersionProposed,
  type CallRefusal,
} from '../../../domain/orders/agreements/agreement-states.ts'
import type { AgreementTerms } from '../../../domain/orders/agreements/agreement-terms.ts'
import { endedStatuses, isEnded } from '../../../domain/orders/order-states.ts'
import type { Side } from '../../../domain/sides.ts'
import { today } from '../../../domain/time.ts'
import type { Caller, Context, Handler } from '../../handler.ts'
import { fileUrl } from '../../platform/files/files.ts'
import { historyOf } from '../../platform/history/histories.ts'
import { isOpen } from '../../shops/shop-rows.ts'

export type AgreementRecord = typeof agreements.$inferSelect
export type VersionRow = typeof agreementVersions.$inferSelect
export type SideContext = Context<'company'> | Context<'seller'>

export const companyOf = (side: Side) => (side === 'buyer' ? agreements.buyerCompanyId : agreements.sellerCompanyId)
const partnerOf = (side: Side) => (side === 'buyer' ? agreements.sellerCompanyId : agreements.buyerCompanyId)

/**
 * Totals of the call-offs of an agreement, without declined and cancelled orders. Derived from the orders, so that no
 * way of ending or changing an order can forget it; exact while the agreement is locked.
 */
export async function committedOf(db: Db, agreementId: number): Promise<number> {
  const [row] = await db
    .select({ committed: sum(orders.total).mapWith(Number) })
    .from(orders)
    .where(and(eq(orders.agreementId, agreementId), notInArray(orders.status, [...endedStatuses])))
  return row?.committed ?? 0
}

/** An agreement of a side; throws notFound for those of other companies. */
export async function findAgreement(
  db: Db,
  side: Side,
  companyId: number,
  agreementId: number,
  lock = false,
): Promise<AgreementRecord> {
  const query = db
    .select()
    .from(agreements)
    .where(and(eq(agreements.id, agreementId), eq(companyOf(side), companyId)))
  const [agreement] = await (lock ? query.for('no key update') : query)
  if (agreement === undefined) throw new CallFailed('notFound')
  return agreement
}

/** Versions of an agreement, newest first. */
export const loadVersions = (db: Db, agreementId: number): Promise<VersionRow[]> =>
  db
    .select()
    .from(agreementVersions)
    .where(eq(agreementVersions.agreementId, agreementId))
    .orderBy(desc(agreementVersions.version))

/** Terms in force of a locked or read agreement; undefined where none were signed. */
export async function termsInForce(db: Db, { id, version }: AgreementRecord): Promise<AgreementTerms | undefined> {
  const [row] = await db
    .select({ terms: agreementVersions.terms })
    .from(agreementVersions)
    .where(and(eq(agreementVersions.agreementId, id), eq(agreementVersions.version, version)))
  return row?.terms
}

/** Whether an agreement is in force on a day in Shanghai. */
export const isInForceOn = ({ status, validFrom, validUntil }: AgreementRecord, day: string): boolean =>
  isAgreementInForce(status) && validFrom !== null && validUntil !== null && validFrom <= day && day <= validUntil

const listOf = async (
  side: Side,
  { kind, current, pageSize }: Parameters<Handler<typeof agreementsCalls.buyerAgreements>>[0],
  { caller, db }: SideContext,
) => {
  const wanted = and(eq(companyOf(side), caller.companyId), kind === undefined ? undefined : eq(agreements.kind, kind))
  const partner = companies
  const ceiling = sql<string | null>`(select ${agreementVersions.terms} ->> 'ceiling' from ${agreementVersions}
    where ${agreementVersions.agreementId} = ${agreements.id} and ${agreementVersions.version} = ${agreements.version})`
  const proposer = sql<Side | null>`(select ${agreementVersions.side} from ${agreementVersions}
    where ${agreementVersions.agreementId} = ${agreements.id} and ${agreementVersions.status} = 'proposed')`
  const rows = await db
    .select({ agreement: agreements, partner: partner.name, ceiling, proposer })
    .from(agreements)
    .innerJoin(partner, eq(partner.id, partnerOf(side)))
    .where(wanted)
    .orderBy(desc(agreements.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const committed = await committedByAgreement(
    db,
    rows.map(({ agreement }) => agreement.id),
  )
  return {
    total: await db.$count(agreements, wanted),
    data: rows.map((row) =>
      presentRow(row.agreement, {
        partner: row.partner,
        ceiling: row.ceiling === null ? null : Number(row.ceiling),
        committed: committed.get(row.agreement.id) ?? 0,
        isAsked: row.proposer !== null && row.proposer !== side,
      }),
    ),
  }
}

/** Totals of the call-offs of some agreements, by agreement. */
export async function committedByAgreement(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: orders.agreementId, committed: sum(orders.total).mapWith(Number) })
    .from(orders)
    .where(and(inArray(orders.agreementId, [...ids]), notInArray(orders.status, [...endedStatuses])))
    .groupBy(orders.agreementId)
  return new Map(rows.map(({ id, committed }) => [id ?? 0, committed]))
}

type RowFacts = Pick<AgreementRow, 'partner' | 'ceiling' | 'committed' | 'isAsked'>

const presentRow = (agreement: AgreementRecord, facts: RowFacts): AgreementRow => ({
  agreementId: agreement.id,
  agreementNo: agreement.agreementNo,
  kind: agreement.kind,
  title: agreement.title,
  status: agreement.status,
  validFrom: agreement.validFrom,
  validUntil: agreement.validUntil,
  createdAt: agreement.createdAt.toISOString(),
  ...facts,
})

export const buyerAgreements: Handler<typeof agreementsCalls.buyerAgreements> = (input, context) =>
  listOf('buyer', input, context)
export const sellerAgreements: Handler<typeof agreementsCalls.sellerAgreements> = (input, context) =>
  listOf('seller', input, context)

/** Versions with their signatures, newest first. */
export async function loadSignedVersions(db: Db, agreementId: number): Promise<AgreementVersion[]> {
  return (await loadVersions(db, agreementId)).map((row) => {
    const one = (side: Side, at: Date | null, method: SignMethod | null, name: string | null) =>
      at === null || method === null || name === null ? [] : [{ side, name, method, at: at.toISOString() }]
    const signatures = [
      ...one('buyer', row.buyerSignedAt, row.buyerMethod, row.buyerName),
      ...one('seller', row.sellerSignedAt, row.sellerMethod, row.sellerName),
    ]
    const { terms } = row
    return {
      version: row.version,
      side: row.side,
      status: row.status,
      reason: row.reason,
      terms:
        terms.kind === 'nda'
          ? { ...terms, articles: [...terms.articles] }
          : { ...terms, lines: [...terms.lines], articles: [...terms.articles] },
      fingerprint: row.fingerprint,
      answer: row.answer,
      signatures: signatures.toSorted((a, b) => a.at.localeCompare(b.at)),
      createdAt: row.createdAt.toISOString(),
    }
  })
}

/** Names of both companies, the shop of the supplier if it is open, and whether the buyer has blocked it. */
async function loadSides(db: Db, { buyerCompanyId, sellerCompanyId }: AgreementRecord) {
  const blocked = and(
    eq(supplierMarks.companyId, buyerCompanyId),
    eq(supplierMarks.supplierId, companies.id),
    eq(supplierMarks.mark, 'blocked'),
  )
  const rows = await db
    .select({ id: companies.id, name: companies.name, shopId: shops.id, markId: supplierMarks.id })
    .from(companies)
    .leftJoin(shops, and(eq(shops.companyId, companies.id), isOpen()))
    .leftJoin(supplierMarks, blocked)
    .where(inArray(companies.id, [buyerCompanyId, sellerCompanyId]))
  const buyer = rows.find(({ id }) => id === buyerCompanyId)
  const seller = rows.find(({ id }) => id === sellerCompanyId)
  const isBlocked = (seller?.markId ?? null) !== null
  return { buyer: buyer?.name ?? '', seller: seller?.name ?? '', shopId: seller?.shopId ?? null, isBlocked }
}

/** Why nothing can be called off today; null = it can, or there is no framework agreement in force. */
function callRefusalOf(
  { kind, status, validFrom, validUntil }: AgreementRecord,
  { shopId, isBlocked }: { readonly shopId: number | null; readonly isBlocked: boolean },
): CallRefusal | null {
  if (kind !== 'framework' || !isAgreementInForce(status)) return null
  if (validUntil !== null && validUntil < today()) return 'expired'
  if (validFrom !== null && validFrom > today()) return 'notBegun'
  if (isBlocked) return 'blocked'
  return shopId === null ? 'shopClosed' : null
}

/** An agreement as one of its sides reads it. */
export async function presentAgreement(db: Db, side: Side, agreement: AgreementRecord): Promise<Agreement> {
  const { id, buyerCompanyId, sellerCompanyId } = agreement
  const { buyer, seller, shopId, isBlocked } = await loadSides(db, agreement)
  // The supplier does not learn that it is blocked.
  const callRefusal = callRefusalOf(agreement, { shopId, isBlocked: side === 'buyer' && isBlocked })
  const versions = await loadSignedVersions(db, id)
  const proposer = versions.find(({ status }) => isVersionProposed(status))?.side ?? null
  const terms = versions.find(({ version }) => version === agreement.version)?.terms
  const isFramework = terms?.kind === 'framework'
  const partnerId = side === 'buyer' ? sellerCompanyId : buyerCompanyId
  return {
    ...presentRow(agreement, {
      partner: side === 'buyer' ? seller : buyer,
      ceiling: isFramework ? terms.ceiling : null,
      committed: await committedOf(db, id),
      isAsked: proposer !== null && proposer !== side,
    }),
    buyer,
    seller,
    partnerId,
    shopId,
    version: agreement.version,
    closeReason: agreement.closeReason,
    actions: allowedAgreementActions(agreement.status, proposer, side),
    isCallable: isFramework && isAgreementInForce(agreement.status) && callRefusal === null,
    callRefusal,
    versions,
    orders: await loadCallOffs(db, id),
    annexes: await loadAnnexes(db, id),
    history: await historyOf(db, 'agreement', id),
  }
}

async function loadCallOffs(db: Db, agreementId: number): Promise<Agreement['orders']> {
  const { id: orderId, orderNo, title, total, status, createdAt } = orders
  const rows = await db
    .select({ orderId, orderNo, title, total, status, createdAt })
    .from(orders)
    .where(eq(orders.agreementId, agreementId))
    .orderBy(desc(orders.id))
    .limit(50)
  return rows.map(({ status: state, createdAt: at, ...order }) => ({
    ...order,
    isEnded: isEnded(state),
    at: at.toISOString(),
  }))
}

async function loadAnnexes(db: Db, agreementId: number): Promise<Agreement['annexes']> {
  const rows = await db
    .select({ annex: agreementAnnexes, fileName: files.name })
    .from(agreementAnnexes)
    .leftJoin(files, eq(files.id, agreementAnnexes.fileId))
    .where(eq(agreementAnnexes.agreementId, agreementId))
    .orderBy(desc(agreementAnnexes.id))
  return rows.map(({ annex: { id, side, title, fileId, sha256, reference, createdAt }, fileName }) => ({
    annexId: id,
    side,
    title,
    file:
      fileId === null || fileName === null
        ? null
        : { name: fileName, url: fileUrl({ id: fileId, name: fileName }), sha256 },
    reference,
    at: createdAt.toISOString(),
  }))
}

/** Number of annexes of an agreement. */
export async function countAnnexes(db: Db, agreementId: number): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(agreementAnnexes)
    .where(eq(agreementAnnexes.agreementId, agreementId))
  return row?.count ?? 0
}

/**
 * Whether the caller may open a file of an annex: the people of both companies who may see the agreement, and nobody
 * else. Undefined if it is a file of no annex.
 */
export async function canOpenAgreementFile(db: Db, fileId: string, caller: Caller): Promise<boolean | undefined> {
  const rows = await db
    .select({ buyer: agreements.buyerCompanyId, seller: agreements.sellerCompanyId })
    .from(agreementAnnexes)
    .innerJoin(agreements, eq(agreements.id, agreementAnnexes.agreementId))
    .where(eq(agreementAnnexes.fileId, fileId))
  if (rows.length === 0) return undefined
  const { companyId, permissions } = caller
  return rows.some(
    ({ buyer, seller }) =>
      (companyId === buyer && permissions.has('my_orders')) ||
      (companyId === seller && permissions.has('order_manage')),
  )
}

const detailOf = async (
  side: Side,
  { agreementId }: { readonly agreementId: number },
  { caller, db }: SideContext,
): Promise<Agreement> => presentAgreement(db, side, await findAgreement(db, side, caller.companyId, agreementId))

export const buyerAgreement: Handler<typeof agreementsCalls.buyerAgreement> = (input, context) =>
  detailOf('buyer', input, context)
export const sellerAgreement: Handler<typeof agreementsCalls.sellerAgreement> = (input, context) =>
  detailOf('seller', input, context)
