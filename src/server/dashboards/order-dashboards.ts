import type { Dashboard, dashboardsCalls } from '../../contract/orders/dashboards.ts'
import type { Db } from '../../db/open.ts'
import {
  demandExpiresAfterDays,
  isDemandEvaluating,
  isDemandOpen,
  isDemandRejected,
} from '../../domain/demands/demand-states.ts'
import { links } from '../../domain/links.ts'
import { acceptanceDueAt, isUrgent, isWaitingLong, sortByUrgency } from '../../domain/orders/deadlines.ts'
import { milestoneName } from '../../domain/orders/milestone-states.ts'
import { areChangesRequested, isAwaitingConfirmation, isOrderConfirmed } from '../../domain/orders/order-states.ts'
import { countWaitingInquiries } from '../catalogue/inquiries/inquiry-lists.ts'
import { listingStatistics } from '../catalogue/publishing/supplies.ts'
import { buyerDemandFacts, sellerDemandFacts } from '../demands/dashboard-facts.ts'
import { dueFollowUps } from '../demands/records/follow-ups.ts'
import type { Handler } from '../handler.ts'
import {
  certifyTodo,
  followTodos,
  milestonesToRework,
  ordersIn,
  orderStatistics,
  payeeTodo,
  paymentsAhead,
  type Todo,
  upcomingPayments,
} from './dashboard-facts.ts'
import { approvalTodos, cancelTodos, changeTodos, invoiceTodos, refundTodos, reviewTodos } from './dashboard-todos.ts'
import { readTradeTrend } from './statistics/trade-statistics.ts'

const day = 86_400_000
const nothing: Dashboard = { todos: [], figures: [], payments: [] }

/** Each part requires the permission for its data. */
export const buyerDashboard: Handler<typeof dashboardsCalls.buyerDashboard> = async (_input, context) => {
  const { caller, db } = context
  const now = new Date()
  const { companyId, permissions } = caller
  const demandPart = permissions.has('my_requirement') ? await buyerDemandPart(db, companyId, now) : nothing
  const orderPart = permissions.has('my_orders') ? await buyerOrderPart(db, companyId, now) : nothing
  const certify = await certifyTodo(db, companyId, links.buyerAccount({ tab: 'certification' }))
  const approvals = await approvalTodos(db, caller)
  const todos = [...approvals, ...orderPart.todos, ...demandPart.todos, ...(certify === undefined ? [] : [certify])]
  return {
    todos: sortByUrgency(todos),
    figures: permissions.has('statistics_page') ? [...demandPart.figures, ...orderPart.figures] : [],
    payments: orderPart.payments,
    trend:
      permissions.has('statistics_page') && permissions.has('my_orders')
        ? await readTradeTrend(context, 'buyer')
        : undefined,
  }
}

async function buyerDemandPart(db: Db, companyId: number, now: Date): Promise<Dashboard> {
  const { waiting, openCount } = await buyerDemandFacts(db, companyId)
  const todos = waiting.map(({ demandId, title, status, deadline, offers, firstLapse }): Todo => {
    if (isDemandRejected(status)) {
      const path = links.buyerAddDemand({ demandId })
      return { kind: 'revise', title: `“${title}”未通过审核，请修改后提交`, path, dueAt: null, urgent: false }
    }
    const expiry = deadline.getTime() + demandExpiresAfterDays * day
    const dueAt = isDemandOpen(status) ? deadline : new Date(Math.min(expiry, firstLapse ?? expiry))
    const urgent = isDemandEvaluating(status) && isUrgent(dueAt, now)
    const path = links.buyerDemand(demandId)
    return { kind: 'compare', title: `“${title}”收到 ${offers} 份报价`, path, dueAt: dueAt.toISOString(), urgent }
  })
  const follows = followTodos(await dueFollowUps(db, companyId), 'buyer', now)
  return {
    todos: [...todos, ...follows],
    figures: [{ label: '报价中的需求', value: openCount, unit: 'count' }],
    payments: [],
  }
}

async function buyerOrderPart(db: Db, companyId: number, now: Date): Promise<Dashboard> {
  const ahead = await paymentsAhead(db, 'buyer', companyId, now)
  const delivered = await ordersIn(db, 'buyer', companyId, ['delivered'])
  const { running, yearPaid } = await orderStatistics(db, 'buyer', companyId)
  const pays = ahead
    .filter((line) => line.isDue)
    .map(({ orderId, title, name, dueAt, wasRefused }): Todo => ({
      kind: 'pay',
      title: wasRefused ? `“${title}”${name}凭证被驳回，请重新提交` : `支付“${title}”${name}`,
      path: links.payOneOrder(orderId),
      dueAt: dueAt?.toISOString() ?? null,
      urgent: wasRefused || isUrgent(dueAt, now),
    }))
  const accepts = delivered.map((order): Todo => {
    const dueAt = order.delivered === null ? null : acceptanceDueAt(new Date(order.delivered))
    const due = { dueAt: dueAt?.toISOString() ?? null, urgent: isUrgent(dueAt, now) }
    return { kind: 'accept', title: `“${order.title}”已交付，请验收`, path: links.buyerOrder(order.id), ...due }
  })
  return {
    todos: [
      ...pays,
      ...accepts,
      ...(await cancelTodos(db, 'buyer', companyId)),
      ...(await changeTodos(db, 'buyer', companyId, now)),
      ...(await refundTodos(db, 'buyer', companyId)),
      ...(await reviewTodos(db, 'buyer', companyId)),
    ],
    figures: [
      { label: '履约中的订单', value: running, unit: 'count' },
      { label: '本年已付', value: yearPaid, unit: 'fen' },
    ],
    payments: upcomingPayments(ahead, now),
  }
}

