import { contentOf, type Client } from '../../client.ts'
import type { TestApp } from '../../app.ts'
import { newKey } from '../../sentinels.ts'
import { refundRows, voucherOf } from './pay.ts'

type Ask = Parameters<Client['api']['orders']['refundAsk']>[0]

/** Input of a refund of one payment line; fen. */
export const ofLine = (orderId: number, lineId: number, amount: number, more: Partial<Ask> = {}): Ask => ({
  orderId,
  lines: [{ lineId, amount }],
  reason: '检测项目减少',
  ...more,
})
export const ask = (client: Client, input: Ask, idempotencyKey = newKey()) =>
  client.api.orders.refundAsk(input, { idempotencyKey })
export const give = (client: Client, input: Ask, idempotencyKey = newKey()) =>
  client.api.orders.refundGive(input, { idempotencyKey })

type Answer = Parameters<Client['api']['orders']['refundAnswer']>[0]
export const answer = (
  client: Client,
  requestId: number,
  event: Answer['event'],
  more: Omit<Partial<Answer>, 'requestId' | 'event'> = {},
) => client.api.orders.refundAnswer({ requestId, event, ...more }, { idempotencyKey: newKey() })

/** Id of the request that a call answered with. */
export const requestIdOf = (answered: Awaited<ReturnType<typeof ask>>): number => contentOf(answered).request.requestId

export const sent = (client: Client, refundId: number, voucherId: string) =>
  client.api.orders.refundSend({ refundId, voucherId }, { idempotencyKey: newKey() })
export const receipt = (client: Client, refundId: number, event: 'receive' | 'deny', reason = '') =>
  client.api.orders.refundReceipt({ refundId, event, reason }, { idempotencyKey: newKey() })

/** Transfers all pending refunds of an order back, confirmed by the buyer. */
export async function paidBack(
  app: Pick<TestApp, 'db'>,
  { buyer, seller }: { readonly buyer: Client; readonly seller: Client },
  orderId: number,
): Promise<void> {
  for (const { id, status } of await refundRows(app, orderId)) {
    if (status !== 'pending') continue
    contentOf(await sent(seller, id, await voucherOf(seller)))
    contentOf(await receipt(buyer, id, 'receive'))
  }
}
