import { z } from 'zod'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { fen, moment } from '../fields.ts'

/** What the demo gateway signed when the payment was opened: whoever has it may pay, as with a gateway's own page. */
const input = z.object({ ticket: z.string().min(1).max(4000) })
const bill = z.object({
  paymentNo: z.string(),
  /** fen */
  amount: fen,
  subject: z.string(),
  expiresAt: moment,
  /** Own path to which the payer goes back. */
  back: z.string(),
  /** `over`: its time is up; `closed`: the product closed it before anybody paid. */
  state: z.enum(['open', 'paid', 'closed', 'over']),
})
export type DemoBill = z.output<typeof bill>

/** With DEMO only, else notFound. */
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
    summary: '演示环境的收银台：确认支付，并以签名通知告知本站',
    access: everyone,
    input,
    output: bill,
    failures: ['paymentOver'],
    ours: true,
  }),
}
