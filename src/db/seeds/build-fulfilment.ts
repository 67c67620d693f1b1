import { meanScore, reviewScores, reviewVisibleFrom } from '../../domain/orders/reviews.ts'
import type { reviews, deliveries } from '../tables/fulfilment.ts'
import type { Accounts } from './build-accounts.ts'
import type { Orders } from './build-orders.ts'
import type { Calendar } from './calendar.ts'
import { buyerWords, carriers, goodsNotes, replies, sellerWords, serviceNotes } from './data/orders.ts'
import { itemAt, requireKey } from './random.ts'
import type { ChangeLog } from './changes.ts'
import type { Side } from '../../domain/sides.ts'

type ReviewRow = typeof reviews.$inferInsert & { id: number }
type OrderRow = Orders['orders'][number]

const hour = 3_600_000

/**
 * Reviews of completed orders: most have both, some one, some none; one-sided reviews of the last days are still
 * hidden.
 */
export function buildReviews(accounts: Accounts, { orders }: Orders, days: Calendar): ReviewRow[] {
  const owners = new Map(accounts.organisations.map(({ company, ownerId }) => [company.id, ownerId]))
  const end = days.at(0).getTime()
  const rows: ReviewRow[] = []
  for (const order of orders) {
    const { completedAt } = order
    if (order.status !== 'completed' || completedAt == null) continue
    const written = sidesOf(order.id).map((side, place) => {
      const after = (30 + ((order.id * 37) % 90)) * hour * (place + 1)
      return { side, createdAt: new Date(Math.min(completedAt.getTime() + after, end - (2 - place) * hour)) }
    })
    const [first, second] = written
    for (const { side, createdAt } of written) {
      const alone = reviewVisibleFrom(completedAt, createdAt, side === second?.side)
      const both = second === undefined || side === second.side ? alone : second.createdAt
      const visibleAt = side === first?.side && both < alone ? both : alone
      rows.push({
        id: rows.length + 1,
        ...reviewOf(order, side, owners),
        ...answerOf(order.id, side, visibleAt, end),
        createdAt,
        visibleAt,
      })
    }
  }
  return rows
}

/** Sides that reviewed an order, in order. */
function sidesOf(id: number): readonly Side[] {
  switch (id % 7) {
    case 0:
      return []
    case 1:
      return ['seller']
    case 2:
    case 3:
      return ['buyer']
    default:
      return ['buyer', 'seller']
  }
}

function reviewOf({ id, buyerCompanyId, sellerCompanyId }: OrderRow, side: Side, owners: ReadonlyMap<number, number>) {
  const [one, two, three, text] = itemAt(side === 'buyer' ? buyerWords : sellerWords, id)
  const stars = [one, two, three]
  const scores = Object.fromEntries(reviewScores[side].map(({ key }, index) => [key, itemAt(stars, index)]))
  const [companyId, ofCompanyId] =
    side === 'buyer' ? [buyerCompanyId, sellerCompanyId] : [sellerCompanyId, buyerCompanyId]
  return {
    orderId: id,
    side,
    companyId,
    ofCompanyId,
    userId: requireKey(owners, companyId),
    scores,
    mean: meanScore(stars),
    text,
  }
}

/** The supplier replies to some of its visible reviews, a day later. */
function answerOf(id: number, side: Side, visibleAt: Date, end: number) {
  const reply = side === 'buyer' ? itemAt(replies, id) : ''
  const repliedAt = new Date(visibleAt.getTime() + 26 * hour)
  return reply === '' || repliedAt.getTime() >= end ? {} : { reply, repliedAt }
}

type DeliveryRow = typeof deliveries.$inferInsert & { id: number }

/** Deliveries of delivered orders, with the buyer's verdict; without files. */
export function buildDeliveries(accounts: Accounts, of: Orders, log: ChangeLog): DeliveryRow[] {
  const { orders, milestones, stageDeliveries } = of
  const staged = new Set(milestones.map(({ orderId }) => orderId))
  const owners = new Map(accounts.organisations.map(({ company, ownerId }) => [company.id, ownerId]))
  const answers = new Map(
    log.rows.flatMap((row) =>
      row.entity === 'order' && (row.event === 'accept' || row.event === 'requestChanges')
        ? [[row.entityId, row] as const]
        : [],
    ),
  )
  const whole = orders.flatMap((order, index) => {
    const { id: orderId, deliveredAt, source, sellerCompanyId } = order
    if (deliveredAt == null || staged.has(orderId)) return []
    const answer = answers.get(orderId)
    const goods = source === 'cart'
    return [
      {
        id: index + 1,
        orderId,
        seq: 1,
        userId: requireKey(owners, sellerCompanyId),
        createdAt: deliveredAt,
        note: itemAt(goods ? goodsNotes : serviceNotes, orderId),
        ...(goods && parcelOf(orderId)),
        ...(answer !== undefined && {
          verdict: answer.event === 'accept' ? ('accepted' as const) : ('changes' as const),
          reason: answer.event === 'accept' ? '' : answer.reason,
          answeredAt: answer.createdAt,
        }),
      },
    ]
  })
  const sellers = new Map(orders.map(({ id, sellerCompanyId }) => [id, sellerCompanyId]))
  const ofStages = stageDeliveries.map(({ milestone: _index, ...delivery }, index) => ({
    id: orders.length + 1 + index,
    userId: requireKey(owners, requireKey(sellers, delivery.orderId)),
    ...delivery,
  }))
  return [...whole, ...ofStages]
}

function parcelOf(orderId: number): { carrier: string; trackingNo: string } {
  const [carrier, prefix] = itemAt(carriers, orderId)
  return { carrier, trackingNo: `${prefix}${String(1_400_000_000_000 + orderId * 7_368_231).slice(0, 13)}` }
}
