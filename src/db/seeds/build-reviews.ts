import { meanScore, reviewScores, visibleFrom, type ReviewSide } from '../../domain/orders/reviews.ts'
import type { reviews } from '../tables/fulfilment.ts'
import type { Accounts } from './build-accounts.ts'
import type { Orders } from './build-orders.ts'
import type { Calendar } from './calendar.ts'
import { buyerWords, replies, sellerWords } from './data/reviews.ts'
import { at, need } from './random.ts'

type ReviewRow = typeof reviews.$inferInsert & { id: number }
type OrderRow = Orders['orders'][number]

const hour = 3_600_000

/**
 * Reviews of completed orders: of most both sides wrote, of some one only, of some nobody yet; those of the last days
 * by one side alone are still hidden.
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
      const alone = visibleFrom(completedAt, createdAt, side === second?.side)
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

/** Who wrote of an order, in their order. */
function sidesOf(id: number): readonly ReviewSide[] {
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

function reviewOf(
  { id, buyerCompanyId, sellerCompanyId }: OrderRow,
  side: ReviewSide,
  owners: ReadonlyMap<number, number>,
) {
  const [one, two, three, text] = at(side === 'buyer' ? buyerWords : sellerWords, id)
  const stars = [one, two, three]
  const scores = Object.fromEntries(reviewScores[side].map(({ key }, index) => [key, at(stars, index)]))
  const [companyId, ofCompanyId] =
    side === 'buyer' ? [buyerCompanyId, sellerCompanyId] : [sellerCompanyId, buyerCompanyId]
  return {
    ...{ orderId: id, side, companyId, ofCompanyId, userId: need(owners, companyId) },
    ...{ scores, mean: meanScore(stars), text },
  }
}

/** A supplier answers some of what it can read, a day later. */
function answerOf(id: number, side: ReviewSide, visibleAt: Date, end: number) {
  const reply = side === 'buyer' ? at(replies, id) : ''
  const repliedAt = new Date(visibleAt.getTime() + 26 * hour)
  return reply === '' || repliedAt.getTime() >= end ? {} : { reply, repliedAt }
}
