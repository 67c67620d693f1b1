import { CallFailed } from '../../../contract/failures.ts'
import type { GatewayMethod, PayDevice } from '../../../domain/orders/payment-methods.ts'

/** Response to a callback in the format of the gateway. After a negative one it retries. */
interface CallbackAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

const plainType = 'text/plain; charset=utf-8'
const jsonType = 'application/json; charset=utf-8'

export const alipayAnswer = (isAccepted: boolean): CallbackAnswer => ({
  status: 200,
  contentType: plainType,
  body: isAccepted ? 'success' : 'fail',
})

export const wechatAnswer = (isAccepted: boolean): CallbackAnswer =>
  isAccepted
    ? { status: 200, contentType: jsonType, body: '{"code":"SUCCESS","message":"成功"}' }
    : { status: 500, contentType: jsonType, body: '{"code":"FAIL","message":"失败"}' }

export const demoAnswer = (isAccepted: boolean): CallbackAnswer => ({
  status: isAccepted ? 200 : 500,
  contentType: plainType,
  body: isAccepted ? 'success' : 'fail',
})

/** A payment to collect. Amounts in fen, always CNY. */
export interface GatewayPayment {
  readonly paymentNo: string
  readonly amount: number
  /** Subject shown to the payer. */
  readonly subject: string
  readonly expiresAt: Date
  readonly device: PayDevice
  /** Origin of this site at which the payer is. */
  readonly site: string
  /** Return path for the payer: `links.payOrder` with the payment. Its parameters are not trusted. */
  readonly back: string
  /** Client address of the payer, required by the WeChat page for phones. */
  readonly address?: string | undefined
}

/** A received payment, as reported by the gateway. */
export interface GatewayMoney {
  readonly paymentNo: string
  /** The gateway's own number. */
  readonly tradeNo: string
  readonly amount: number
  readonly paidAt: Date
}

/** A parsed callback: valid, or refused with the reason and the readable fields. */
export type GatewayCallback =
  | ({ readonly ok: true } & GatewayMoney)
  | {
      readonly ok: false
      readonly reason: string
      readonly paymentNo?: string | undefined
      readonly tradeNo?: string | undefined
      /** Valid but without a payment: acknowledged to the gateway. */
      readonly harmless?: boolean | undefined
    }

export type GatewayState =
  | ({ readonly state: 'paid' } & Omit<GatewayMoney, 'paymentNo'>)
  /** `unknown`: the gateway has no such payment; most create it when the payer opens it. */
  | { readonly state: 'open' | 'closed' | 'unknown' }

/** A refund. `refundNo` makes repeated requests idempotent; `total` is the amount of the payment. */
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
 * A payment gateway. Throws GatewayUnavailable within five seconds when it cannot be reached; the state is then unknown
 * and unchanged. Except for `openPayment`, call it outside transactions: it is slow, and the demo gateway stores its
 * trades in the same database.
 */
export interface PayGateway {
  /** Starts a payment: a page URL, or the text of a QR code. */
  readonly openPayment: (payment: GatewayPayment) => Promise<{ url: string | null; qr: string | null }>
  /** Verifies and parses a callback. Never throws. */
  readonly readCallback: (callback: { headers: Headers; body: string }) => Promise<GatewayCallback>
  /** Response to a callback; after a negative one the gateway retries. */
  readonly answer: (isAccepted: boolean) => CallbackAnswer
  readonly query: (paymentNo: string) => Promise<GatewayState>
  /** Closes an unpaid payment. A paid or missing one is unchanged. */
  readonly close: (paymentNo: string) => Promise<void>
  /** Requests a refund, or returns its state when requested before. */
  readonly refund: (refund: GatewayRefund) => Promise<GatewayRefundState>
}

/** The available gateways. */
export type Pay = Readonly<Partial<Record<GatewayMethod, PayGateway>>>

/** A gateway did not respond, or not correctly: becomes the failure `gatewayAway`. */
export class GatewayUnavailable extends CallFailed {
  constructor(reason: string) {
    super('gatewayAway')
    this.name = 'PayAway'
    this.reason = reason
  }

  /** For the log. */
  readonly reason: string
}

/** Timeout of a gateway in milliseconds. */
export const gatewayTimeout = 5_000

/**
 * Calls a gateway with a timeout. Any error becomes GatewayUnavailable with a reason for the log, which is truncated
 * because errors of the libraries contain whole requests.
 */
export async function withGatewayTimeout<T>(gateway: string, ask: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new GatewayUnavailable(`${gateway}: no answer in time`)), gatewayTimeout)
  try {
    return await Promise.race([ask(), late])
  } catch (thrown) {
    if (thrown instanceof CallFailed) throw thrown
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    throw new GatewayUnavailable(`${gateway}: ${message.slice(0, 200)}`)
  } finally {
    clearTimeout(timer)
  }
}
