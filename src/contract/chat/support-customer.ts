import { z } from 'zod'
import { sides } from '../../domain/sides.ts'
import { service } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, moment } from '../fields.ts'

const state = z.object({ label: z.string(), tone: z.enum(['mute', 'go', 'act', 'good', 'bad']) })

const customer = z.object({
  /** null = a person without a company. */
  company: z
    .object({
      companyId: id,
      name: z.string(),
      certification: state,
      isSuspended: z.boolean(),
      /** Certified with an open shop. */
      isSaler: z.boolean(),
    })
    .nullable(),
  /** The newest five, as buyer or supplier. */
  orders: z.array(
    z.object({
      orderId: id,
      orderNo: z.string(),
      side: z.enum(sides),
      state,
      total: fen,
      createdAt: moment,
    }),
  ),
  /** The newest five; without drafts. */
  demands: z.array(z.object({ demandId: id, demandNo: z.string(), title: z.string(), state, deadline: moment })),
  /** Records that the agent's operator roles may open: companies and demands; orders. */
  opens: z.object({ records: z.boolean(), trade: z.boolean() }),
})
export type SupportCustomer = z.output<typeof customer>

export const supportCustomerCalls = {
  /** Only while the case is open, and waits or is the agent's own. Never files or messages. */
  supportCustomer: call({
    path: '/message/service/customer',
    summary: '待接待或由自己接待的访客：企业、认证、最近的订单与需求',
    access: service,
    reads: true,
    viewing: 'closed',
    input: z.object({ conversationId: id }),
    output: customer,
    failures: ['caseTaken', 'caseClosed'],
    ours: true,
  }),
}
