import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { molecules, products, services } from '../../db/tables/catalogue.ts'
import { orderLines } from '../../db/tables/orders.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { listingPictureUrl, mainPicture } from '../catalogue/listings/listing-row.ts'

/** Listing of an order line; both null for an item of an offer. */
interface LineListing {
  readonly kind: ListingKind | null
  readonly listingId: number | null
}

/**
 * URL of the picture of each line's listing: the uploaded one, else the illustration of its category; empty for an
 * item of an offer. Two queries for any number of lines.
 */
export async function loadLinePictures(db: Db, lines: readonly LineListing[]): Promise<(line: LineListing) => string> {
  const found = new Map<string, string>()
  for (const [kind, table] of [['service', services] as const, ['product', products] as const]) {
    const ids = lines.flatMap((line) => (line.kind === kind && line.listingId !== null ? [line.listingId] : []))
    if (ids.length === 0) continue
    const rows = await db
      .select({ id: table.id, figure: table.figure, picture: mainPicture(table) })
      .from(table)
      .where(inArray(table.id, [...new Set(ids)]))
    for (const row of rows) found.set(`${kind} ${row.id}`, listingPictureUrl(row.picture, row.figure))
  }
  return ({ kind, listingId }) => found.get(`${kind} ${listingId}`) ?? ''
}

/** Molecular formula of each line's goods; empty without a structure. One query for any number of lines. */
export async function loadLineFormulas(db: Db, lines: readonly LineListing[]): Promise<(line: LineListing) => string> {
  const ids = lines.flatMap((line) => (line.kind === 'product' && line.listingId !== null ? [line.listingId] : []))
  if (ids.length === 0) return () => ''
  const rows = await db
    .select({ id: products.id, formula: molecules.formula })
    .from(products)
    .innerJoin(molecules, eq(molecules.id, products.moleculeId))
    .where(inArray(products.id, [...new Set(ids)]))
  const found = new Map(rows.map(({ id, formula }) => [id, formula]))
  return ({ kind, listingId }) => (kind === 'product' && listingId !== null ? (found.get(listingId) ?? '') : '')
}

/** URL of the picture of each order's first line, by order id. */
export async function loadOrderPictures(db: Db, orderIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (orderIds.length === 0) return new Map()
  const { orderId, kind, listingId } = orderLines
  const first = await db
    .selectDistinctOn([orderId], { orderId, kind, listingId })
    .from(orderLines)
    .where(inArray(orderId, [...orderIds]))
    .orderBy(asc(orderId), asc(orderLines.id))
  const pictureOf = await loadLinePictures(db, first)
  return new Map(first.map((line) => [line.orderId, pictureOf(line)]))
}
