import { desc, eq, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Supply } from '../../../contract/demands/records.ts'
import { CallFailed, failures } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { categories } from '../../../db/tables/reference.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import type { Context } from '../../handler.ts'
import { pricesOf } from '../listing-row.ts'
import { deleteListings } from './delete-listings.ts'
import type { AnyForm, Kind } from './kind.ts'
import { productKind } from './product-kind.ts'
import { desk } from './seller-list.ts'
import { serviceKind } from './service-kind.ts'

interface Filter {
  readonly keyword: string
  readonly kind?: ListingKind | undefined
  readonly current: number
  readonly pageSize: number
}

/** Services and goods of a shop in one list, what was changed last first: a page of each kind's own list, merged. */
export async function suppliesOf(
  db: Db,
  shopId: number,
  { keyword, kind, current, pageSize }: Filter,
): Promise<{ total: number; data: Supply[] }> {
  const both = unionAll(rowsOf(db, serviceKind, shopId, keyword), rowsOf(db, productKind, shopId, keyword)).as(
    'supplies',
  )
  const where = kind === undefined ? undefined : eq(both.kind, kind)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(both)
    .where(where)
  const rows = await db
    .select()
    .from(both)
    .innerJoin(categories, eq(categories.id, both.categoryId))
    .where(where)
    .orderBy(desc(both.updatedAt), desc(both.kind), desc(both.supplyId))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: counted?.total ?? 0,
    data: rows.map(({ supplies: row, categories: { level, name } }) => ({
      ...{ supplyId: row.supplyId, kind: row.kind, supplyNo: row.supplyNo, title: row.title, status: row.status },
      ...{ priceType: row.priceType, ...pricesOf(row), updatedAt: row.updatedAt.toISOString() },
      // The root stands for a category that is not chosen yet.
      categoryName: level === 0 ? '' : name,
    })),
  }
}

function rowsOf(db: Db, kind: Pick<Kind<AnyForm>, 'kind' | 'table' | 'number'>, shopId: number, keyword: string) {
  const { table, number } = kind
  return db
    .select({
      ...{ supplyId: table.id, kind: sql<ListingKind>`${kind.kind}::text`.as('supply_kind') },
      ...{ supplyNo: sql<string>`${number}`.as('supply_no'), title: table.title, categoryId: table.categoryId },
      ...{ status: table.status, priceType: table.priceType, price: table.price, highPrice: table.highPrice },
      updatedAt: table.updatedAt,
    })
    .from(table)
    .where(desk(kind, shopId, { keyword }))
}

/** Deletes one listing by the rules of its kind, for those who may publish that kind. */
export const deleteSupply = (kind: ListingKind, id: number, context: Context<'seller'>): Promise<void> =>
  kind === 'service' ? deleteOne(serviceKind, id, context) : deleteOne(productKind, id, context)

async function deleteOne<F extends AnyForm>(kind: Kind<F>, id: number, context: Context<'seller'>): Promise<void> {
  if (!context.caller.permissions.has(kind.permission)) throw new CallFailed('forbidden')
  const { failed } = await deleteListings(kind, [id], context)
  const [refused] = failed
  if (refused !== undefined)
    throw new CallFailed(refused.message === failures.notFound.message ? 'notFound' : 'stepNotAllowed')
}
