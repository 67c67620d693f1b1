import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { listingChanges } from '../../db/tables/catalogue.ts'
import type { ProductForm, ServiceForm } from '../../domain/catalogue/listing-form.ts'
import type { ListingKind, ListingStatus } from '../../domain/catalogue/listing.ts'
import type { Context } from '../handler.ts'
import { categoryNodes } from './category-tree.ts'

export type Change = Pick<typeof listingChanges.$inferSelect, 'listingId' | 'form' | 'status' | 'reason'>

/** Changes of listings that are not in force, by listing; one read. */
export async function changesOf(
  db: Db,
  kind: ListingKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Change>> {
  if (ids.length === 0) return new Map()
  const { listingId, form, status, reason } = listingChanges
  const which: SQL | undefined = and(eq(listingChanges.kind, kind), inArray(listingId, [...ids]))
  const rows = await db.select({ listingId, form, status, reason }).from(listingChanges).where(which)
  return new Map(rows.map((row) => [row.listingId, row]))
}

/** Forms are kept as they were checked, and only those of goods have specifications. */
export const isProductForm = (form: ServiceForm | ProductForm): form is ProductForm => 'specs' in form

/** What stands around a preview: the state of the listing, and of the change that is shown. */
export const around = (
  row: { readonly status: ListingStatus; readonly reason: string },
  change: Change | undefined,
) => ({
  status: row.status,
  change: change?.status ?? null,
  reason: change?.reason || row.reason,
})

/** Tells where a category stands and its plate; undefined for none that is known. */
export async function categoryPlaces(context: Pick<Context, 'db' | 'pages'>) {
  const nodes = await categoryNodes(context)
  return (categoryId: number | null) => {
    const node = categoryId === null ? undefined : nodes.get(categoryId)
    if (node === undefined) return undefined
    const own = node.path.toReversed().map((id) => nodes.get(id)?.figure ?? '')
    return { categoryId: node.id, categoryPath: [...node.path], figure: own.find((figure) => figure !== '') ?? 'wells' }
  }
}
