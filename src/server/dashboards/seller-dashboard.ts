import type { Dashboard, dashboardsCalls } from '../../contract/orders/dashboards.ts'
import type { Db } from '../../db/open.ts'
import { links } from '../../domain/links.ts'
import { sortByUrgency, isUrgent, isWaitingLong } from '../../domain/orders/deadlines.ts'
import type { Handler } from '../handler.ts'
import { cancelTodos, invoiceTodos, reviewTodos } from './dashboard-todos.ts'
import {
  certifyTodo,
  followTodos,
  orderStatistics,
  ordersIn,
  payeeTodo,
  paymentsAhead,
  upcomingPayments,
  type Todo,
} from './dashboard-facts.ts'
import { listingStatistics } from '../catalogue/publishing/supplies.ts'
import { countWaitingInquiries } from '../catalogue/inquiries/inquiry-lists.ts'
import { dueFollowUps } from '../demands/records/follow-up-reminders.ts'
import { sellerDemandFacts } from '../demands/dashboard-facts.ts'
import { isAwaitingConfirmation, areChangesRequested, isOrderConfirmed } from '../../domain/orders/order-states.ts'

const nothing: Dashboard = { todos: [], figures: [], payments: [] }

/** Each part requires the permission for its data. */
export const sellerDashboard: Handler<typeof dashboardsCalls.sellerDashboard> = async (_input, { caller, db }) => {
  const now = new Date()
  const { companyId, permissions, shopId } = caller
  const orderPart = permissions.has('order_manage') ? await ordersOf(db, companyId, now) : nothing
  const demandPart = permissions.has('my_supply') ? await demandsOf(db, companyId, now) : nothing
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
  }
}

async function ordersOf(db: Db, companyId: number, now: Date): Promise<Dashboard> {
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
      ...(await cancelTodos(db, 'seller', companyId)),
      ...(await invoiceTodos(db, companyId)),
      ...(await reviewTodos(db, 'seller', companyId)),
    ],
    figures: [
      { label: '待确认的订单', value: pending, unit: 'count' },
      { label: '履约中的订单', value: running, unit: 'count' },
      { label: '本年成交额', value: yearPaid, unit: 'fen' },
    ],
    payments: upcomingPayments(ahead, now),
  }
}

/** To-dos of a supplier for an order: products are sent once confirmed, services only with a promised date. */
function waitingTodo(order: Awaited<ReturnType<typeof ordersIn>>[number], now: Date): Todo[] {
  const { id, title, status, createdAt, source, promisedAt } = order
  const path = links.sellerOrder(id)
  if (isAwaitingConfirmation(status)) {
    const confirm = { kind: 'confirm', dueAt: null, urgent: isWaitingLong(createdAt, now) } as const
    return [{ ...confirm, title: `请确认订单「${title}」`, path: links.sellerConfirmOrder(id) }]
  }
  const due = { dueAt: promisedAt?.toISOString() ?? null, path }
  if (areChangesRequested(status)) return [{ kind: 'revise', title: `「${title}」买家要求修改`, ...due, urgent: true }]
  const goods = source === 'cart'
  if (!goods && promisedAt === null) return []
  const word = goods && isOrderConfirmed(status) ? '发货' : '交付'
  return [{ kind: 'deliver', title: `「${title}」待${word}`, ...due, urgent: isUrgent(promisedAt, now) }]
}

async function demandsOf(db: Db, companyId: number, now: Date): Promise<Dashboard> {
  const { hints, submittedCount } = await sellerDemandFacts(db, companyId)
  const todos = hints.map(({ demandId, title, deadline, draftId }): Todo => ({
    kind: 'offer',
    title: draftId === null ? `「${title}」正在征集报价` : `「${title}」的报价还是草稿`,
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
