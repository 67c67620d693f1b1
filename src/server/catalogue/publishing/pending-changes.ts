import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { listingChanges } from '../../../db/tables/catalogue.ts'
import type { ListingChangeStatus } from '../../../domain/catalogue/listing-states.ts'
import type { AnyForm, ListingType, Listing } from './listing-type.ts'

export interface PendingChange<F> {
  readonly listingId: number
  readonly form: F
  readonly status: ListingChangeStatus
  readonly reason: string
  readonly updatedAt: Date
}

/** Pending changes by listing id. Writers must have locked the listing. */
export async function findPendingChanges<F extends AnyForm>(
  db: Db,
  kind: ListingType<F>,
  listings: readonly Pick<Listing<F>, 'id' | 'form'>[],
): Promise<ReadonlyMap<number, PendingChange<F>>> {
  if (listings.length === 0) return new Map()
  const own = new Map(listings.map(({ id, form }) => [id, form]))
  const rows = await db
    .select()
    .from(listingChanges)
    .where(and(eq(listingChanges.kind, kind.kind), inArray(listingChanges.listingId, [...own.keys()])))
  return new Map(
    rows.flatMap(({ listingId, form, status, reason, updatedAt }) => {
      const present = own.get(listingId)
      if (present === undefined) return []
      return [[listingId, { listingId, status, reason, updatedAt, form: withCurrentStock(kind.parse(form), present) }]]
    }),
  )
}

/** A stored form with the current stock; ids of removed specifications are cleared. */
function withCurrentStock<F extends AnyForm>(form: F, present: F): F {
  if (!('specs' in form) || !('specs' in present)) return form
  const stock = new Map(present.specs.map((spec) => [spec.specId, spec.stock]))
  const specs = form.specs.map((spec) => {
    const now = spec.specId === null ? undefined : stock.get(spec.specId)
    return now === undefined ? { ...spec, specId: null, was: null } : { ...spec, stock: now, was: now }
  })
  return { ...form, specs }
}

/** Saves pending changes, replacing earlier ones. */
export async function saveChanges<F extends AnyForm>(
  tx: Db,
  kind: ListingType<F>,
  by: { readonly companyId: number; readonly userId: number },
  changes: readonly { readonly id: number; readonly form: F }[],
  status: ListingChangeStatus,
): Promise<void> {
  const now = new Date()
  const rows = changes.map(({ id, form }) => ({
    kind: kind.kind,
    listingId: id,
    companyId: by.companyId,
    userId: by.userId,
    form: kind.parse(form),
    status,
    reason: '',
    updatedAt: now,
  }))
  for (let at = 0; at < rows.length; at += 500) {
    await tx
      .insert(listingChanges)
      .values(rows.slice(at, at + 500))
      .onConflictDoUpdate({
        target: [listingChanges.kind, listingChanges.listingId],
        set: {
          form: sql`excluded.form`,
          status: sql`excluded.status`,
          reason: '',
          updatedAt: now,
          userId: sql`excluded.user_id`,
        },
      })
  }
}

/** Updates the status of pending changes, with the reason of a rejection. */
export async function updateChanges(
  tx: Db,
  kind: Pick<ListingType<AnyForm>, 'kind'>,
  ids: readonly number[],
  status: ListingChangeStatus,
  reason = '',
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(listingChanges)
    .set({ status, reason, updatedAt: new Date() })
    .where(and(eq(listingChanges.kind, kind.kind), inArray(listingChanges.listingId, [...ids])))
}

/** Deletes pending changes that are in force or discarded. */
export async function deleteChanges(
  tx: Db,
  kind: Pick<ListingType<AnyForm>, 'kind'>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .delete(listingChanges)
    .where(and(eq(listingChanges.kind, kind.kind), inArray(listingChanges.listingId, [...ids])))
}
