import { and, eq, exists, gt, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { CallFailed } from '../../../contract/failures.ts'
import type {
  MatchFilter,
  MatchList,
  MatchRow,
  orderMatchingCalls,
  OrderMatch,
} from '../../../contract/orders/matching.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { matchExceptions, orderMatches } from '../../../db/tables/matching.ts'
import { orders } from '../../../db/tables/orders.ts'
import { shops } from '../../../db/tables/shops.ts'
import { exceptionKindLabels, exceptionTransitions } from '../../../domain/orders/matching/exceptions.ts'
import type { MatchState } from '../../../domain/orders/matching/match-states.ts'
import { dealSideLabels } from '../../../domain/orders/deal-record.ts'
import { sentence } from '../../../domain/sentence.ts'
import { otherSide, type Side } from '../../../domain/sides.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Context, Handler } from '../../handler.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { descending } from '../../platform/queries/descending.ts'
import { sumOf } from '../../platform/queries/sum-of.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { notifyOrderSide } from '../notify-order.ts'
import { daysBetween } from '../../platform/queries/list-bounds.ts'
import { sideCompanyId } from '../present-order.ts'
import { loadKinds, presentMatch } from './present-match.ts'
import {
  isActiveException,
  lockMatches,
  recountExceptions,
  refreshBeforeReading,
  refreshMatches,
} from './refresh-matches.ts'

type SideContext = Context<'company'> | Context<'seller'>

const partner = alias(companies, 'partner')
const ownMatches = (side: Side) => (side === 'buyer' ? orderMatches.buyerCompanyId : orderMatches.sellerCompanyId)

const stateConditions: Readonly<Record<MatchState, SQL>> = {
  urgent: gt(orderMatches.urgent, 0),
  pending: sql`(${orderMatches.urgent} = 0 and ${orderMatches.exceptions} > 0)`,
  matched: eq(orderMatches.exceptions, 0),
}

/** Condition of a filter except its state. Requires `selectMatches`. */
export function matchCondition(db: Db, side: Side, companyId: number, filter: MatchFilter): SQL | undefined {
  const { keyword, exceptions, kind, otherOrgId, from, until } = filter
  const pattern = likePattern(keyword)
  const ofKind = db
    .select({ id: matchExceptions.id })
    .from(matchExceptions)
    .where(
      and(eq(matchExceptions.orderId, orderMatches.orderId), kind && eq(matchExceptions.kind, kind), isActiveException),
    )
  return and(
    eq(ownMatches(side), companyId),
    otherOrgId === undefined ? undefined : eq(ownMatches(otherSide(side)), otherOrgId),
    daysBetween(orders.createdAt, from, until),
    exceptions === true ? gt(orderMatches.exceptions, 0) : undefined,
    kind === undefined ? undefined : exists(ofKind),
    keyword === ''
      ? undefined
      : sql`(${orders.title} ilike ${pattern} or ${orders.orderNo} ilike ${pattern} or ${partner.name} ilike ${pattern})`,
  )
}

export const stateCondition = (state: MatchState | undefined): SQL | undefined =>
  state === undefined ? undefined : stateConditions[state]

/** Query of matched orders with the other side; the caller adds where, order and limit. */
export const selectMatches = (db: Db, side: Side) =>
  db
    .select({
      // The columns of the list only: addresses and invoice details would be decrypted for every row.
      order: {
        id: orders.id,
        orderNo: orders.orderNo,
        title: orders.title,
        status: orders.status,
        total: orders.total,
        createdAt: orders.createdAt,
      },
      match: {
        accepted: orderMatches.accepted,
        paid: orderMatches.paid,
        vouched: orderMatches.vouched,
        invoiced: orderMatches.invoiced,
        exceptions: orderMatches.exceptions,
        urgent: orderMatches.urgent,
      },
      other: { id: partner.id, name: partner.name },
    })
    .from(orderMatches)
    .innerJoin(orders, eq(orders.id, orderMatches.orderId))
    .innerJoin(partner, eq(partner.id, ownMatches(otherSide(side))))
    .$dynamic()

async function listMatches(
  side: Side,
  query: MatchFilter & { readonly current: number; readonly pageSize: number },
  context: SideContext,
): Promise<MatchList> {
  const { db, caller } = context
  await refreshBeforeReading(context, { companyId: caller.companyId })
  const { status, current, pageSize } = query
  const where = matchCondition(db, side, caller.companyId, query)
  const shown = stateCondition(status)
  const countIn = (state: SQL) => sql<number>`(count(*) filter (where ${state}))::int`
  const [counted] = await db
    .select({
      all: sql<number>`count(*)::int`,
      urgent: countIn(stateConditions.urgent),
      pending: countIn(stateConditions.pending),
      matched: countIn(stateConditions.matched),
      total: sumOf(orders.total, shown),
      accepted: sumOf(orderMatches.accepted, shown),
      paid: sumOf(orderMatches.paid, shown),
      vouched: sumOf(orderMatches.vouched, shown),
      invoiced: sumOf(orderMatches.invoiced, shown),
    })
    .from(orderMatches)
    .innerJoin(orders, eq(orders.id, orderMatches.orderId))
    .innerJoin(partner, eq(partner.id, ownMatches(otherSide(side))))
    .where(where)
  const rows = await selectMatches(db, side)
    .where(and(where, shown))
    .orderBy(descending(orderMatches.orderId))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const { all = 0, urgent = 0, pending = 0, matched = 0 } = counted ?? {}
  const { total = 0, accepted = 0, paid = 0, vouched = 0, invoiced = 0 } = counted ?? {}
  const counts = { urgent, pending, matched }
  return {
    total: status === undefined ? all : counts[status],
    data: await presentRows(db, rows),
    counts,
    sums: { total, accepted, paid, vouched, invoiced },
  }
}

async function presentRows(db: Db, rows: Awaited<ReturnType<typeof selectMatches>>): Promise<MatchRow[]> {
  const kinds = await loadKinds(
    db,
    rows.filter(({ match }) => match.exceptions > 0).map(({ order }) => order.id),
  )
  return rows.map(({ order, match, other }) => ({
    orderId: order.id,
    orderNo: order.orderNo,
    title: order.title,
    otherOrgId: other.id,
    otherName: other.name,
    status: order.status,
    total: order.total,
    accepted: match.accepted,
    paid: match.paid,
    vouched: match.vouched,
    invoiced: match.invoiced,
    exceptions: match.exceptions,
    urgent: match.urgent,
    kinds: (kinds.get(order.id) ?? []).map(({ kind }) => kind),
    createdAt: order.createdAt.toISOString(),
  }))
}

export const buyerMatches: Handler<typeof orderMatchingCalls.buyerMatches> = (query, context) =>
  listMatches('buyer', query, context)
export const sellerMatches: Handler<typeof orderMatchingCalls.sellerMatches> = (query, context) =>
  listMatches('seller', query, context)

async function ownMatch(side: Side, orderId: number, context: SideContext): Promise<OrderMatch> {
  const { db, caller } = context
  const [own] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(sideCompanyId(side), caller.companyId)))
  if (own === undefined) throw new CallFailed('notFound')
  await refreshBeforeReading(context, { orderId })
  return presentMatch(db, orderId, side)
}

