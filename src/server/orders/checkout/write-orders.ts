import type { Db } from '../../../db/open.ts'
import { orderGroups, orderLines, orders, paymentLines } from '../../../db/tables/orders.ts'
import type { OrderAddress, OrderInvoice } from '../../../domain/orders/order-papers.ts'
import { firstPayments } from '../../../domain/orders/order-total.ts'
import { orderTitle } from '../../../domain/orders/order-title.ts'
import type { Member } from '../../handler.ts'
import { actorOf, recordSteps, takeNumber, takeNumbers } from '../../operations/public.ts'
import type { Priced, ShopOrder } from './confirmation.ts'

/** How long stock is kept for an order that nothing is paid of. */
export const unpaidMs = 24 * 3_600_000

export interface MadeOrder {
  readonly orderId: number
  readonly orderNo: string
  readonly shopName: string
  readonly sellerCompanyId: number
  readonly title: string
  /** fen */
  readonly total: number
  readonly dueNow: number
}

interface Submit {
  readonly now: Priced
  readonly invoice: OrderInvoice | null
  /** By shop. */
  readonly remarks: ReadonlyMap<number, string>
  /** The first payments are due until then. */
  readonly payUntil: Date
}

interface Numbered extends MadeOrder {
  readonly of: ShopOrder
}

/** Writes the orders of one submit under one group: each with its lines, its payments and the first step of its history. */
export async function writeOrders(
  tx: Db,
  caller: Member,
  submit: Submit,
): Promise<{ groupId: number; orders: readonly MadeOrder[] }> {
  const { shops, orderAmount } = submit.now
  const group = await takeNumber(tx, 'order_groups', 'G')
  const numbers = await takeNumbers(tx, 'orders', shops.length)
  const made = shops.flatMap((of, at): Numbered[] => {
    const number = numbers[at]
    if (number === undefined) return []
    const title = orderTitle(of.wanted.map(({ thing, quantity }) => ({ name: thing.title, quantity })))
    const { shopName, orgId: sellerCompanyId } = of.shop
    const { total, dueNow } = of.total
    return [{ orderId: number.id, orderNo: number.no, shopName, sellerCompanyId, title, total, dueNow, of }]
  })
  const { companyId, userId } = caller
  await tx.insert(orderGroups).values({ id: group.id, groupNo: group.no, companyId, userId, total: orderAmount })
  await tx.insert(orders).values(made.map((each) => orderRow(each, group.id, caller, submit)))
  await tx.insert(orderLines).values(made.flatMap(lineRows))
  const due = await writePayments(tx, made, submit.payUntil)
  const falling = { entity: 'payment' as const, event: 'due', fromStatus: 'scheduled', toStatus: 'due' }
  const submitted = { entity: 'order' as const, event: 'submit', fromStatus: '', toStatus: 'pending_confirm' }
  await recordSteps(tx, [
    ...due.map((lineId) => ({ ...falling, entityId: lineId })),
    ...made.map(({ orderId }) => ({ ...submitted, entityId: orderId, ...actorOf(caller) })),
  ])
  return { groupId: group.id, orders: made }
}

function orderRow(
  { orderId, orderNo, title, total, sellerCompanyId, of }: Numbered,
  groupId: number,
  { companyId, userId }: Member,
  { now, invoice, remarks, payUntil }: Submit,
): typeof orders.$inferInsert {
  const hasGoods = of.wanted.some(({ thing }) => thing.kind === 'product')
  return {
    ...{ id: orderId, orderNo, groupId, title, total, postage: of.total.postage ?? 0, invoice },
    source: hasGoods ? 'cart' : 'service',
    ...{ buyerCompanyId: companyId, buyerUserId: userId, sellerCompanyId },
    address: hasGoods ? snapshot(now.address) : null,
    remark: remarks.get(of.shop.shopId) ?? '',
    holdsStock: of.wanted.some(({ thing }) => thing.stock !== null),
    unpaidUntil: payUntil,
  }
}

/** The address as it is now, whatever becomes of the address book. */
const snapshot = (address: Priced['address']): OrderAddress | null => {
  if (address === null) return null
  const { receiver, mobile, districtCode, districtName, street } = address
  return { receiver, mobile, districtCode, districtName, street }
}

const lineRows = ({ orderId, of: { wanted, total } }: Numbered): (typeof orderLines.$inferInsert)[] =>
  wanted.flatMap(({ thing, quantity, seenPrice }, at) => {
    const line = total.lines[at]
    if (line === undefined) return []
    const { kind, listingId, specId, listingNo, title, specName, unit } = thing
    return [
      {
        ...{ orderId, kind, listingId, specId, listingNo, name: title, specName, unit, quantity },
        ...{ listPrice: thing.price ?? seenPrice, ...line },
      },
    ]
  })

/** What is paid first is due until the order ends by itself; the rest waits for its day. Answers the lines that are due. */
async function writePayments(tx: Db, made: readonly Numbered[], payUntil: Date): Promise<number[]> {
  const rows = made.flatMap(({ orderId, total, dueNow }) =>
    firstPayments(total, dueNow).map((payment, at): typeof paymentLines.$inferInsert => ({
      ...{ orderId, seq: at + 1, ...payment },
      ...(at === 0 ? { status: 'due', dueAt: payUntil } : { status: 'scheduled' }),
    })),
  )
  const written = await tx
    .insert(paymentLines)
    .values(rows)
    .returning({ id: paymentLines.id, status: paymentLines.status })
  return written.flatMap(({ id, status }) => (status === 'due' ? [id] : []))
}
