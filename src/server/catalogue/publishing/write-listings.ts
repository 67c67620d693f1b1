import { and, eq, isNull, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { ListingForm } from '../../../domain/catalogue/listing-form.ts'
import type { ListingKind, ListingStatus } from '../../../domain/catalogue/listing.ts'
import { maxListings } from '../../../domain/catalogue/listing-rules.ts'
import { listingDrawing } from '../listings/listing-drawing.ts'
import type { ListingType, Listing, ListingToWrite } from './listing-type.ts'
import type { Step } from './listing-steps.ts'
import type { SellerRules } from './seller-rules.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'

/** A listing to be written with a new form. */
export function withForm<F extends ListingForm>(
  { categories, root, certificates, shopName, nameOf }: SellerRules,
  listing: Omit<Listing<F>, 'updatedAt' | 'priceType' | 'price'>,
  form: F,
): ListingToWrite<F> {
  const category = (form.categoryId === null ? undefined : categories.get(form.categoryId)) ?? root
  const figure = listingDrawing(categories, category, listing.id, form)
  return { ...listing, form, category, figure, certificates, shopName, nameOf }
}

/** Writes listings with their history. */
export async function writeListings<F extends ListingForm>(
  tx: Db,
  kind: ListingType<F>,
  rows: readonly ListingToWrite<F>[],
  steps: readonly Step[],
): Promise<void> {
  await kind.write(tx, rows, new Date())
  await recordSteps(tx, steps)
}

/** Change of the number of published listings by state transitions. */
export const publishedDelta = (moves: readonly { readonly from: ListingStatus | null; readonly to: ListingStatus }[]) =>
  moves.reduce((sum, { from, to }) => sum + Number(to === 'published') - Number(from === 'published'), 0)

/** Updates the shop's counter of published listings. Call last in the transaction, since the shop row is contended. */
export async function updatePublishedCount(tx: Db, kind: ListingKind, shopId: number, more: number): Promise<void> {
  if (more === 0) return
  const { serviceCount, productCount } = shops
  const counter =
    kind === 'service'
      ? { serviceCount: sql`${serviceCount} + ${more}` }
      : { productCount: sql`${productCount} + ${more}` }
  await tx.update(shops).set(counter).where(eq(shops.id, shopId))
}

/**
 * Allocates the ids of new listings, or throws tooManyListings. Serialized per shop, so that
 * concurrent requests cannot exceed its limit.
 */
export async function allocateListings(
  tx: Db,
  kind: Pick<ListingType<ListingForm>, 'kind' | 'numberOf'>,
  shopId: number,
  count: number,
): Promise<{ id: number; no: string }[]> {
  if (count === 0) return []
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('listings'), ${shopId})`)
  const has = (await countListings(tx, services, shopId)) + (await countListings(tx, products, shopId))
  if (has + count > maxListings) throw new CallFailed('tooManyListings', { most: maxListings, has })
  const name = kind.kind === 'service' ? 'services' : 'products'
  const taken = await tx
    .select({
      id: sql<number>`nextval(pg_get_serial_sequence(${name}, 'id'))::int`,
      year: sql<string>`to_char(now() at time zone 'Asia/Shanghai', 'YYYY')`,
    })
    .from(sql`generate_series(1, ${count}::int)`)
  return taken.map(({ id, year }) => ({ id, no: kind.numberOf(id, year) }))
}

async function countListings(tx: Db, t: typeof services | typeof products, shopId: number): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(t)
    .where(and(eq(t.shopId, shopId), isNull(t.deletedAt)))
  return row?.count ?? 0
}