export const buyerMatch: Handler<typeof orderMatchingCalls.buyerMatch> = ({ orderId }, context) =>
  ownMatch('buyer', orderId, context)
export const sellerMatch: Handler<typeof orderMatchingCalls.sellerMatch> = ({ orderId }, context) =>
  ownMatch('seller', orderId, context)

interface Explanation {
  readonly exceptionId: number
  readonly reason: string
}

async function explain(side: Side, { exceptionId, reason }: Explanation, context: SideContext): Promise<OrderMatch> {
  const { caller, db, note } = context
  const [found] = await db
    .select({
      order: {
        id: orders.id,
        orderNo: orders.orderNo,
        buyerCompanyId: orders.buyerCompanyId,
        sellerCompanyId: orders.sellerCompanyId,
      },
    })
    .from(matchExceptions)
    .innerJoin(orders, eq(orders.id, matchExceptions.orderId))
    .where(and(eq(matchExceptions.id, exceptionId), eq(sideCompanyId(side), caller.companyId)))
  if (found === undefined) throw new CallFailed('notFound')
  const { order } = found
  await refreshMatches(db, context, { orderId: order.id })
  await db.transaction(async (tx) => {
    await lockMatches(tx, [order.id])
    const [row] = await tx.select().from(matchExceptions).where(eq(matchExceptions.id, exceptionId))
    const status = row && nextState(exceptionTransitions, row.status, 'explain', side)
    if (row === undefined || status === undefined) throw new CallFailed('exceptionClosed')
    await tx
      .update(matchExceptions)
      .set({
        status,
        explanation: reason,
        explainedSide: side,
      })
      .where(eq(matchExceptions.id, exceptionId))
    await recordSteps(tx, [
      {
        entity: 'match',
        entityId: exceptionId,
        event: 'explain',
        fromStatus: row.status,
        toStatus: status,
        reason,
        ...actorOf(caller),
      },
    ])
    await recountExceptions(tx, order.id)
    await notifyOrderSide(tx, context, order, otherSide(side), {
      event: 'match.found',
      title: `${dealSideLabels[side]}说明了订单 ${order.orderNo} 的对账差异：${exceptionKindLabels[row.kind]}`,
      text: sentence(reason),
    })
    note(`${order.orderNo}，${exceptionKindLabels[row.kind]}`)
  })
  return presentMatch(db, order.id, side)
}

export const buyerMatchExplain: Handler<typeof orderMatchingCalls.buyerMatchExplain> = (input, context) =>
  explain('buyer', input, context)
export const sellerMatchExplain: Handler<typeof orderMatchingCalls.sellerMatchExplain> = (input, context) =>
  explain('seller', input, context)

export const sellerTaxRate: Handler<typeof orderMatchingCalls.sellerTaxRate> = async (_input, { caller, db }) => {
  const [shop] = await db.select({ taxRate: shops.taxRate }).from(shops).where(eq(shops.companyId, caller.companyId))
  return { taxRate: shop?.taxRate ?? null }
}

export const sellerTaxRateSave: Handler<typeof orderMatchingCalls.sellerTaxRateSave> = async ({ taxRate }, context) => {
  const { caller, db } = context
  await db.update(shops).set({ taxRate }).where(eq(shops.companyId, caller.companyId))
  return { taxRate }
}
