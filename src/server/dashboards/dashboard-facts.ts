import { and, asc, eq, gte, inArray, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Dashboard } from '../../contract/orders/dashboards.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { orderMilestones, orders, paymentLines } from '../../db/tables/orders.ts'
import { stateChanges } from '../../db/tables/operations.ts'
import { ledgerEntries, ledgerMovements } from '../../db/tables/payments.ts'
import {
  certificationLabels,
  isCertified,
  isCertificationSubmitted,
  isUncertified,
  isCertificationRevoked,
} from '../../domain/accounts/certification.ts'
import { links } from '../../domain/links.ts'
import { paymentPlanDays } from '../../domain/orders/deadlines.ts'
import { payoutMovementKinds } from '../../domain/orders/ledger.ts'
import { endedStatuses, type OrderStatus } from '../../domain/orders/order-states.ts'
import { isLineScheduled, isLineRejected, type PaymentStatus } from '../../domain/orders/payment-states.ts'
import { hasPayeeAccount } from '../orders/payments/payee-account.ts'
import { sideCompanyId } from '../orders/present-order.ts'
import type { dueFollowUps } from '../demands/records/follow-ups.ts'
import type { Side } from '../../domain/sides.ts'

export type Todo = Dashboard['todos'][number]

/** Due follow-ups of a company as to-dos of one side. */
export const followTodos = (due: Awaited<ReturnType<typeof dueFollowUps>>, side: Side, now: Date): Todo[] =>
  due
    .filter((each) => each.side === side)
    .map(({ title, path, nextAt }) => ({
      kind: 'follow',
      title: `跟进“${title}”`,
      path,
      dueAt: nextAt.toISOString(),
      urgent: nextAt <= now,
    }))

const day = 86_400_000
/** Maximum number of to-dos per kind. */
const maxTodos = 20
/** States of running orders, whose payments are owed. */
const running = ['confirmed', 'in_progress', 'delivered', 'changes_requested'] as const satisfies OrderStatus[]
const unpaid = ['scheduled', 'due', 'rejected', 'overdue'] as const satisfies PaymentStatus[]

/** Orders of a side in some states, with the moment of the latest delivery in milliseconds since 1970, oldest first. */
export const ordersIn = (db: Db, side: Side, companyId: number, statuses: readonly OrderStatus[]) =>
  db
    .select({
      id: orders.id,
      title: orders.title,
      status: orders.status,
      createdAt: orders.createdAt,
      source: orders.source,
      promisedAt: orders.promisedAt,
      delivered: sql<
        number | null
      >`(extract(epoch from coalesce(${orders.deliveredAt}, max(${stateChanges.createdAt}))) * 1000)::float8`,
    })
    .from(orders)
    .leftJoin(
      stateChanges,
      and(eq(stateChanges.entity, 'order'), eq(stateChanges.entityId, orders.id), eq(stateChanges.event, 'deliver')),
    )
    .where(and(eq(sideCompanyId(side), companyId), inArray(orders.status, [...statuses])))
    .groupBy(orders.id)
    .orderBy(asc(orders.id))
    .limit(maxTodos)

/**
 * Milestones with requested changes in orders that wait for the acceptance of another one: their status alone says
 * nothing of them. Oldest order first.
 */
export const milestonesToRework = (db: Db, companyId: number) =>
  db
    .select({
      orderId: orders.id,
      orderTitle: orders.title,
      seq: orderMilestones.seq,
      name: orderMilestones.name,
      plannedAt: orderMilestones.plannedAt,
    })
    .from(orders)
    .innerJoin(orderMilestones, eq(orderMilestones.orderId, orders.id))
    .where(
      and(
        eq(orders.sellerCompanyId, companyId),
        eq(orders.status, 'delivered'),
        eq(orderMilestones.status, 'changes_requested'),
      ),
    )
    .orderBy(asc(orders.id), asc(orderMilestones.seq))
    .limit(maxTodos)

