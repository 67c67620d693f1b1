import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { insertStatement } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { orderGroups, orderLines, orders, paymentLines } from '../../../db/tables/orders.ts'
import { dealTerms } from '../../../domain/orders/deal-record.ts'
import type { OrderAddress, OrderInvoice } from '../../../domain/orders/order-documents.ts'
import { initialPaymentSchedule } from '../../../domain/orders/order-total.ts'
import { orderTitle } from '../../../domain/orders/order-labels.ts'
import type { Member } from '../../handler.ts'
import type { PricedRequest, ShopOrder } from './confirmation.ts'
import { dealInsert, historyRows, type DealStep } from '../deal-record/record-deal.ts'
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
  /** Code; '' = none. */
  readonly costCentre: string
  readonly projectCode: string
  readonly budgetId: number | null
  /** R&D programme; null = none. */
  readonly projectId: number | null
  /** The first payments are due until then. */
  readonly payUntil: Date
}

interface NumberedOrder extends WrittenOrder {
  readonly of: ShopOrder
}

/**
 * Inserts the orders of one submit under one group, each with lines, payment schedule, first history row and first entry
 * of its deal record, which has the schedule with its first payment due: one statement for the numbers, one for the rows.
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
  const groupRow = { id: group.id, groupNo: group.no, companyId, userId, total: orderAmount }
  const steps = numbered.map((each) => submission(each, caller, submit))
  const parts = [
    insertOf(orderGroups, [groupRow]),
    insertOf(
      orders,
      numbered.map((each) => orderRow(each, group.id, caller, submit)),
    ),
    insertOf(orderLines, numbered.flatMap(lineRows)),
    insertOf(stateChanges, historyRows(steps)),
    dealInsert(steps),
  ]
  const named = parts.map((part, at) => sql`${sql.identifier(`part_${at}`)} as (${part})`)
  await tx.execute(sql`
    with ${sql.join(named, sql`, `)},
      payments as (${insertOf(paymentLines, paymentRows(numbered, submit.payUntil))} returning id, status)
    insert into ${stateChanges} (entity, entity_id, event, from_status, to_status)
    select 'payment', id, 'due', 'scheduled', status from payments where status = ${firstPaymentStatus}`)
  return { groupId: group.id, orders: numbered }
}

/** First entry of the deal record: who ordered what at which terms. */
function submission(each: NumberedOrder, caller: Member, submit: OrderSubmission): DealStep {
  const row = orderRow(each, null, caller, submit)
  const { orderNo, source, title, total, postage = 0, remark = '', buyerCompanyId, sellerCompanyId } = row
  const named = submit.now.agreement === null ? {} : { agreementNo: submit.now.agreement.agreementNo }
  const terms = {
    orderNo,
    source,
    title,
    total,
    postage,
    remark,
    buyerCompanyId,
    sellerCompanyId,
    offerId: null,
    ...named,
  }
  const schedule = paymentRows([each], submit.payUntil)
  const facts = dealTerms({ ...terms, invoice: submit.invoice, lines: lineRows(each), schedule })
  const { orderId } = each
  const history = { entity: 'order', entityId: orderId, fromStatus: '', toStatus: 'pending_confirm' } as const
  return { orderId, kind: 'order', event: 'submit', side: 'buyer', by: actorOf(caller), facts, history }
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
  groupId: number | null,
  { companyId, userId }: Member,
  { now, invoice, remarks, costCentre, projectCode, budgetId, projectId, payUntil }: OrderSubmission,
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
    agreementId: now.agreement?.agreementId ?? null,
    buyerCompanyId: companyId,
    buyerUserId: userId,
    sellerCompanyId,
    address: hasGoods ? snapshotAddress(now.address) : null,
    remark: remarks.get(of.shop.shopId) ?? '',
    costCentre,
    projectCode,
    budgetId,
    projectId,
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

const lineRows = ({ orderId, of: { wanted, total, shop } }: NumberedOrder): (typeof orderLines.$inferInsert)[] =>
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
        taxRate: shop.taxRate,
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
