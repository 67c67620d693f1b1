import { z } from 'zod'
import { company, seller } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, moment } from '../fields.ts'

const ofOrders = ['pay', 'confirm', 'accept', 'deliver', 'cancel', 'invoice', 'review'] as const
const ofOthers = ['compare', 'revise', 'offer', 'answer', 'follow', 'certify', 'payee'] as const
const todoKinds = [...ofOrders, ...ofOthers] as const

/** What a desk asks of its person, most urgent first. */
const todo = z.object({
  kind: z.enum(todoKinds),
  title: z.string(),
  /** Own path that leads to doing it. */
  path: z.string(),
  dueAt: moment.nullable(),
  urgent: z.boolean(),
})
/** How many listings of a kind are in a state, and the list that shows them. */
const listingFigure = z.object({
  kind: z.enum(['service', 'product']),
  label: z.string(),
  /** At most `mostListed`: that many or more. */
  value: z.int(),
  path: z.string(),
})
const desk = z.object({
  todos: z.array(todo),
  figures: z.array(z.object({ label: z.string(), value: z.int(), unit: z.enum(['count', 'fen']) })),
  payments: z.array(z.object({ orderId: id, title: z.string(), name: z.string(), amount: fen, dueAt: moment })),
  /** The shop's services and goods by state, of those kinds that the person manages; on the seller's desk only. */
  listings: z.array(listingFigure).optional(),
})
export type Desk = z.output<typeof desk>

export const desksCalls = {
  buyerDesk: call({
    path: '/fmall/order/buyer/desk',
    summary: '买家工作台：待办、付款计划与数字',
    access: company(),
    input: z.object({}),
    output: desk,
    ours: true,
  }),
  sellerDesk: call({
    path: '/fmall/order/saler/desk',
    summary: '卖家工作台：待办、回款计划与数字',
    access: seller(),
    input: z.object({}),
    output: desk,
    ours: true,
  }),
}
