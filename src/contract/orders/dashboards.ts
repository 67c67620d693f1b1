import { z } from 'zod'
import { company, seller } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, moment } from '../fields.ts'

const orderTodoKinds = [
  'pay',
  'confirm',
  'accept',
  'deliver',
  'cancel',
  'change',
  'refund',
  'invoice',
  'review',
] as const
const otherTodoKinds = ['approve', 'compare', 'revise', 'offer', 'answer', 'follow', 'certify', 'payee'] as const
const todoKinds = [...orderTodoKinds, ...otherTodoKinds] as const

/** To-do item of a dashboard; most urgent first. */
const todo = z.object({
  kind: z.enum(todoKinds),
  title: z.string(),
  /** Internal path to the page where it is done. */
  path: z.string(),
  dueAt: moment.nullable(),
  urgent: z.boolean(),
})
/** Number of listings of a kind in a state, with the path of their list. */
const listingCount = z.object({
  kind: z.enum(['service', 'product']),
  label: z.string(),
  /** Capped at `maxListed`, which means that many or more. */
  value: z.int(),
  path: z.string(),
})
const dashboard = z.object({
  todos: z.array(todo),
  figures: z.array(z.object({ label: z.string(), value: z.int(), unit: z.enum(['count', 'fen']) })),
  payments: z.array(z.object({ orderId: id, title: z.string(), name: z.string(), amount: fen, dueAt: moment })),
  /** The shop's services and products by state, for kinds the person manages; on the seller dashboard only. */
  listings: z.array(listingCount).optional(),
  /**
   * Amounts of the orders of the last twelve months, the current one last; with the permissions for statistics and
   * orders.
   */
  trend: z.array(z.object({ month: z.string(), amount: fen })).optional(),
})
export type Dashboard = z.output<typeof dashboard>

export const dashboardsCalls = {
  buyerDashboard: call({
    path: '/fmall/order/buyer/desk',
    summary: '买家工作台：待办、付款计划与数字',
    access: company(),
    reads: true,
    input: z.object({}),
    output: dashboard,
    ours: true,
  }),
  sellerDashboard: call({
    path: '/fmall/order/saler/desk',
    summary: '卖家工作台：待办、回款计划与数字',
    access: seller(),
    reads: true,
    input: z.object({}),
    output: dashboard,
    ours: true,
  }),
}