/** Open payments of running orders: overdue, due, and those of the next 30 days, the earliest first. */
export async function paymentsAhead(db: Db, side: Side, companyId: number, now: Date) {
  const rows = await db
    .select({ orderId: orders.id, title: orders.title, line: paymentLines })
    .from(paymentLines)
    .innerJoin(orders, eq(orders.id, paymentLines.orderId))
    .where(
      and(
        eq(sideCompanyId(side), companyId),
        notInArray(orders.status, [...endedStatuses]),
        // Payments of an offer are owed once the supplier has confirmed.
        or(ne(orders.source, 'demand'), ne(orders.status, 'pending_confirm')),
        inArray(paymentLines.status, [...unpaid]),
        or(
          lte(paymentLines.dueAt, new Date(now.getTime() + paymentPlanDays * day)),
          inArray(paymentLines.status, ['due', 'overdue']),
        ),
      ),
    )
    .orderBy(asc(paymentLines.dueAt), asc(paymentLines.id))
    .limit(100)
  return rows.map(({ orderId, title, line }) => ({
    orderId,
    title,
    name: line.name,
    dueAt: line.dueAt,
    amount: Math.max(0, line.amount - line.paid),
    isDue: !isLineScheduled(line.status) || (line.dueAt !== null && line.dueAt <= now),
    wasRefused: isLineRejected(line.status),
  }))
}

type Ahead = Awaited<ReturnType<typeof paymentsAhead>>

/** Payments of the next 30 days; overdue ones are to-dos. */
export function upcomingPayments(ahead: Ahead, now: Date): Dashboard['payments'] {
  return ahead.flatMap(({ orderId, title, name, amount, dueAt }) =>
    dueAt === null || dueAt < now ? [] : [{ orderId, title, name, amount, dueAt: dueAt.toISOString() }],
  )
}

/** Running orders of a side, and payments of this year minus refunds; fen. */
export async function orderStatistics(db: Db, side: Side, companyId: number) {
  const [row] = await db
    .select({
      running: sql<number>`count(*) filter (where ${inArray(orders.status, [...running])})::int`,
      pending: sql<number>`count(*) filter (where ${orders.status} = 'pending_confirm')::int`,
    })
    .from(orders)
    .where(eq(sideCompanyId(side), companyId))
  return { running: 0, pending: 0, ...row, yearPaid: await paidThisYear(db, side, companyId) }
}

/** Ledger sum of the supplier side for this year, in Shanghai; with what the platform holds for it. */
async function paidThisYear(db: Db, side: Side, companyId: number): Promise<number> {
  const year = sql`date_trunc('year', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`
  const [row] = await db
    .select({ paid: sql<number>`coalesce(sum(${ledgerEntries.amount}), 0)::float8` })
    .from(ledgerEntries)
    .innerJoin(ledgerMovements, eq(ledgerMovements.id, ledgerEntries.movementId))
    .innerJoin(orders, eq(orders.id, ledgerMovements.orderId))
    .where(
      and(
        eq(sideCompanyId(side), companyId),
        gte(ledgerMovements.createdAt, year),
        notInArray(ledgerMovements.kind, [...payoutMovementKinds]),
        sql`(${ledgerEntries.account} = 'seller:' || ${orders.sellerCompanyId} or ${ledgerEntries.account} like 'held:%')`,
      ),
    )
  return row?.paid ?? 0
}

/** To-do for a missing payee account; undefined once there is one. */
export async function payeeTodo(db: Db, companyId: number): Promise<Todo | undefined> {
  if (await hasPayeeAccount(db, companyId)) return undefined
  const title = '收款账户未填写，买家无法以银行转账付款'
  return { kind: 'payee', title, path: links.sellerAccount({ tab: 'receiving' }), dueAt: null, urgent: true }
}

/** To-do for a missing certification; undefined where there is nothing to do. */
export async function certifyTodo(db: Db, companyId: number, path: string): Promise<Todo | undefined> {
  const [company] = await db
    .select({ status: companies.certification })
    .from(companies)
    .where(eq(companies.id, companyId))
  if (company === undefined || isCertified(company.status) || isCertificationSubmitted(company.status)) return undefined
  const title = `企业认证${certificationLabels[company.status].label}，请${isUncertified(company.status) ? '提交' : isCertificationRevoked(company.status) ? '重新提交' : '补充'}资料`
  return { kind: 'certify', title, path, dueAt: null, urgent: !isUncertified(company.status) }
}
