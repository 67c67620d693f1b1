import { createPublicKey, randomBytes, sign, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { links } from '../../../domain/links.ts'
import {
  demoAnswer,
  type GatewayCallback,
  type GatewayRefund,
  type GatewayRefundState,
  type PayGateway,
} from './pay.ts'
import { plainSubject } from './gateway-text.ts'

/** A payment of the demo gateway, once the payer has decided. */
export interface DemoTrade {
  readonly state: 'paid' | 'closed'
  readonly tradeNo: string
  /** fen */
  readonly amount: number
  readonly at: string
  /** Refunded amounts by refund number; fen. */
  readonly refunds: Readonly<Record<string, number>>
}

/** Storage of the demo gateway for its key and trades, separate from the tables of the product. */
export interface DemoTrades {
  /** Ed25519, the same for all processes. */
  readonly key: KeyObject
  readonly find: (paymentNo: string) => Promise<DemoTrade | undefined>
  /** Saves the first decision about a payment and returns it; later ones are ignored. */
  readonly decide: (paymentNo: string, trade: DemoTrade) => Promise<DemoTrade>
  /** Adds a refund once; undefined when it exceeds the remaining amount. */
  readonly giveBack: (paymentNo: string, refundNo: string, amount: number) => Promise<DemoTrade | undefined>
}

/** Bill shown by the cashier. */
export interface DemoBill {
  readonly paymentNo: string
  readonly amount: number
  readonly subject: string
  readonly expiresAt: string
  readonly back: string
}

/** A signed callback, posted to the callback endpoint like those of other gateways. */
export interface DemoCallback {
  readonly headers: Headers
  readonly body: string
}

export interface DemoGateway extends PayGateway {
  /** The bill of a signed ticket and its state; undefined when the ticket is invalid. */
  readonly bill: (ticket: string) => Promise<(DemoBill & { trade: DemoTrade | undefined }) | undefined>
  /** The payer pays. Null when it is too late. */
  readonly pay: (bill: DemoBill) => Promise<DemoCallback | null>
}

/** Maximum clock difference of a callback in seconds. */
const maxSkewSeconds = 300
const billShape = z.object({
  paymentNo: z.string(),
  amount: z.int().positive(),
  subject: z.string(),
  expiresAt: z.iso.datetime(),
  back: z.string(),
})
const said = z.object({
  paymentNo: z.string().min(1),
  tradeNo: z.string().min(1),
  amount: z.int().positive(),
  currency: z.literal('CNY'),
  paidAt: z.iso.datetime(),
})

/** A demo gateway without real money; its tickets and callbacks are signed like those of others. */
export function demoGateway(trades: DemoTrades): DemoGateway {
  const { key } = trades
  const publicKey = createPublicKey(key)
  const seal = (text: string) => sign(null, Buffer.from(text), key).toString('base64url')
  const holds = (text: string, given: string) =>
    verify(null, Buffer.from(text), publicKey, Buffer.from(given, 'base64url'))
  const paid = ({ paymentNo, amount }: DemoBill): Promise<DemoTrade> => {
    const tradeNo = `D${Date.now()}${randomBytes(4).toString('hex')}`
    return trades.decide(paymentNo, { state: 'paid', tradeNo, at: new Date().toISOString(), amount, refunds: {} })
  }

  return {
    openPayment: async ({ paymentNo, amount, subject, expiresAt, site, back }) => {
      const bill = { paymentNo, amount, subject: plainSubject(subject), expiresAt: expiresAt.toISOString(), back }
      const text = Buffer.from(JSON.stringify(bill)).toString('base64url')
      return { url: `${site}${links.demoPay(`${text}.${seal(`bill ${text}`)}`)}`, qr: null }
    },
    bill: async (ticket) => {
      const [text = '', given = ''] = ticket.split('.')
      if (!holds(`bill ${text}`, given)) return undefined
      const bill = billShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
      return { ...bill, trade: await trades.find(bill.paymentNo) }
    },
    pay: async (bill) => {
      const known = await trades.find(bill.paymentNo)
      if (known === undefined && Date.parse(bill.expiresAt) <= Date.now()) return null
      const trade = known ?? (await paid(bill))
      if (trade.state !== 'paid') return null
      const { tradeNo, amount, at: paidAt } = trade
      const body = JSON.stringify({ paymentNo: bill.paymentNo, tradeNo, amount, currency: 'CNY', paidAt })
      const [time, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(16).toString('hex')]
      const signature = seal(`notice ${time} ${nonce} ${body}`)
      return {
        headers: new Headers({ 'demo-timestamp': time, 'demo-nonce': nonce, 'demo-signature': signature }),
        body,
      }
    },
    readCallback: async (came) => readDemoCallback(holds, came),
    answer: demoAnswer,
    query: async (paymentNo) => {
      const trade = await trades.find(paymentNo)
      if (trade?.state !== 'paid') return { state: trade === undefined ? 'unknown' : 'closed' }
      return { state: 'paid', tradeNo: trade.tradeNo, amount: trade.amount, paidAt: new Date(trade.at) }
    },
    close: async (paymentNo) => {
      await trades.decide(paymentNo, {
        state: 'closed',
        tradeNo: '',
        amount: 0,
        refunds: {},
        at: new Date().toISOString(),
      })
    },
    refund: (request) => refundTrade(trades, request),
  }
}

function readDemoCallback(
  holds: (text: string, seal: string) => boolean,
  { headers, body }: { headers: Headers; body: string },
): GatewayCallback {
  const of = (name: string) => headers.get(`demo-${name}`) ?? ''
  const time = of('timestamp')
  if (!holds(`notice ${time} ${of('nonce')} ${body}`, of('signature'))) return { ok: false, reason: 'wrong signature' }
  // NaN is outside the window as well.
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= maxSkewSeconds)) return { ok: false, reason: 'too old' }
  const { paymentNo, tradeNo, amount, paidAt } = said.parse(JSON.parse(body))
  return { ok: true, paymentNo, tradeNo, amount, paidAt: new Date(paidAt) }
}

async function refundTrade(trades: DemoTrades, refund: GatewayRefund): Promise<GatewayRefundState> {
  const trade = await trades.giveBack(refund.paymentNo, refund.refundNo, refund.amount)
  return trade === undefined
    ? { state: 'failed', reason: '退款金额超过这笔付款的余额' }
    : { state: 'done', tradeNo: refund.refundNo }
}
