import { desc, eq, sql, and, isNull } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Supply } from '../../../contract/demands/records.ts'
import { CallFailed, failures } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { categories } from '../../../db/tables/reference.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import type { Context } from '../../handler.ts'
import { presentPrices } from '../listings/listing-row.ts'
import { deleteListings } from './delete-listings.ts'
import type { AnyForm, ListingType } from './listing-type.ts'
import { productKind } from './product-kind.ts'
import { sellerListCondition } from './seller-list.ts'
import { serviceKind } from './service-kind.ts'
import type { Dashboard } from '../../../contract/orders/dashboards.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import { maxListed } from '../../../domain/catalogue/list-query.ts'
import { listingLabels } from '../../../domain/catalogue/listing-states.ts'
import { links } from '../../../domain/links.ts'

interface Filter {
  readonly keyword: string
  readonly kind?: ListingKind | undefined
  readonly current: number
  readonly pageSize: number
}

/** Services and goods of a shop in one list, last updated first: a page of each kind's list, merged. */
export async function listSupplies(
  db: Db,
  shopId: number,
  { keyword, kind, current, pageSize }: Filter,
): Promise<{ total: number; data: Supply[] }> {
  const both = unionAll(supplyRows(db, serviceKind, shopId, keyword), supplyRows(db, productKind, shopId, keyword)).as(
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
      supplyId: row.supplyId,
      kind: row.kind,
      supplyNo: row.supplyNo,
      title: row.title,
      status: row.status,
      priceType: row.priceType,
      ...presentPrices(row),
      updatedAt: row.updatedAt.toISOString(),
      // The root category means that none is chosen yet.
      categoryName: level === 0 ? '' : name,
    })),
  }
}

function supplyRows(
  db: Db,
  kind: Pick<ListingType<AnyForm>, 'kind' | 'table' | 'number'>,
  shopId: number,
  keyword: string,
) {
  const { table, number } = kind
  return db
    .select({
      supplyId: table.id,
      kind: sql<ListingKind>`${kind.kind}::text`.as('supply_kind'),
      supplyNo: sql<string>`${number}`.as('supply_no'),
      title: table.title,
      categoryId: table.categoryId,
      status: table.status,
      priceType: table.priceType,
      price: table.price,
      highPrice: table.highPrice,
      updatedAt: table.updatedAt,
    })
    .from(table)
    .where(sellerListCondition(kind, shopId, { keyword }))
}

/** Deletes one listing by the rules of its kind; requires the permission to publish that kind. */
export const deleteSupply = (kind: ListingKind, id: number, context: Context<'seller'>): Promise<void> =>
  kind === 'service' ? deleteOne(serviceKind, id, context) : deleteOne(productKind, id, context)

async function deleteOne<F extends AnyForm>(
  kind: ListingType<F>,
  id: number,
  context: Context<'seller'>,
): Promise<void> {
  if (!context.caller.permissions.has(kind.permission)) throw new CallFailed('forbidden')
  const { failed } = await deleteListings(kind, [id], context)
  const [refused] = failed
  if (refused !== undefined)
    throw new CallFailed(refused.message === failures.notFound.message ? 'notFound' : 'stepNotAllowed')
}

const countedStatuses = ['published', 'pending_review', 'rejected'] as const
const kinds = [
  { ...serviceKind, list: links.sellerServices },
  { ...productKind, list: links.sellerGoods },
] as const

/** Counts of published, pending and rejected listings of the kinds that a person manages, in one query. */
export async function listingStatistics(
  db: Db,
  shopId: number,
  permissions: ReadonlySet<Permission>,
): Promise<NonNullable<Dashboard['listings']>> {
  const requested = kinds
    .filter(({ permission }) => permissions.has(permission))
    .flatMap((kind) => countedStatuses.map((status) => ({ ...kind, status })))
  if (requested.length === 0) return []
  // Each count reads its index and stops at the maximum of a list.
  const parts = requested.map(({ table, status }, at) => {
    const own = and(eq(table.shopId, shopId), eq(table.status, status), isNull(table.deletedAt))
    return sql`select ${at}::int as at, count(*)::int as value from (select from ${table} where ${own} limit ${maxListed}) as hits`
  })
  const rows = await db
    .select({ at: sql<number>`at`, value: sql<number>`value` })
    .from(sql`(${sql.join(parts, sql` union all `)}) as figures`)
  const valueAt = new Map(rows.map(({ at, value }) => [at, value]))
  return requested.map(({ kind, list, status }, at) => ({
    kind,
    label: listingLabels[status].label,
    value: valueAt.get(at) ?? 0,
    path: list({ status }),
  }))
}
