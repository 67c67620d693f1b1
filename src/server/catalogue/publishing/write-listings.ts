import { and, eq, isNull, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { ListingForm } from '../../../domain/catalogue/listing-form.ts'
import type { ListingKind, ListingStatus } from '../../../domain/catalogue/listing.ts'
import { mostListings } from '../../../domain/catalogue/listing-rules.ts'
import { recordSteps } from '../../operations/public.ts'
import type { Kind, Listing, Written } from './kind.ts'
import type { Step } from './listing-steps.ts'
import type { SellerRules } from './seller-rules.ts'

/** A listing as it is to be written, with another form. */
export function withForm<F extends ListingForm>(
  { categories, root, certificates, shopName, nameOf }: SellerRules,
  listing: Omit<Listing<F>, 'updatedAt' | 'priceType' | 'price'>,
  form: F,
): Written<F> {
  const category = (form.categoryId === null ? undefined : categories.get(form.categoryId)) ?? root
  // A plate of its own (a structure) stays while the category does.
  const figure = listing.form.categoryId === form.categoryId && listing.figure !== '' ? listing.figure : category.figure
  return { ...listing, form, category, figure, certificates, shopName, nameOf }
}

/** Writes listings with their history. */
export async function writeListings<F extends ListingForm>(
  tx: Db,
  kind: Kind<F>,
  rows: readonly Written<F>[],
  steps: readonly Step[],
): Promise<void> {
  await kind.write(tx, rows, new Date())
  await recordSteps(tx, steps)
}

/** How many more of a shop's listings are on sale after moves from one state to another. */
export const onSaleMore = (moves: readonly { readonly from: ListingStatus | null; readonly to: ListingStatus }[]) =>
  moves.reduce((sum, { from, to }) => sum + Number(to === 'published') - Number(from === 'published'), 0)

/** Keeps the shop's counter of what it has on sale. Last in a transaction, as many others write to the shop. */
export async function countOnSale(tx: Db, kind: ListingKind, shopId: number, more: number): Promise<void> {
  if (more === 0) return
  const { serviceCount, productCount } = shops
  const counter =
    kind === 'service'
      ? { serviceCount: sql`${serviceCount} + ${more}` }
      : { productCount: sql`${productCount} + ${more}` }
  await tx.update(shops).set(counter).where(eq(shops.id, shopId))
}

/**
 * Takes the identities of new listings, or throws tooManyListings. New ones of a shop come one after the other, so that
 * many at once do not pass its limit.
 */
export async function takeListings(
  tx: Db,
  kind: Pick<Kind<ListingForm>, 'kind' | 'numberOf'>,
  shopId: number,
  count: number,
): Promise<{ id: number; no: string }[]> {
  if (count === 0) return []
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('listings'), ${shopId})`)
  const has = (await countOf(tx, services, shopId)) + (await countOf(tx, products, shopId))
  if (has + count > mostListings) throw new CallFailed('tooManyListings', { most: mostListings, has })
  const name = kind.kind === 'service' ? 'services' : 'products'
  const taken = await tx
    .select({
      id: sql<number>`nextval(pg_get_serial_sequence(${name}, 'id'))::int`,
      year: sql<string>`to_char(now() at time zone 'Asia/Shanghai', 'YYYY')`,
    })
    .from(sql`generate_series(1, ${count}::int)`)
  return taken.map(({ id, year }) => ({ id, no: kind.numberOf(id, year) }))
}

async function countOf(tx: Db, t: typeof services | typeof products, shopId: number): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(t)
    .where(and(eq(t.shopId, shopId), isNull(t.deletedAt)))
  return row?.count ?? 0
}
