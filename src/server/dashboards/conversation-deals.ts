import { and, desc, eq, inArray, lte, not, or, sql, type SQL } from 'drizzle-orm'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import { orders } from '../../db/tables/orders.ts'
import { readParty, type PartyKind } from '../../domain/chat/party.ts'
import type { Side } from '../../domain/sides.ts'
import { getOwnConversation } from '../chat/own-conversations.ts'
import type { Caller, Handler } from '../handler.ts'
import { descending } from '../platform/queries/descending.ts'

/** Maximum of each kind. */
const shown = 5

/** What may be listed of a conversation; undefined for nothing of a kind. */
interface Scope {
  readonly side: Side
  readonly orders: SQL | undefined
  readonly offers: SQL | undefined
}

/** Offers whose existence the buyer may know: submitted ones, sealed ones after the deadline. */
const isKnownOffer = and(
  inArray(offers.status, ['submitted', 'accepted', 'rejected', 'lost', 'expired']),
  or(not(offers.sealed), lte(demands.deadline, sql`now()`)),
)

/**
 * What both sides of a conversation share. A shop is told of a person's own orders with it and, of a demand's poster, of
 * that demand alone: neither says more of who the other one is than is known.
 */
function scopeOf({ companyId, permissions }: Caller, own: PartyKind, other: PartyKind): Scope | undefined {
  if (companyId === null) return undefined
  if (own.is !== 'shop') {
    if (other.is !== 'shop') return undefined
    return {
      side: 'buyer',
      orders: permissions.has('my_orders')
        ? and(eq(orders.buyerCompanyId, companyId), eq(orders.sellerCompanyId, other.companyId))
        : undefined,
      offers: permissions.has('my_requirement')
        ? and(eq(demands.companyId, companyId), eq(offers.companyId, other.companyId), isKnownOffer)
        : undefined,
    }
  }
  const ofOther =
    other.is === 'person'
      ? eq(orders.buyerUserId, other.userId)
      : other.is === 'poster'
        ? eq(orders.demandId, other.demandId)
        : undefined
  if (ofOther === undefined) return undefined
  return {
    side: 'seller',
    orders: permissions.has('order_manage') ? and(eq(orders.sellerCompanyId, companyId), ofOther) : undefined,
    offers:
      other.is === 'poster' && permissions.has('my_supply')
        ? and(eq(offers.companyId, companyId), eq(offers.demandId, other.demandId))
        : undefined,
  }
}

const loadOrders = (db: Db, where: SQL) =>
  db
    .select({
      orderId: orders.id,
      orderNo: orders.orderNo,
      title: orders.title,
      total: orders.total,
      status: orders.status,
    })
    .from(orders)
    .where(where)
    .orderBy(descending(orders.id))
    .limit(shown)

const loadOffers = (db: Db, where: SQL) =>
  db
    .select({ offerId: offers.id, demandId: demands.id, title: demands.title, status: offers.status })
    .from(offers)
    .innerJoin(demands, eq(demands.id, offers.demandId))
    .where(where)
    .orderBy(desc(offers.id))
    .limit(shown)

export const conversationDeals: Handler<typeof conversationsCalls.conversationDeals> = async (
  { conversationId },
  { caller, db },
) => {
  const { mine, other } = await getOwnConversation(db, caller, conversationId)
  const [own, their] = [readParty(mine), readParty(other)]
  const scope = own === undefined || their === undefined ? undefined : scopeOf(caller, own, their)
  if (scope === undefined) return { orders: [], offers: [] }
  const { side } = scope
  const found = scope.orders === undefined ? [] : await loadOrders(db, scope.orders)
  const offered = scope.offers === undefined ? [] : await loadOffers(db, scope.offers)
  return { orders: found.map((row) => ({ ...row, side })), offers: offered.map((row) => ({ ...row, side })) }
}
