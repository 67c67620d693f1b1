import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { QuickProduct, QuickRefused, quickOrderCalls } from '../../../contract/orders/quick-order.ts'
import { cartItems } from '../../../db/tables/cart.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { brands, catalogueKeyOf, products, productSpecs } from '../../../db/tables/catalogue.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { Db } from '../../../db/open.ts'
import { isCertified } from '../../../domain/accounts/certification.ts'
import { casOfCode, catalogueKey, maxQuickMatches, quickRefusal } from '../../../domain/orders/quick-order.ts'
import type { Handler, Member } from '../../handler.ts'
import { loadPurchasables, purchasableKey } from '../purchasables.ts'
import { lockCart } from './add-to-cart.ts'
import { ownCartItems } from './cart-entries.ts'

/** Ids of products by what was asked: a CAS number or the key of a catalogue number, one more than shown. */
async function findIds(db: Db, column: 'cas' | 'catalogue', asked: readonly string[]) {
  if (asked.length === 0) return new Map<string, number[]>()
  const value = column === 'cas' ? products.cas : catalogueKeyOf(products.catalogueNo)
  const given = sql`unnest(${sql.param(asked)}::text[]) as asked (word)`
  const found = await db
    .select({ word: sql<string>`asked.word`, id: sql<number>`found.id` })
    .from(given)
    .innerJoinLateral(
      db
        .select({ id: products.id })
        .from(products)
        .where(and(eq(products.status, 'published'), isNull(products.deletedAt), sql`${value} = asked.word`))
        // Prices by agreement come last: they cannot be ordered here.
        .orderBy(asc(products.priceType), sql`${products.price} asc nulls last`, asc(products.id))
        .limit(maxQuickMatches + 1)
        .as('found'),
      sql`true`,
    )
  return new Map([...Map.groupBy(found, ({ word }) => word)].map(([word, rows]) => [word, rows.map(({ id }) => id)]))
}

async function loadQuickProducts(
  db: Db,
  ids: readonly number[],
  companyId: number,
): Promise<Map<number, QuickProduct>> {
  if (ids.length === 0) return new Map()
  const [rows, specs] = await Promise.all([
    db
      .select({
        productId: products.id,
        productNo: products.productNo,
        productName: products.title,
        brandName: brands.name,
        cas: products.cas,
        catalogueNo: products.catalogueNo,
        shopName: shops.name,
        ownerId: products.companyId,
        certification: companies.certification,
        priceType: products.priceType,
        minOrder: products.minOrder,
        unit: products.unit,
      })
      .from(products)
      .innerJoin(shops, eq(shops.id, products.shopId))
      .innerJoin(companies, eq(companies.id, products.companyId))
      .leftJoin(brands, eq(brands.id, products.brandId))
      .where(inArray(products.id, [...ids])),
    db
      .select()
      .from(productSpecs)
      .where(and(inArray(productSpecs.productId, [...ids]), isNull(productSpecs.removedAt)))
      .orderBy(asc(productSpecs.productId), asc(productSpecs.sort), asc(productSpecs.id)),
  ])
  const specsOf = Map.groupBy(specs, ({ productId }) => productId)
  return new Map(
    rows.map(({ ownerId, certification, ...row }) => [
      row.productId,
      {
        ...row,
        brandName: row.brandName ?? '',
        unit: row.unit === '' ? '件' : row.unit,
        certified: isCertified(certification),
        isOwn: ownerId === companyId,
        specs: (specsOf.get(row.productId) ?? []).map(({ id, name, price, stock }) => ({
          specId: id,
          name,
          price: row.priceType === 0 ? price : null,
          stock,
        })),
      },
    ]),
  )
}

/** Products by code; a code that is a valid CAS number may be a catalogue number as well. */
export const quickOrderFind: Handler<typeof quickOrderCalls.quickOrderFind> = async (
  { codes },
  { caller: { companyId }, db },
) => {
  const read = codes.map((code) => ({ code, cas: casOfCode(code), key: catalogueKey(code) }))
  const distinct = (words: readonly string[]) => [...new Set(words.filter((word) => word !== ''))]
  const [byCas, byNumber] = await Promise.all([
    findIds(db, 'cas', distinct(read.map(({ cas }) => cas ?? ''))),
    findIds(db, 'catalogue', distinct(read.map(({ key }) => key))),
  ])
  const idsOf = ({ cas, key }: (typeof read)[number]) => [
    ...new Set([...(byNumber.get(key) ?? []), ...(cas === undefined ? [] : (byCas.get(cas) ?? []))]),
  ]
  const known = await loadQuickProducts(db, [...new Set(read.flatMap(idsOf))], companyId)
  return {
    lines: read.map((line) => {
      const ids = idsOf(line)
      const listed = ids.slice(0, maxQuickMatches).flatMap((id) => known.get(id) ?? [])
      return { code: line.code, products: listed, more: ids.length > maxQuickMatches }
    }),
  }
}

/** Quantities of the caller's items by specification, and the number of different items. */
async function loadInside(tx: Db, caller: Member) {
  const rows = await tx
    .select({ specId: cartItems.specId, quantity: cartItems.quantity })
    .from(cartItems)
    .where(ownCartItems(caller))
  return { items: rows.length, bySpec: new Map(rows.map(({ specId, quantity }) => [specId, quantity])) }
}

/** Adds what can be added at the server's prices; each line that cannot tells why, and the others are kept. */
export const quickOrderAdd: Handler<typeof quickOrderCalls.quickOrderAdd> = async ({ items }, { caller, db }) =>
  db.transaction(async (tx) => {
    await lockCart(tx, caller.userId)
    const refs = items.map(({ productId, specId }) => ({ kind: 'product' as const, listingId: productId, specId }))
    const things = await loadPurchasables(tx, refs)
    const inside = await loadInside(tx, caller)
    const refused: QuickRefused[] = []
    const rows: (typeof cartItems.$inferInsert)[] = []
    let count = inside.items
    for (const { productId, specId, quantity } of items) {
      const thing = things.get(purchasableKey({ kind: 'product', listingId: productId, specId }))
      const before = inside.bySpec.get(specId) ?? 0
      const listing = thing && { ...thing, isOwn: thing.shop.orgId === caller.companyId }
      const reason = quickRefusal(listing, quantity, { inside: before, items: count })
      if (reason !== null || thing === undefined || thing.price === null) {
        const facts = { stock: thing?.stock ?? 0, minOrder: thing?.minOrder ?? 1, inside: before }
        refused.push({ specId, reason: reason ?? 'gone', ...facts })
        continue
      }
      if (before === 0) count += 1
      const { userId, companyId } = caller
      rows.push({ userId, companyId, kind: 'product', listingId: productId, specId, quantity, seenPrice: thing.price })
    }
    if (rows.length > 0) {
      await tx
        .insert(cartItems)
        .values(rows)
        .onConflictDoUpdate({
          target: [cartItems.userId, cartItems.companyId, cartItems.kind, cartItems.listingId, cartItems.specId],
          set: {
            quantity: sql`${cartItems.quantity} + excluded.quantity`,
            seenPrice: sql`excluded.seen_price`,
            isChosen: true,
            updatedAt: new Date(),
          },
        })
    }
    return { added: rows.flatMap(({ specId }) => specId ?? []), refused, count }
  })
