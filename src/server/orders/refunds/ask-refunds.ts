import type { refundsCalls } from '../../../contract/orders/refunds.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { yuan } from '../../../domain/money.ts'
import { sentence } from '../../../domain/sentence.ts'
import type { Handler } from '../../handler.ts'
import { actorOf } from '../../operations/public.ts'
import { lockOrder } from '../lock-order.ts'
import { tellSide } from '../payments/tell-payments.ts'
import { makeRefunds } from './make-refunds.ts'
import { presentRefunds } from './present-refunds.ts'
import { roomOf } from './room.ts'

/** Runs inside the transaction of its idempotency key: asked twice it is asked once. */
export const refundAsk: Handler<typeof refundsCalls.refundAsk> = async (input, context) => {
  const { caller, db, note } = context
  const { orderId, amount, reason } = input
  const order = await lockOrder(db, 'buyer', caller.companyId, orderId)
  const room = lineRoom(await roomOf(db, orderId), input.lineId)
  const by = { side: 'buyer', actor: actorOf(caller) } as const
  const made = await makeRefunds(db, context, order, { room, amount, reason, status: 'requested', by, event: 'ask' })
  const title = `订单 ${order.orderNo} 的买家申请退款 ¥${yuan(amount)}`
  await tellSide(db, context, 'seller', order, 'payment.confirmed', {
    title,
    text: `原因：${sentence(reason)}请同意或说明理由。`,
  })
  note(`${order.orderNo}，¥${yuan(amount)}`)
  return { refunds: await presentRefunds(db, orderId, idsOf(made)) }
}

/** As `refundAsk`; a supplier needs nobody's word to give back. */
export const refundGive: Handler<typeof refundsCalls.refundGive> = async (input, context) => {
  const { caller, db, note } = context
  const { orderId, amount, reason } = input
  const order = await lockOrder(db, 'seller', caller.companyId, orderId)
  const room = lineRoom(await roomOf(db, orderId), input.lineId)
  const by = { side: 'seller', actor: actorOf(caller) } as const
  const made = await makeRefunds(db, context, order, { room, amount, reason, status: 'pending', by, event: 'give' })
  const title = `订单 ${order.orderNo} 的供应商发起退款 ¥${yuan(amount)}`
  await tellSide(db, context, 'buyer', order, 'payment.confirmed', {
    title,
    text: `说明：${sentence(reason)}退回后将再通知您。`,
  })
  note(`${order.orderNo}，¥${yuan(amount)}`)
  return { refunds: await presentRefunds(db, orderId, idsOf(made)) }
}

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

/** What of one line can go back; a line of another order has nothing here. */
function lineRoom(room: Awaited<ReturnType<typeof roomOf>>, lineId: number) {
  if (!room.over.has(lineId)) throw new CallFailed('notFound')
  return { ...room, parts: room.parts.filter((part) => part.lineId === lineId) }
}
