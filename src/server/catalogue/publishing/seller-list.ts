import { and, desc, eq, ilike, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { listingChanges } from '../../../db/tables/catalogue.ts'
import { categories } from '../../../db/tables/reference.ts'
import type { ListingCounts } from '../../../contract/catalogue/publishing.ts'
import type { ListingStatus } from '../../../domain/catalogue/listing-states.ts'
import type { ListingSortKey } from '../../../domain/daily-lists.ts'
import { amountBetween, daysBetween, sortedBy } from '../../platform/queries/list-bounds.ts'
import { hasReference } from '../../platform/external-references.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { listingPictureUrl, mainPicture, placeholderImage } from '../listings/listing-row.ts'
import type { AnyForm, ListingType } from './listing-type.ts'

type SellerListKind = Pick<ListingType<AnyForm>, 'kind' | 'table' | 'number'>

interface Filter {
  readonly keyword: string
  readonly status?: ListingStatus | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly amountFrom?: number | undefined
  readonly amountTo?: number | undefined
  readonly listingIds?: readonly number[] | undefined
}
interface Paging {
  readonly sortBy?: ListingSortKey | undefined
  readonly sortDown: boolean
  readonly current: number
  readonly pageSize: number
}

/** Condition for listings in a seller's list, by keyword, state, day of the last change and price. */
export function sellerListCondition(
  kind: SellerListKind,
  shopId: number,
  { keyword, status, from, until, amountFrom, amountTo, listingIds }: Filter,
): SQL | undefined {
  const { table, number } = kind
  const part = likePattern(keyword)
  const numbers = 'cas' in table ? [ilike(table.cas, part), ilike(table.catalogueNo, part)] : []
  return and(
    eq(table.shopId, shopId),
    isNull(table.deletedAt),
    status === undefined ? undefined : eq(table.status, status),
    daysBetween(table.updatedAt, from, until),
    amountBetween(table.price, amountFrom, amountTo),
    listingIds === undefined ? undefined : inArray(table.id, [...listingIds]),
    keyword === ''
      ? undefined
      : or(
          ilike(table.title, part),
          ilike(number, part),
          hasReference(kind.kind, table.companyId, table.id, part),
          ...numbers,
        ),
  )
}

/** One page of a seller's list, last updated first unless it is sorted otherwise. */
export async function sellerListPage(db: Db, kind: SellerListKind, where: SQL | undefined, order: Paging) {
  const { table } = kind
  const { current, pageSize } = order
  const columns = { updatedAt: table.updatedAt, price: table.price, views: table.viewCount, follows: table.followCount }
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(table)
    .where(where)
  const rows = await db
    .select({
      id: table.id,
      no: kind.number,
      title: table.title,
      figure: table.figure,
      picture: mainPicture(table),
      categoryName: categories.name,
      categoryLevel: categories.level,
      priceType: table.priceType,
      price: table.price,
      highPrice: table.highPrice,
      version: table.version,
      status: table.status,
      change: listingChanges.status,
      own: table.reason,
      changeReason: listingChanges.reason,
      viewCount: table.viewCount,
      followCount: table.followCount,
      updatedAt: table.updatedAt,
      publishedAt: table.publishedAt,
    })
    .from(table)
    .innerJoin(categories, eq(categories.id, table.categoryId))
    .leftJoin(listingChanges, and(eq(listingChanges.kind, kind.kind), eq(listingChanges.listingId, table.id)))
    .where(where)
    .orderBy(...sortedBy(columns, order, [desc(table.updatedAt), desc(table.id)], desc(table.id)))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: counted?.total ?? 0,
    rows: rows.map(({ picture, figure, own, changeReason, categoryLevel, categoryName, ...row }) => ({
      ...row,
      figure: placeholderImage(figure),
      pictureUrl: listingPictureUrl(picture, figure),
      // The root category means that none is chosen yet.
      categoryName: categoryLevel === 0 ? '' : categoryName,
      reason: row.change === 'rejected' ? (changeReason ?? '') : own,
      updatedAt: row.updatedAt.toISOString(),
      publishedAt: row.publishedAt?.toISOString() ?? null,
    })),
  }
}

/** Number of a shop's listings by state. */
export async function sellerListCounts(db: Db, kind: SellerListKind, shopId: number): Promise<ListingCounts> {
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