/** Each part requires the permission for its data. */
export const sellerDashboard: Handler<typeof dashboardsCalls.sellerDashboard> = async (_input, context) => {
  const { caller, db } = context
  const now = new Date()
  const { companyId, permissions, shopId } = caller
  const orderPart = permissions.has('order_manage') ? await sellerOrderPart(db, companyId, now) : nothing
  const demandPart = permissions.has('my_supply') ? await sellerDemandPart(db, companyId, now) : nothing
  const questionPart = permissions.has('question_manage') ? await questionsOf(db, companyId) : []
  const certify = await certifyTodo(db, companyId, links.sellerAccount({ tab: 'certification' }))
  const payee = await payeeTodo(db, companyId)
  const todos = [
    ...orderPart.todos,
    ...questionPart,
    ...demandPart.todos,
    ...(certify === undefined ? [] : [certify]),
    ...(payee === undefined ? [] : [payee]),
  ]
  return {
    todos: sortByUrgency(todos),
    figures: permissions.has('statistics_page') ? [...orderPart.figures, ...demandPart.figures] : [],
    payments: orderPart.payments,
    listings: await listingStatistics(db, shopId, permissions),
    trend:
      permissions.has('statistics_page') && permissions.has('order_manage')
        ? await readTradeTrend(context, 'seller')
        : undefined,
  }
}

async function sellerOrderPart(db: Db, companyId: number, now: Date): Promise<Dashboard> {
  const waiting = await ordersIn(db, 'seller', companyId, [
    'pending_confirm',
    'confirmed',
    'in_progress',
    'changes_requested',
  ])
  const ahead = await paymentsAhead(db, 'seller', companyId, now)
  const { running, pending, yearPaid } = await orderStatistics(db, 'seller', companyId)
  return {
    todos: [
      ...waiting.flatMap((order) => waitingTodo(order, now)),
      ...(await milestonesToRework(db, companyId)).map(reworkTodo),
      ...(await cancelTodos(db, 'seller', companyId)),
      ...(await changeTodos(db, 'seller', companyId, now)),
      ...(await refundTodos(db, 'seller', companyId)),
      ...(await invoiceTodos(db, companyId)),
      ...(await reviewTodos(db, 'seller', companyId)),
    ],
    figures: [
      { label: '待确认的订单', value: pending, unit: 'count' },
      { label: '履约中的订单', value: running, unit: 'count' },
      { label: '本年已收', value: yearPaid, unit: 'fen' },
    ],
    payments: upcomingPayments(ahead, now),
  }
}

const reworkTodo = (row: Awaited<ReturnType<typeof milestonesToRework>>[number]): Todo => ({
  kind: 'revise',
  title: `“${row.orderTitle}”的${milestoneName(row)}，买家要求修改`,
  dueAt: row.plannedAt.toISOString(),
  path: links.sellerOrder(row.orderId),
  urgent: true,
})

/** To-dos of a supplier for an order: products are sent once confirmed, services only with a promised date. */
function waitingTodo(order: Awaited<ReturnType<typeof ordersIn>>[number], now: Date): Todo[] {
  const { id, title, status, createdAt, source, promisedAt } = order
  const path = links.sellerOrder(id)
  if (isAwaitingConfirmation(status)) {
    const confirm = { kind: 'confirm', dueAt: null, urgent: isWaitingLong(createdAt, now) } as const
    return [{ ...confirm, title: `请确认订单“${title}”`, path: links.sellerConfirmOrder(id) }]
  }
  const due = { dueAt: promisedAt?.toISOString() ?? null, path }
  if (areChangesRequested(status)) return [{ kind: 'revise', title: `“${title}”买家要求修改`, ...due, urgent: true }]
  const goods = source === 'cart'
  if (!goods && promisedAt === null) return []
  const word = goods && isOrderConfirmed(status) ? '发货' : '交付'
  return [{ kind: 'deliver', title: `“${title}”待${word}`, ...due, urgent: isUrgent(promisedAt, now) }]
}

async function sellerDemandPart(db: Db, companyId: number, now: Date): Promise<Dashboard> {
  const { hints, submittedCount } = await sellerDemandFacts(db, companyId)
  const todos = hints.map(({ demandId, title, deadline, draftId }): Todo => ({
    kind: 'offer',
    title: draftId === null ? `“${title}”正在征集报价` : `“${title}”的报价还是草稿`,
    path: links.makeOffer(demandId),
    dueAt: deadline.toISOString(),
    urgent: draftId !== null && isUrgent(deadline, now),
  }))
  const follows = followTodos(await dueFollowUps(db, companyId), 'seller', now)
  return {
    todos: [...todos, ...follows],
    figures: [{ label: '有效报价', value: submittedCount, unit: 'count' }],
    payments: [],
  }
}

/** One to-do for all open questions. */
async function questionsOf(db: Db, companyId: number): Promise<Todo[]> {
  const waiting = await countWaitingInquiries(db, companyId)
  if (waiting === 0) return []
  return [
    { kind: 'answer', title: `${waiting} 条客户咨询待回复`, path: links.sellerInquiries(), dueAt: null, urgent: false },
  ]
}
