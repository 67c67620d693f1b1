import { createPublicKey, randomBytes, sign, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { links } from '../../../domain/links.ts'
import { demoAnswer } from './answers.ts'
import { plainSubject } from './gateway-text.ts'
import type { GatewayNews, GatewayRefund, GatewayRefundState, PayGateway } from './pay.ts'

/** What the demo's gateway knows of a payment once its payer has decided. */
export interface DemoTrade {
  readonly state: 'paid' | 'closed'
  readonly tradeNo: string
  /** fen */
  readonly amount: number
  readonly at: string
  /** What went back, by the number of the refund; fen. */
  readonly refunds: Readonly<Record<string, number>>
}

/** Where the demo's gateway keeps its key and its trades: apart from the product's own tables. */
export interface DemoTrades {
  /** Ed25519, the same for all processes. */
  readonly key: KeyObject
  readonly find: (paymentNo: string) => Promise<DemoTrade | undefined>
  /** Keeps the first decision about a payment and answers it: a later one changes nothing. */
  readonly decide: (paymentNo: string, trade: DemoTrade) => Promise<DemoTrade>
  /** Adds a refund once; undefined when there is not so much left to give back. */
  readonly giveBack: (paymentNo: string, refundNo: string, amount: number) => Promise<DemoTrade | undefined>
}

/** What stands on the cash desk. */
export interface DemoBill {
  readonly paymentNo: string
  readonly amount: number
  readonly subject: string
  readonly expiresAt: string
  readonly back: string
}

/** Signed by the gateway, to be posted to the product's door as any gateway does. */
export interface DemoNotice {
  readonly headers: Headers
  readonly body: string
}

export interface DemoGateway extends PayGateway {
  /** The bill behind a signed ticket and what became of it; undefined when the ticket is not ours. */
  readonly bill: (ticket: string) => Promise<(DemoBill & { trade: DemoTrade | undefined }) | undefined>
  /** The payer pays. Null when it is too late. */
  readonly pay: (bill: DemoBill) => Promise<DemoNotice | null>
}

/** Seconds that a notice may be old or ahead. */
const window = 300
const billShape = z.object({
  ...{ paymentNo: z.string(), amount: z.int().positive(), subject: z.string() },
  ...{ expiresAt: z.iso.datetime(), back: z.string() },
})
const said = z.object({
  ...{ paymentNo: z.string().min(1), tradeNo: z.string().min(1), amount: z.int().positive() },
  ...{ currency: z.literal('CNY'), paidAt: z.iso.datetime() },
})

/** A gateway for people who try the product: its money is none, but its tickets and notices are signed like others'. */
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
    open: async ({ paymentNo, amount, subject, expiresAt, site, back }) => {
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
    read: async (came) => readNotice(holds, came),
    answer: demoAnswer,
    query: async (paymentNo) => {
      const trade = await trades.find(paymentNo)
      if (trade?.state !== 'paid') return { state: trade === undefined ? 'unknown' : 'closed' }
      return { state: 'paid', tradeNo: trade.tradeNo, amount: trade.amount, paidAt: new Date(trade.at) }
    },
    close: async (paymentNo) => {
      await trades.decide(paymentNo, {
        ...{ state: 'closed', tradeNo: '', amount: 0, refunds: {}, at: new Date().toISOString() },
      })
    },
    refund: (wish) => giveBack(trades, wish),
  }
}

function readNotice(
  holds: (text: string, seal: string) => boolean,
  { headers, body }: { headers: Headers; body: string },
): GatewayNews {
  const of = (name: string) => headers.get(`demo-${name}`) ?? ''
  const time = of('timestamp')
  if (!holds(`notice ${time} ${of('nonce')} ${body}`, of('signature'))) return { ok: false, reason: 'wrong signature' }
  // A text that is no number is not within the window either.
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= window)) return { ok: false, reason: 'too old' }
  const { paymentNo, tradeNo, amount, paidAt } = said.parse(JSON.parse(body))
  return { ok: true, paymentNo, tradeNo, amount, paidAt: new Date(paidAt) }
}

async function giveBack(trades: DemoTrades, wish: GatewayRefund): Promise<GatewayRefundState> {
  const trade = await trades.giveBack(wish.paymentNo, wish.refundNo, wish.amount)
  return trade === undefined
    ? { state: 'failed', reason: '退款金额超过这笔支付的余额' }
    : { state: 'done', tradeNo: wish.refundNo }
}
