import type { Dashboard, dashboardsCalls } from '../../contract/orders/dashboards.ts'
import type { Db } from '../../db/open.ts'
import {
  demandExpiresAfterDays,
  isDemandRejected,
  isDemandOpen,
  isDemandEvaluating,
} from '../../domain/demands/demand-states.ts'
import { links } from '../../domain/links.ts'
import { sortByUrgency, isUrgent, acceptanceDueAt } from '../../domain/orders/deadlines.ts'
import type { Handler } from '../handler.ts'
import { cancelTodos, reviewTodos } from './dashboard-todos.ts'
import {
  certifyTodo,
  followTodos,
  orderStatistics,
  ordersIn,
  paymentsAhead,
  upcomingPayments,
  type Todo,
} from './dashboard-facts.ts'
import { buyerDemandFacts } from '../demands/dashboard-facts.ts'
import { dueFollowUps } from '../demands/records/follow-up-reminders.ts'

const day = 86_400_000
const nothing: Dashboard = { todos: [], figures: [], payments: [] }

/** Each part requires the permission for its data. */
export const buyerDashboard: Handler<typeof dashboardsCalls.buyerDashboard> = async (_input, { caller, db }) => {
  const now = new Date()
  const { companyId, permissions } = caller
  const demandPart = permissions.has('my_requirement') ? await demandsOf(db, companyId, now) : nothing
  const orderPart = permissions.has('my_orders') ? await ordersOf(db, companyId, now) : nothing
  const certify = await certifyTodo(db, companyId, links.buyerAccount({ tab: 'certification' }))
  const todos = [...orderPart.todos, ...demandPart.todos, ...(certify === undefined ? [] : [certify])]
  return {
    todos: sortByUrgency(todos),
    figures: permissions.has('statistics_page') ? [...demandPart.figures, ...orderPart.figures] : [],
    payments: orderPart.payments,
  }
}

async function demandsOf(db: Db, companyId: number, now: Date): Promise<Dashboard> {
  const { waiting, openCount } = await buyerDemandFacts(db, companyId)
  const todos = waiting.map(({ demandId, title, status, deadline, offers, firstLapse }): Todo => {
    if (isDemandRejected(status)) {
      const path = links.buyerAddDemand({ demandId })
      return { kind: 'revise', title: `「${title}」未通过审核，请修改后提交`, path, dueAt: null, urgent: false }
    }
    const expiry = deadline.getTime() + demandExpiresAfterDays * day
    const dueAt = isDemandOpen(status) ? deadline : new Date(Math.min(expiry, firstLapse ?? expiry))
    const urgent = isDemandEvaluating(status) && isUrgent(dueAt, now)
    const path = links.buyerDemand(demandId)
    return { kind: 'compare', title: `「${title}」收到 ${offers} 份报价`, path, dueAt: dueAt.toISOString(), urgent }
  })
  const follows = followTodos(await dueFollowUps(db, companyId), 'buyer', now)
  return {
    todos: [...todos, ...follows],
    figures: [{ label: '报价中的需求', value: openCount, unit: 'count' }],
    payments: [],
  }
}

async function ordersOf(db: Db, companyId: number, now: Date): Promise<Dashboard> {
  const ahead = await paymentsAhead(db, 'buyer', companyId, now)
  const delivered = await ordersIn(db, 'buyer', companyId, ['delivered'])
  const { running, yearPaid } = await orderStatistics(db, 'buyer', companyId)
  const pays = ahead
    .filter((line) => line.isDue)
    .map(({ orderId, title, name, dueAt, wasRefused }): Todo => ({
      kind: 'pay',
      title: wasRefused ? `「${title}」${name}凭证被驳回，请重新提交` : `支付「${title}」${name}`,
      path: links.payOneOrder(orderId),
      dueAt: dueAt?.toISOString() ?? null,
      urgent: wasRefused || isUrgent(dueAt, now),
    }))
  const accepts = delivered.map((order): Todo => {
    const dueAt = order.delivered === null ? null : acceptanceDueAt(new Date(order.delivered))
    const due = { dueAt: dueAt?.toISOString() ?? null, urgent: isUrgent(dueAt, now) }
    return { kind: 'accept', title: `「${order.title}」已交付，请验收`, path: links.buyerOrder(order.id), ...due }
  })
  return {
    todos: [
      ...pays,
      ...accepts,
      ...(await cancelTodos(db, 'buyer', companyId)),
      ...(await reviewTodos(db, 'buyer', companyId)),
    ],
    figures: [
      { label: '履约中的订单', value: running, unit: 'count' },
      { label: '本年采购额', value: yearPaid, unit: 'fen' },
    ],
    payments: upcomingPayments(ahead, now),
  }
}
