import type { z } from 'zod'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { refundsCalls } from '../../../contract/orders/refunds.ts'
import type { Db } from '../../../db/open.ts'
import { yuan } from '../../../domain/money.ts'
import { isOrderDisputed } from '../../../domain/orders/order-states.ts'
import {
  allocateToLines,
  canEscalate,
  isRequestRefused,
  isRequestWaiting,
  itemRefundObstacle,
  itemRoom,
  itemWorth,
  mergeLines,
  refundAnswerDays,
  sumOfLines,
  type LineAmount,
} from '../../../domain/orders/refund-requests.ts'
import { sentence } from '../../../domain/sentence.ts'
import type { Side } from '../../../domain/sides.ts'
import type { Context, Handler } from '../../handler.ts'
import { ownFiles } from '../../platform/files/files.ts'
import { actorOf } from '../../platform/history/record-steps.ts'
import { lockOrder, type Order } from '../lock-order.ts'
import { notifyOperatorsOfRefund } from '../notify-order.ts'
import { notifyPaymentSide } from '../payments/notify-payment.ts'
import {
  assertRefundable,
  carryOutRequest,
  createRequest,
  loadAskedLines,
  loadLineRooms,
  loadRefundableItems,
  lockRequest,
  moveRequest,
} from './refund-requests.ts'
import { presentRequest } from './refunds.ts'

type RequestInput = z.output<typeof refundsCalls.refundAsk.input>

/** Runs in the transaction of its idempotency key. */
export const refundAsk: Handler<typeof refundsCalls.refundAsk> = async (input, context) => {
  const { order, request, amount } = await makeRequest('buyer', input, context)
  await notifyPaymentSide(context.db, context, 'seller', order, 'payment.confirmed', {
    title: `订单 ${order.orderNo} 的买家申请退款 ¥${yuan(amount)}`,
    text: `原因：${sentence(input.reason)}请在 ${refundAnswerDays} 天内同意或说明理由，过期买家可申请平台处理。`,
  })
  return { request: await presentRequest(context.db, request.id) }
}

/** As `refundAsk`; a refund of the supplier needs no agreement. */
export const refundGive: Handler<typeof refundsCalls.refundGive> = async (input, context) => {
  const { caller, db } = context
  const { order, request, lines, amount } = await makeRequest('seller', input, context)
  await carryOutRequest(db, context, order, request, lines, { side: 'seller', actor: actorOf(caller) })
  await notifyPaymentSide(db, context, 'buyer', order, 'payment.confirmed', {
    title: `订单 ${order.orderNo} 的供应商发起退款 ¥${yuan(amount)}`,
    text: `说明：${sentence(input.reason)}退回后将再通知您。`,
  })
  return { request: await presentRequest(db, request.id) }
}

async function makeRequest(side: Side, input: RequestInput, context: Context<'company'> | Context<'seller'>) {
  const { caller, db, note } = context
  const order = await lockOrder(db, side, caller.companyId, input.orderId)
  const lines = await linesOfInput(db, order, input)
  await assertRefundable(db, order, lines)
  const fileIds = [...new Set(input.fileIds)]
  const files = await ownFiles(db, fileIds, caller, 'attachment')
  if (files.size < fileIds.length) throw new CallFailed('notFound')
  const by = actorOf(caller)
  const { items, reason } = input
  const request = await createRequest(db, order, { side, by, lines, items, reason, files: [...files.values()] })
  const amount = sumOfLines(lines)
  note(`${order.orderNo}，¥${yuan(amount)}`)
  return { order, request, lines, amount }
}

/** Amounts by payment line: as named, or allocated from the items of an order of goods. */
async function linesOfInput(tx: Db, order: Order, { lines, items }: RequestInput): Promise<LineAmount[]> {
  const named = mergeLines(lines)
  if (named.length > 0 && items.length > 0)
    throw fieldFailed({ field: 'items', message: '按款项或按商品退款，请选一种' })
  if (items.length === 0) {
    if (named.length === 0) throw fieldFailed({ field: 'lines', message: '请填写退款金额' })
    return named
  }
  await assertItems(tx, order, items)
  if (isOrderDisputed(order.status)) throw new CallFailed('refundDisputed')
  const rooms = await loadLineRooms(tx, order.id)
  if (rooms.every(({ paid }) => paid === 0)) throw new CallFailed('refundLineUnpaid')
  const free = rooms.filter(({ isOpen }) => !isOpen)
  const amount = sumOfItems(items)
  const allocated = allocateToLines(free, amount)
  if (allocated === undefined) throw new CallFailed(itemRefundObstacle(rooms, amount))
  return allocated
}

const sumOfItems = (items: RequestInput['items']) => items.reduce((sum, { amount }) => sum + amount, 0)

/** Throws notFound for items of other orders, and refundTooMuch beyond what is left of an item. */
async function assertItems(tx: Db, order: Order, items: RequestInput['items']): Promise<void> {
  if (order.source !== 'cart') throw fieldFailed({ field: 'items', message: '该订单按款项退款' })
  if (new Set(items.map(({ orderLineId }) => orderLineId)).size < items.length)
    throw fieldFailed({ field: 'items', message: '同一商品只填一次' })
  const known = await loadRefundableItems(tx, order.id)
  for (const { orderLineId, quantity, amount } of items) {
    const item = known.find((each) => each.orderLineId === orderLineId)
    if (item === undefined) throw new CallFailed('notFound')
    const room = itemRoom(item)
    if (quantity > room.quantity || amount > itemWorth(room, quantity)) throw new CallFailed('refundTooMuch')
  }
}

export const refundWithdraw: Handler<typeof refundsCalls.refundWithdraw> = async ({ requestId }, context) => {
  const { caller, db } = context
  await db.transaction(async (tx) => {
    const { order, request } = await lockRequest(tx, 'buyer', caller.companyId, requestId)
    await moveRequest(tx, request, { event: 'withdraw', side: 'buyer', by: actorOf(caller) })
    await notifyPaymentSide(tx, context, 'seller', order, 'payment.confirmed', {
      title: `订单 ${order.orderNo} 的买家撤回了退款申请`,
      text: '无需再答复。',
    })
  })
  return { request: await presentRequest(db, requestId) }
}

/** Hands a refused or unanswered request to the platform. */
export const refundEscalate: Handler<typeof refundsCalls.refundEscalate> = async ({ requestId, reason }, context) => {
  const { caller, db, note } = context
  await db.transaction(async (tx) => {
    const { order, request } = await lockRequest(tx, 'buyer', caller.companyId, requestId)
    if (isOrderDisputed(order.status)) throw new CallFailed('refundDisputed')
    if (!canEscalate(request, new Date()))
      throw new CallFailed(isRequestWaiting(request.status) ? 'refundAnswerPending' : 'stepNotAllowed')
    // A refused request takes up its lines again.
    if (isRequestRefused(request.status)) await assertRefundable(tx, order, await loadAskedLines(tx, request.id))
    const set = { escalation: reason, escalatedAt: new Date() }
    await moveRequest(tx, request, { event: 'escalate', side: 'buyer', by: actorOf(caller), reason, set })
    await notifyPaymentSide(tx, context, 'seller', order, 'payment.confirmed', {
      title: `订单 ${order.orderNo} 的买家申请平台处理退款`,
      text: `说明：${sentence(reason)}平台裁定前您仍可同意退款。`,
    })
    await notifyOperatorsOfRefund(tx, context, order, reason)
    note(order.orderNo)
  })
  return { request: await presentRequest(db, requestId) }
}
