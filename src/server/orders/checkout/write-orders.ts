import type { Db } from '../../../db/open.ts'
import { orderGroups, orderLines, orders, paymentLines } from '../../../db/tables/orders.ts'
import type { OrderAddress, OrderInvoice } from '../../../domain/orders/order-documents.ts'
import { initialPaymentSchedule } from '../../../domain/orders/order-total.ts'
import { orderTitle } from '../../../domain/orders/order-labels.ts'
import type { Member } from '../../handler.ts'
import type { PricedRequest, ShopOrder } from './confirmation.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { takeNumber, takeNumbers } from '../../platform/numbers/take-number.ts'
import { isLineDue } from '../../../domain/orders/payment-states.ts'

/** How long an unpaid order reserves stock. */
export const paymentDeadlineMs = 24 * 3_600_000

export interface WrittenOrder {
  readonly orderId: number
  readonly orderNo: string
  readonly shopName: string
  readonly sellerCompanyId: number
  readonly title: string
  /** fen */
  readonly total: number
  readonly dueNow: number
}

interface OrderSubmission {
  readonly now: PricedRequest
  readonly invoice: OrderInvoice | null
  /** By shop. */
  readonly remarks: ReadonlyMap<number, string>
  /** The first payments are due until then. */
  readonly payUntil: Date
}

interface NumberedOrder extends WrittenOrder {
  readonly of: ShopOrder
}

/** Inserts the orders of one submit under one group, each with lines, payment schedule and first history entry. */
export async function writeOrders(
  tx: Db,
  caller: Member,
  submit: OrderSubmission,
): Promise<{ groupId: number; orders: readonly WrittenOrder[] }> {
  const { shops, orderAmount } = submit.now
  const group = await takeNumber(tx, 'order_groups', 'G')
  const numbers = await takeNumbers(tx, 'orders', shops.length)
  const numbered = shops.flatMap((of, at): NumberedOrder[] => {
    const number = numbers[at]
    if (number === undefined) return []
    const title = orderTitle(of.wanted.map(({ thing, quantity }) => ({ name: thing.title, quantity })))
    const { shopName, orgId: sellerCompanyId } = of.shop
    const { total, dueNow } = of.total
    return [{ orderId: number.id, orderNo: number.no, shopName, sellerCompanyId, title, total, dueNow, of }]
  })
  const { companyId, userId } = caller
  await tx.insert(orderGroups).values({ id: group.id, groupNo: group.no, companyId, userId, total: orderAmount })
  await tx.insert(orders).values(numbered.map((each) => orderRow(each, group.id, caller, submit)))
  await tx.insert(orderLines).values(numbered.flatMap(lineRows))
  const due = await writePayments(tx, numbered, submit.payUntil)
  const falling = { entity: 'payment' as const, event: 'due', fromStatus: 'scheduled', toStatus: 'due' }
  const submitted = { entity: 'order' as const, event: 'submit', fromStatus: '', toStatus: 'pending_confirm' }
  await recordSteps(tx, [
    ...due.map((lineId) => ({ ...falling, entityId: lineId })),
    ...numbered.map(({ orderId }) => ({ ...submitted, entityId: orderId, ...actorOf(caller) })),
  ])
  return { groupId: group.id, orders: numbered }
}

function orderRow(
  { orderId, orderNo, title, total, sellerCompanyId, of }: NumberedOrder,
  groupId: number,
  { companyId, userId }: Member,
  { now, invoice, remarks, payUntil }: OrderSubmission,
): typeof orders.$inferInsert {
  const hasGoods = of.wanted.some(({ thing }) => thing.kind === 'product')
  return {
    id: orderId,
    orderNo,
    groupId,
    title,
    total,
    postage: of.total.postage ?? 0,
    invoice,
    source: hasGoods ? 'cart' : 'service',
    buyerCompanyId: companyId,
    buyerUserId: userId,
    sellerCompanyId,
    address: hasGoods ? snapshotAddress(now.address) : null,
    remark: remarks.get(of.shop.shopId) ?? '',
    holdsStock: of.wanted.some(({ thing }) => thing.stock !== null),
    unpaidUntil: payUntil,
  }
}

/** Copies the address, independent of later changes to the address book. */
const snapshotAddress = (address: PricedRequest['address']): OrderAddress | null => {
  if (address === null) return null
  const { receiver, mobile, districtCode, districtName, street } = address
  return { receiver, mobile, districtCode, districtName, street }
}

const lineRows = ({ orderId, of: { wanted, total } }: NumberedOrder): (typeof orderLines.$inferInsert)[] =>
  wanted.flatMap(({ thing, quantity, seenPrice }, at) => {
    const line = total.lines[at]
    if (line === undefined) return []
    const { kind, listingId, specId, listingNo, title, specName, unit } = thing
    return [
      {
        orderId,
        kind,
        listingId,
        specId,
        listingNo,
        name: title,
        specName,
        unit,
        quantity,
        listPrice: thing.price ?? seenPrice,
        ...line,
      },
    ]
  })

/** Inserts the payment schedule: the first line is due by the payment deadline. Returns the ids of due lines. */
async function writePayments(tx: Db, numbered: readonly NumberedOrder[], payUntil: Date): Promise<number[]> {
  const rows = numbered.flatMap(({ orderId, total, dueNow }) =>
    initialPaymentSchedule(total, dueNow).map((payment, at): typeof paymentLines.$inferInsert => ({
      orderId,
      seq: at + 1,
      ...payment,
      ...(at === 0 ? { status: 'due', dueAt: payUntil } : { status: 'scheduled' }),
    })),
  )
  const written = await tx
    .insert(paymentLines)
    .values(rows)
    .returning({ id: paymentLines.id, status: paymentLines.status })
  return written.flatMap(({ id, status }) => (isLineDue(status) ? [id] : []))
}
