import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { OrderReviews, Review, reviewsCalls } from '../../../contract/orders/reviews.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { reviews } from '../../../db/tables/fulfilment.ts'
import { orderLines, orders } from '../../../db/tables/orders.ts'
import { shops } from '../../../db/tables/shops.ts'
import { maskCompany } from '../../../domain/masks.ts'
import { canReview, reviewScores, reviewUntil } from '../../../domain/orders/reviews.ts'
import type { Side } from '../../../domain/sides.ts'
import type { Handler } from '../../handler.ts'
import { isOpen } from '../../shops/shop-rows.ts'
import { supplierFacts, visibleReviews } from '../../shops/supplier-facts.ts'
import type { Order } from '../lock-order.ts'
import { sideCompanyId } from '../present-order.ts'

type ReviewRow = typeof reviews.$inferSelect

/** Review as sent to the client. */
const presentReview = (row: ReviewRow): Review => ({
  reviewId: row.id,
  side: row.side,
  scores: { ...row.scores },
  mean: row.mean,
  text: row.text,
  reply: row.reply,
  repliedAt: row.repliedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

/** Both reviews of an order, without access check. */
export const loadReviews = (db: Db, orderId: number): Promise<ReviewRow[]> =>
  db.select().from(reviews).where(eq(reviews.orderId, orderId))

/** Reviews of an order for a side: of a hidden one only that it exists. */
export async function presentReviews(db: Db, side: Side, order: Order, now = new Date()): Promise<OrderReviews> {
  const rows = await loadReviews(db, order.id)
  const own = rows.find((row) => row.side === side)
  const other = rows.find((row) => row.side !== side)
  return {
    own: own === undefined ? null : presentReview(own),
    other: other === undefined || other.visibleAt > now || other.hiddenAt !== null ? null : presentReview(other),
    otherWrote: other !== undefined,
    canWrite: own === undefined && canReview(order, now),
    hiddenUntil: own === undefined || own.visibleAt <= now ? null : own.visibleAt.toISOString(),
    writeUntil: reviewUntil(order.completedAt)?.toISOString() ?? null,
  }
}

async function loadOrderReviews(db: Db, side: Side, companyId: number, orderId: number): Promise<OrderReviews> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(sideCompanyId(side), companyId)))
  if (order === undefined) throw new CallFailed('notFound')
  return presentReviews(db, side, order)
}

export const buyerOrderReviews: Handler<typeof reviewsCalls.buyerOrderReviews> = ({ orderId }, { caller, db }) =>
  loadOrderReviews(db, 'buyer', caller.companyId, orderId)

export const sellerOrderReviews: Handler<typeof reviewsCalls.sellerOrderReviews> = ({ orderId }, { caller, db }) =>
  loadOrderReviews(db, 'seller', caller.companyId, orderId)

/** Maximum of reviews listed for a shop, newest first; means include older ones. */
const maxShown = 1000

export const shopReviews: Handler<typeof reviewsCalls.shopReviews> = async ({ shopId, current, pageSize }, { db }) => {
  const [shop] = await db
    .select({ companyId: shops.companyId })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(eq(shops.id, shopId), isOpen()))
  if (shop === undefined) throw new CallFailed('notFound')
  const record = (await supplierFacts(db, [shop.companyId])).get(shop.companyId)
  if (record === undefined) throw new CallFailed('notFound')
  const total = Math.min(maxShown, record.reviews)
  const from = (current - 1) * pageSize
  const rows =
    from >= total
      ? []
      : await db
          .select({ review: reviews, buyer: companies.name, source: orders.source })
          .from(reviews)
          .innerJoin(companies, eq(companies.id, reviews.companyId))
          .innerJoin(orders, eq(orders.id, reviews.orderId))
          .where(visibleReviews([shop.companyId]))
          .orderBy(sql`${reviews.visibleAt} desc nulls last`, sql`${reviews.id} desc nulls last`)
          .limit(Math.min(pageSize, total - from))
          .offset(from)
  const titles = await loadPublicTitles(
    db,
    rows.map(({ review }) => review.orderId),
  )
  return {
    total,
    record,
    means: record.reviews === 0 ? {} : await loadScoreMeans(db, shop.companyId),
    data: rows.map(({ review, buyer, source }) => ({
      ...presentReview(review),
      by: maskCompany(buyer),
      bought: titles.get(review.orderId) ?? orderKindTitles[source],
    })),
  }
}

/** Order kind, shown if no listing title is public. */
const orderKindTitles = { demand: '定制服务', service: '技术服务', cart: '商品' } as const

/** Titles of orders from published listings: `A`, or `A 等 3 种`. None for orders from demands. */
async function loadPublicTitles(db: Db, orderIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (orderIds.length === 0) return new Map()
  const onSale = (t: typeof services | typeof products, kind: 'service' | 'product') =>
    and(eq(orderLines.kind, kind), eq(t.id, orderLines.listingId), eq(t.status, 'published'))
  const lines = await db
    .select({
      orderId: orderLines.orderId,
      title: sql<string | null>`coalesce(${services.title}, ${products.title})`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .leftJoin(services, onSale(services, 'service'))
    .leftJoin(products, onSale(products, 'product'))
    .where(and(inArray(orderLines.orderId, [...orderIds]), sql`${orders.source} <> 'demand'`))
    .orderBy(asc(orderLines.id))
  return new Map(
    [...Map.groupBy(lines, ({ orderId }) => orderId)].flatMap(([orderId, of]) => {
      const first = of.find(({ title }) => title !== null)?.title
      if (first == null) return []
      return [[orderId, of.length === 1 ? first : `${first} 等 ${of.length} 种`] as const]
    }),
  )
}

/** Mean of each score in hundredths, over all visible reviews. */
async function loadScoreMeans(db: Db, companyId: number): Promise<Record<string, number>> {
  const rows = await db
    .select({ key: sql<string>`each.key`, mean: sql<number>`round(avg(each.value::numeric) * 100)::int` })
    .from(reviews)
    .crossJoin(sql`lateral jsonb_each_text(${reviews.scores}) as each`)
    .where(visibleReviews([companyId]))
    .groupBy(sql`each.key`)
    .orderBy(desc(sql`each.key`))
  const keys: readonly string[] = reviewScores.buyer.map(({ key }) => key)
  return Object.fromEntries(rows.flatMap(({ key, mean }) => (keys.includes(key) ? [[key, mean] as const] : [])))
}
