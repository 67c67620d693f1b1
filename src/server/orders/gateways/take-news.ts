import { createHash } from 'node:crypto'
import type { Db } from '../../../db/open.ts'
import { gatewayCallbacks } from '../../../db/tables/payments.ts'
import type { GatewayMethod } from '../../../domain/orders/payment-methods.ts'
import type { Context } from '../../handler.ts'
import type { Limits } from '../../limits.ts'
import type { PayGateway } from '../../providers/pay/pay.ts'
import { bookGatewayPayment } from '../payments/book.ts'

/** What came to a gateway's door. */
export interface Came {
  readonly headers: Headers
  readonly body: string
  /** Of whoever brought it. */
  readonly address: string
}

/** What became of it. `took`: the gateway need not come again. */
export interface Taken {
  readonly outcome: 'booked' | 'repeated' | 'refused'
  readonly took: boolean
  /** Why it was refused. */
  readonly reason: string
}

interface Around extends Pick<Context, 'after' | 'jobs' | 'push'> {
  readonly db: Db
  readonly limits: Pick<Limits, 'within'>
}

/** Refusals of one address that are kept an hour: a stranger may not fill the table. */
const refusalsKept = 60

/**
 * Books what a gateway says, once its signature holds, and keeps a row of what came: the only way by which money of a
 * gateway comes in besides asking it. The same news again changes nothing. Throws what went wrong here, after which the
 * gateway is to come again.
 */
export async function takeNews(
  around: Around,
  { method, gateway }: { readonly method: GatewayMethod; readonly gateway: PayGateway },
  came: Came,
): Promise<Taken> {
  const news = await gateway.read(came)
  const row = {
    ...{ method, address: came.address.slice(0, 64) },
    paymentNo: (news.paymentNo ?? '').slice(0, 64),
    tradeNo: (news.tradeNo ?? '').slice(0, 64),
    bodyHash: createHash('sha256').update(came.body).digest('hex'),
  }
  const keep = (outcome: Taken['outcome'], reason = '') =>
    around.db.insert(gatewayCallbacks).values({ ...row, outcome, reason })

  const refuse = async (reason: string, took = false): Promise<Taken> => {
    if (await around.limits.within('refusal', came.address, { most: refusalsKept, seconds: 3600 })) {
      await keep('refused', reason)
    }
    return { outcome: 'refused', took, reason }
  }

  if (!news.ok) return refuse(news.reason, news.harmless === true)
  const { paymentNo, tradeNo, amount, paidAt } = news
  const booked = await bookGatewayPayment(around.db, around, { method, paymentNo, tradeNo, amount, paidAt })
  if (booked === 'unknown') return refuse('no such payment')
  await keep(booked)
  return { outcome: booked, took: true, reason: '' }
}
