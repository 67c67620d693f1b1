import { z } from 'zod'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { fen, moment } from '../fields.ts'

/** Ticket signed by the demo gateway when the payment was opened; its holder may pay. */
const input = z.object({ ticket: z.string().min(1).max(4000) })
const bill = z.object({
  paymentNo: z.string(),
  /** fen */
  amount: fen,
  subject: z.string(),
  expiresAt: moment,
  /** Internal path to which the payer returns. */
  back: z.string(),
  /** `over`: expired; `closed`: closed by the product before payment. */
  state: z.enum(['open', 'paid', 'closed', 'over']),
})
export type DemoBill = z.output<typeof bill>

/** Only with DEMO; otherwise notFound. */
export const demoPayCalls = {
  demoBill: call({
    path: '/demo/pay/bill',
    summary: '演示环境的收银台：一笔待付款；正式环境没有此接口',
    access: everyone,
    input,
    output: bill,
    ours: true,
  }),
  demoPay: call({
    path: '/demo/pay/confirm',
    summary: '演示环境的收银台：确认付款，并以签名通知告知本站',
    access: everyone,
    input,
    output: bill,
    failures: ['paymentOver'],
    ours: true,
  }),
}
