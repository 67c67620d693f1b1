import { CallFailed } from '../../../contract/failures.ts'
import type { GatewayMethod, PayDevice } from '../../../domain/orders/payment-methods.ts'
import type { DoorAnswer } from './answers.ts'

/** What a gateway is to collect. Amounts in fen, always CNY. */
export interface GatewayPayment {
  readonly paymentNo: string
  readonly amount: number
  /** What the payer reads at the gateway. */
  readonly subject: string
  readonly expiresAt: Date
  readonly device: PayDevice
  /** Origin of this site at which the payer is. */
  readonly site: string
  /** Own path to which the gateway sends its payer back: `links.payOrder` with the payment. What it says is not believed. */
  readonly back: string
  /** Address of the payer, which WeChat's page for phones asks for. */
  readonly address?: string | undefined
}

/** Money that came in, as the gateway says. */
export interface GatewayMoney {
  readonly paymentNo: string
  /** The gateway's own number. */
  readonly tradeNo: string
  readonly amount: number
  readonly paidAt: Date
}

/** What came to the door: believed, or refused with the reason and what could be read of it. */
export type GatewayNews =
  | ({ readonly ok: true } & GatewayMoney)
  | {
      readonly ok: false
      readonly reason: string
      readonly paymentNo?: string | undefined
      readonly tradeNo?: string | undefined
      /** Nothing is wrong with it, only no money came: the gateway may hear that it was taken. */
      readonly harmless?: boolean | undefined
    }

export type GatewayState =
  | ({ readonly state: 'paid' } & Omit<GatewayMoney, 'paymentNo'>)
  /** `unknown`: the gateway has no such payment; most make one only when the payer comes. */
  | { readonly state: 'open' | 'closed' | 'unknown' }

/** What goes back. `refundNo` makes a repeated wish one refund; `total` is what the payment was. */
export interface GatewayRefund {
  readonly paymentNo: string
  readonly tradeNo: string
  readonly refundNo: string
  readonly amount: number
  readonly total: number
  readonly reason: string
}
export type GatewayRefundState =
  | { readonly state: 'done'; readonly tradeNo: string }
  | { readonly state: 'pending' }
  | { readonly state: 'failed'; readonly reason: string }

/**
 * One way to be paid online. Whatever cannot be asked throws PayAway within five seconds: nothing is known then, and
 * nothing changes. But for `open`, a gateway is asked outside of transactions: it is slow, and the demo's own keeps its
 * trades in the same database.
 */
export interface PayGateway {
  /** Begins a payment: a page to go to, or the text of a QR code. */
  readonly open: (payment: GatewayPayment) => Promise<{ url: string | null; qr: string | null }>
  /** Reads what came to the door. Trusts nothing in it before its signature holds. Never throws. */
  readonly read: (came: { headers: Headers; body: string }) => Promise<GatewayNews>
  /** What the gateway wants to hear; after a no it comes again. */
  readonly answer: (took: boolean) => DoorAnswer
  readonly query: (paymentNo: string) => Promise<GatewayState>
  /** Nobody can pay it from now on. One that is paid or not there is left as it is. */
  readonly close: (paymentNo: string) => Promise<void>
  /** Asks for a refund, or how it stands when it was asked before. */
  readonly refund: (refund: GatewayRefund) => Promise<GatewayRefundState>
}

/** The gateways that are open here. */
export type Pay = Readonly<Partial<Record<GatewayMethod, PayGateway>>>

/** A gateway that did not answer, or not as it should: the caller's answer is `gatewayAway`. */
export class PayAway extends CallFailed {
  constructor(reason: string) {
    super('gatewayAway')
    this.name = 'PayAway'
    this.reason = reason
  }

  /** For the log. */
  readonly reason: string
}
