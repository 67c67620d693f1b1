import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import type { ListingKind, PriceType } from '../../../domain/catalogue/listing.ts'

/** A listing as keeping it needs it. */
export interface KeptListing {
  readonly priceType: PriceType
  readonly price: number | null
  readonly followCount: number
  readonly onSale: boolean
  /** Tag of its page in the cache. */
  readonly tag: string
}

/**
 * Locks a listing until the end of the transaction; undefined where there is none. Whoever writes favourites locks
 * their listing first, as whoever changes a price does: so neither waits for the other in a circle.
 */
export async function listingForMark(tx: Db, kind: ListingKind, listingId: number): Promise<KeptListing | undefined> {
  const t = kind === 'service' ? services : products
  const tag = kind === 'service' ? sql<string>`${services.id}::text` : sql<string>`${products.productNo}`
  const [row] = await tx
    .select({ priceType: t.priceType, price: t.price, followCount: t.followCount, status: t.status, tag })
    .from(t)
    .where(and(eq(t.id, listingId), isNull(t.deletedAt)))
    .for('no key update')
  if (row === undefined) return undefined
  const { status, tag: name, ...rest } = row
  return { ...rest, onSale: status === 'published', tag: `${kind}:${name}` }
}

/** Counts one more or one less who keep it; never below nothing. Tells how many keep it now. */
export async function countMark(tx: Db, kind: ListingKind, listingId: number, by: 1 | -1): Promise<number> {
  const t = kind === 'service' ? services : products
  const [row] = await tx
    .update(t)
    .set({ followCount: sql`greatest(${t.followCount} + ${by}, 0)` })
    .where(eq(t.id, listingId))
    .returning({ count: t.followCount })
  return row?.count ?? 0
}
