import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { listingChanges } from '../../../db/tables/catalogue.ts'
import type { ListingChangeStatus } from '../../../domain/catalogue/listing-states.ts'
import type { AnyForm, Kind, Listing } from './kind.ts'

export interface PendingChange<F> {
  readonly listingId: number
  readonly form: F
  readonly status: ListingChangeStatus
  readonly reason: string
  readonly updatedAt: Date
}

/** Changes that wait beside listings, by listing. Whoever moves them holds the lock of the listing. */
export async function changesFor<F extends AnyForm>(
  db: Db,
  kind: Kind<F>,
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
      return [[listingId, { listingId, status, reason, updatedAt, form: atPresent(kind.parse(form), present) }]]
    }),
  )
}

/** A kept form with the pieces that are in stock now, and without specifications that are gone. */
function atPresent<F extends AnyForm>(form: F, present: F): F {
  if (!('specs' in form) || !('specs' in present)) return form
  const stock = new Map(present.specs.map((spec) => [spec.specId, spec.stock]))
  const specs = form.specs.map((spec) => {
    const now = spec.specId === null ? undefined : stock.get(spec.specId)
    return now === undefined ? { ...spec, specId: null, was: null } : { ...spec, stock: now, was: now }
  })
  return { ...form, specs }
}

/** Keeps changes beside their listings, in place of what was kept there before. */
export async function keepChanges<F extends AnyForm>(
  tx: Db,
  kind: Kind<F>,
  by: { readonly companyId: number; readonly userId: number },
  changes: readonly { readonly id: number; readonly form: F }[],
  status: ListingChangeStatus,
): Promise<void> {
  const now = new Date()
  const rows = changes.map(({ id, form }) => ({
    ...{ kind: kind.kind, listingId: id, companyId: by.companyId, userId: by.userId },
    ...{ form: kind.parse(form), status, reason: '', updatedAt: now },
  }))
  for (let at = 0; at < rows.length; at += 500) {
    await tx
      .insert(listingChanges)
      .values(rows.slice(at, at + 500))
      .onConflictDoUpdate({
        target: [listingChanges.kind, listingChanges.listingId],
        set: {
          ...{ form: sql`excluded.form`, status: sql`excluded.status`, reason: '', updatedAt: now },
          userId: sql`excluded.user_id`,
        },
      })
  }
}

/** Moves changes on, or tells why they came back. */
export async function moveChanges(
  tx: Db,
  kind: Pick<Kind<AnyForm>, 'kind'>,
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

/** Forgets changes: they are in force, or given up. */
export async function dropChanges(tx: Db, kind: Pick<Kind<AnyForm>, 'kind'>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .delete(listingChanges)
    .where(and(eq(listingChanges.kind, kind.kind), inArray(listingChanges.listingId, [...ids])))
}
