import { and, desc, eq, ilike, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { listingChanges } from '../../../db/tables/catalogue.ts'
import { categories } from '../../../db/tables/reference.ts'
import type { ListingCounts } from '../../../contract/catalogue/publishing.ts'
import type { ListingStatus } from '../../../domain/catalogue/listing-states.ts'
import { anywhere } from '../../search/anywhere.ts'
import { mainPicture, plateName, plateUrl } from '../listing-row.ts'
import type { AnyForm, Kind } from './kind.ts'

type Desk = Pick<Kind<AnyForm>, 'kind' | 'table' | 'number'>

interface Filter {
  readonly keyword: string
  readonly status?: ListingStatus | undefined
}

/** Listings of a shop that its people see, by keyword and state. */
export function desk(kind: Desk, shopId: number, { keyword, status }: Filter): SQL | undefined {
  const { table, number } = kind
  const part = anywhere(keyword)
  const numbers = 'cas' in table ? [ilike(table.cas, part), ilike(table.catalogueNo, part)] : []
  return and(
    ...[eq(table.shopId, shopId), isNull(table.deletedAt)],
    status === undefined ? undefined : eq(table.status, status),
    keyword === '' ? undefined : or(ilike(table.title, part), ilike(number, part), ...numbers),
  )
}

/** One page of a seller's list, what was changed last first. */
export async function deskPage(
  db: Db,
  kind: Desk,
  where: SQL | undefined,
  { current, pageSize }: { readonly current: number; readonly pageSize: number },
) {
  const { table } = kind
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(table)
    .where(where)
  const rows = await db
    .select({
      ...{ id: table.id, no: kind.number, title: table.title, figure: table.figure, picture: mainPicture(table) },
      ...{ categoryName: categories.name, categoryLevel: categories.level },
      ...{ priceType: table.priceType, price: table.price, highPrice: table.highPrice },
      ...{
        status: table.status,
        change: listingChanges.status,
        own: table.reason,
        changeReason: listingChanges.reason,
      },
      ...{ viewCount: table.viewCount, followCount: table.followCount },
      ...{ updatedAt: table.updatedAt, publishedAt: table.publishedAt },
    })
    .from(table)
    .innerJoin(categories, eq(categories.id, table.categoryId))
    .leftJoin(listingChanges, and(eq(listingChanges.kind, kind.kind), eq(listingChanges.listingId, table.id)))
    .where(where)
    .orderBy(desc(table.updatedAt), desc(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: counted?.total ?? 0,
    rows: rows.map(({ picture, figure, own, changeReason, categoryLevel, categoryName, ...row }) => ({
      ...row,
      figure: plateName(figure),
      pictureUrl: picture ?? plateUrl(plateName(figure)),
      // The root stands for a category that is not chosen yet.
      categoryName: categoryLevel === 0 ? '' : categoryName,
      reason: row.change === 'rejected' ? (changeReason ?? '') : own,
      updatedAt: row.updatedAt.toISOString(),
      publishedAt: row.publishedAt?.toISOString() ?? null,
    })),
  }
}

/** Listings of a shop by state. */
export async function deskCounts(db: Db, kind: Desk, shopId: number): Promise<ListingCounts> {
  const { table } = kind
  const mine = and(eq(table.shopId, shopId), isNull(table.deletedAt))
  const rows = await db
    .select({ status: table.status, count: sql<number>`count(*)::int` })
    .from(table)
    .where(mine)
    .groupBy(table.status)
  const [changed] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(listingChanges)
    .where(
      and(
        eq(listingChanges.kind, kind.kind),
        inArray(listingChanges.listingId, db.select({ id: table.id }).from(table).where(mine)),
      ),
    )
  const counts = { draft: 0, pending_review: 0, published: 0, unlisted: 0, rejected: 0, suspended: 0 }
  for (const { status, count } of rows) counts[status] = count
  return { ...counts, all: rows.reduce((sum, { count }) => sum + count, 0), changes: changed?.count ?? 0 }
}
