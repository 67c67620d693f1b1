import { and, asc, eq, exists, gte, ilike, inArray, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm'
import type { AgreedPrice, agreementsCalls, SellableLine } from '../../../contract/orders/agreements.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { agreements, agreementVersions } from '../../../db/tables/agreements.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { demands, offers } from '../../../db/tables/demands.ts'
import { orders } from '../../../db/tables/orders.ts'
import { shops, supplierMarks } from '../../../db/tables/shops.ts'
import { roomOf } from '../../../domain/orders/agreements/agreement-terms.ts'
import { today } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { isOpen } from '../../shops/shop-rows.ts'
import { loadPurchasables } from '../purchasables.ts'
import { committedByAgreement } from './load-agreements.ts'

/** Choices of the form: names that are found first. */
const maxChoices = 20

const isNamed = (words: string) =>
  words === '' ? undefined : or(ilike(companies.name, likePattern(words)), ilike(shops.name, likePattern(words)))

/** Certified suppliers with an open shop, preferred ones first, without blocked ones. */
export const buyerAgreementPartners: Handler<typeof agreementsCalls.buyerAgreementPartners> = (
  { words },
  { caller, db },
) =>
  db
    .select({ orgId: companies.id, name: companies.name })
    .from(companies)
    .innerJoin(shops, eq(shops.companyId, companies.id))
    .leftJoin(
      supplierMarks,
      and(eq(supplierMarks.companyId, caller.companyId), eq(supplierMarks.supplierId, companies.id)),
    )
    .where(
      and(
        isOpen(),
        eq(companies.certification, 'approved'),
        ne(companies.id, caller.companyId),
        isNamed(words),
        or(isNull(supplierMarks.mark), ne(supplierMarks.mark, 'blocked')),
      ),
    )
    .orderBy(sql`${supplierMarks.mark} nulls last`, asc(companies.id))
    .limit(maxChoices)

/** Whether a company has ordered from a supplier or received an offer of it. */
export function isCustomerOf(db: Db, companyId: number) {
  const ordered = db
    .select({ one: sql`1` })
    .from(orders)
    .where(and(eq(orders.sellerCompanyId, companyId), eq(orders.buyerCompanyId, companies.id)))
  const offered = db
    .select({ one: sql`1` })
    .from(offers)
    .innerJoin(demands, eq(demands.id, offers.demandId))
    .where(and(eq(offers.companyId, companyId), ne(offers.status, 'draft'), eq(demands.companyId, companies.id)))
  return or(exists(ordered), exists(offered))
}

/** Certified customers of the supplier. */
export const sellerAgreementPartners: Handler<typeof agreementsCalls.sellerAgreementPartners> = (
  { words },
  { caller: { companyId }, db },
) =>
  db
    .select({ orgId: companies.id, name: companies.name })
    .from(companies)
    .where(
      and(
        ne(companies.id, companyId),
        eq(companies.certification, 'approved'),
        words === '' ? undefined : ilike(companies.name, likePattern(words)),
        isCustomerOf(db, companyId),
      ),
    )
    .orderBy(asc(companies.id))
    .limit(maxChoices)

/** Specifications and services of a supplier on sale, by words of their titles. */
async function listSellable(db: Db, companyId: number, words: string): Promise<SellableLine[]> {
  const goods = await db
    .select({ listingId: products.id })
    .from(products)
    .where(
      and(
        eq(products.companyId, companyId),
        eq(products.status, 'published'),
        isNull(products.deletedAt),
        words === '' ? undefined : ilike(products.title, likePattern(words)),
      ),
    )
    .orderBy(asc(products.id))
    .limit(maxChoices)
  const done = await db
    .select({ listingId: services.id })
    .from(services)
    .where(
      and(
        eq(services.companyId, companyId),
        eq(services.status, 'published'),
        isNull(services.deletedAt),
        words === '' ? undefined : ilike(services.title, likePattern(words)),
      ),
    )
    .orderBy(asc(services.id))
    .limit(maxChoices)
  const refs = [
    ...goods.map((row) => ({ ...row, kind: 'product' as const, specId: null })),
    ...done.map((row) => ({ ...row, kind: 'service' as const, specId: null })),
  ]
  const things = await loadPurchasables(db, refs)
  return [...new Set(things.values())]
    .filter(({ specOnSale }) => specOnSale)
    .map(({ kind, listingId, specId, title: name, specName, unit, minOrder: minQuantity, price, priceType }) => ({
      kind,
      listingId,
      specId,
      name,
      specName,
      unit,
      minQuantity,
      price: priceType === 0 ? price : null,
    }))
}

export const buyerAgreementListings: Handler<typeof agreementsCalls.buyerAgreementListings> = (
  { partnerId, words },
  { db },
) => listSellable(db, partnerId, words)
export const sellerAgreementListings: Handler<typeof agreementsCalls.sellerAgreementListings> = (
  { words },
  { caller, db },
) => listSellable(db, caller.companyId, words)

/** Agreed prices of the caller's company for a listing, the cheapest first, without those of blocked suppliers. */
export const agreedPrices: Handler<typeof agreementsCalls.agreedPrices> = async (
  { kind, listingId },
  { caller, db },
) => {
  const priced = JSON.stringify({ lines: [{ kind, listingId }] })
  const day = today()
  const blocked = db
    .select({ one: sql`1` })
    .from(supplierMarks)
    .where(
      and(
        eq(supplierMarks.companyId, caller.companyId),
        eq(supplierMarks.supplierId, agreements.sellerCompanyId),
        eq(supplierMarks.mark, 'blocked'),
      ),
    )
  const rows = await db
    .select({ agreement: agreements, terms: agreementVersions.terms })
    .from(agreements)
    .innerJoin(
      agreementVersions,
      and(eq(agreementVersions.agreementId, agreements.id), eq(agreementVersions.version, agreements.version)),
    )
    .where(
      and(
        eq(agreements.buyerCompanyId, caller.companyId),
        eq(agreements.kind, 'framework'),
        inArray(agreements.status, ['in_force']),
        lte(agreements.validFrom, day),
        gte(agreements.validUntil, day),
        sql`${agreementVersions.terms} @> ${priced}::jsonb`,
        caller.blockedSuppliers === 0 ? undefined : notExists(blocked),
      ),
    )
  const committed = await committedByAgreement(
    db,
    rows.map(({ agreement }) => agreement.id),
  )
  const found: AgreedPrice[] = []
  for (const { agreement, terms } of rows) {
    if (terms.kind !== 'framework') continue
    const room = roomOf(terms.ceiling, committed.get(agreement.id) ?? 0)
    for (const line of terms.lines) {
      if (line.kind !== kind || line.listingId !== listingId) continue
      const { specId, unitPrice, minQuantity } = line
      const { id: agreementId, agreementNo } = agreement
      found.push({ agreementId, agreementNo, specId, unitPrice, minQuantity, validUntil: terms.until, room })
    }
  }
  return found.toSorted((a, b) => a.unitPrice - b.unitPrice)
}
