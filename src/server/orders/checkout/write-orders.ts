import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { insertStatement } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { orderGroups, orderLines, orders, paymentLines } from '../../../db/tables/orders.ts'
import type { OrderAddress, OrderInvoice } from '../../../domain/orders/order-documents.ts'
import { initialPaymentSchedule } from '../../../domain/orders/order-total.ts'
import { orderTitle } from '../../../domain/orders/order-labels.ts'
import type { Member } from '../../handler.ts'
import type { PricedRequest, ShopOrder } from './confirmation.ts'
import { actorOf } from '../../platform/history/record-steps.ts'
import { takeNumbers } from '../../platform/numbers/take-number.ts'
import type { PaymentStatus } from '../../../domain/orders/payment-states.ts'

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

/**
 * Inserts the orders of one submit under one group, each with lines, payment schedule and first history entry: one
 * statement for the numbers, one for the rows.
 */
export async function writeOrders(
  tx: Db,
  caller: Member,
  submit: OrderSubmission,
): Promise<{ groupId: number; orders: readonly WrittenOrder[] }> {
  const { shops, orderAmount } = submit.now
  const { group, numbers } = await takeOrderNumbers(tx, shops.length)
  const numbered = shops.flatMap((of, at): NumberedOrder[] => {
    const number = numbers[at]
    if (number === undefined) return []
    const title = orderTitle(of.wanted.map(({ thing, quantity }) => ({ name: thing.title, quantity })))
    const { shopName, orgId: sellerCompanyId } = of.shop
    const { total, dueNow } = of.total
    return [{ orderId: number.id, orderNo: number.no, shopName, sellerCompanyId, title, total, dueNow, of }]
  })
  const { companyId, userId } = caller
  const submitted = { entity: 'order' as const, event: 'submit', fromStatus: '', toStatus: 'pending_confirm' }
  const groupRow = { id: group.id, groupNo: group.no, companyId, userId, total: orderAmount }
  const parts = [
    insertOf(orderGroups, [groupRow]),
    insertOf(
      orders,
      numbered.map((each) => orderRow(each, group.id, caller, submit)),
    ),
    insertOf(orderLines, numbered.flatMap(lineRows)),
    insertOf(
      stateChanges,
      numbered.map(({ orderId }) => ({ ...submitted, entityId: orderId, reason: '', ...actorOf(caller) })),
    ),
  ]
  const named = parts.map((part, at) => sql`${sql.identifier(`part_${at}`)} as (${part})`)
  await tx.execute(sql`
    with ${sql.join(named, sql`, `)},
      payments as (${insertOf(paymentLines, paymentRows(numbered, submit.payUntil))} returning id, status)
    insert into ${stateChanges} (entity, entity_id, event, from_status, to_status)
    select 'payment', id, 'due', 'scheduled', status from payments where status = ${firstPaymentStatus}`)
  return { groupId: group.id, orders: numbered }
}

function insertOf<T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]): SQL {
  const [first] = rows
  if (first === undefined) throw new Error('An order without rows')
  return insertStatement(table, first, rows)
}

/** Number of the group and of each of its orders. */
async function takeOrderNumbers(tx: Db, count: number) {
  const [group, ...numbers] = await takeNumbers(tx, [
    { table: 'order_groups', count: 1, prefix: 'G' },
    { table: 'orders', count },
  ])
  if (group === undefined) throw new Error('No sequence of order_groups')
  return { group, numbers }
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
        unitPrice: line.unitPrice,
        amount: line.amount,
        downPayment: line.downPayment,
      },
    ]
  })

const firstPaymentStatus: PaymentStatus = 'due'

/** The payment schedule: the first line is due by the payment deadline. */
const paymentRows = (numbered: readonly NumberedOrder[], payUntil: Date): (typeof paymentLines.$inferInsert)[] =>
  numbered.flatMap(({ orderId, total, dueNow }) =>
    initialPaymentSchedule(total, dueNow).map((payment, at) => ({
      orderId,
      seq: at + 1,
      ...payment,
      status: at === 0 ? firstPaymentStatus : 'scheduled',
      dueAt: at === 0 ? payUntil : null,
    })),
  )
