import {
  type LedgerEntry,
  receiptEntries,
  refundEntries,
  returnEntries,
  settlementEntries,
} from '../../domain/orders/ledger.ts'
import type { OrderInvoice } from '../../domain/orders/order-documents.ts'
import type { PaymentMethod } from '../../domain/orders/payment-methods.ts'
import type { invoiceDetails } from '../tables/accounts.ts'
import type { invoices } from '../tables/fulfilment.ts'
import type { ledgerEntries, ledgerMovements, paymentParts, payments, refunds } from '../tables/payments.ts'
import type { Accounts } from './build-accounts.ts'
import type { OrderRow, Orders, PaymentRow as LineRow } from './build-orders.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog, ChangeRow, Step } from './changes.ts'
import { requireKey } from './random.ts'

const day = 86_400_000

/** Payments of the demo orders: transfers, verdicts, refunds, and the ledger. */
interface Money {
  readonly payments: (typeof payments.$inferInsert & { id: number })[]
  readonly parts: (typeof paymentParts.$inferInsert & { id: number })[]
  readonly refunds: (typeof refunds.$inferInsert & { id: number })[]
  readonly movements: (typeof ledgerMovements.$inferInsert & { id: number })[]
  readonly entries: (typeof ledgerEntries.$inferInsert)[]
}

/** Lines in these states have a payment; those of the second row are refunded or being refunded. */
const paidStates = new Set(['submitted', 'confirmed', 'rejected', 'refund_pending', 'refunded'])
const backStates = new Set(['refund_pending', 'refunded'])

/** Gateway payments are confirmed only: submitted and rejected ones are transfers. */
const isOnline = ({ source }: OrderRow, { id, status }: LineRow) =>
  source === 'cart' && id % 4 === 0 && status !== 'submitted' && status !== 'rejected'

export function buildPayments({ orders, payments: lines }: Orders, days: Calendar, log: ChangeLog): Money {
  const byId = new Map(orders.map((order) => [order.id, order]))
  const steps = Map.groupBy(
    log.rows.filter(({ entity }) => entity === 'payment'),
    ({ entityId }) => entityId,
  )
  const money: Money = { payments: [], parts: [], refunds: [], movements: [], entries: [] }
  const ending: (() => void)[] = []
  for (const line of lines) {
    if (!paidStates.has(line.status ?? '')) continue
    const order = requireKey(byId, line.orderId)
    const method: PaymentMethod = isOnline(order, line) ? 'demo' : 'bank'
    const part = addPayment(money, order, line, method, steps.get(line.id) ?? [], days)
    if (backStates.has(line.status ?? '')) ending.push(() => addRefund(money, order, line, part, method, days, log))
  }
  // Refunds after all receipts, as their numbers increase with time.
  for (const end of ending) end()
  return money
}

/** Characters of a transfer's remark code. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeOf = (id: number) =>
  Array.from({ length: 6 }, (_, at) => signs.charAt((id * 7919 + at * 104_729 + id * at * 31) % signs.length)).join('')

function addPayment(
  money: Money,
  order: OrderRow,
  line: LineRow,
  method: PaymentMethod,
  steps: readonly ChangeRow[],
  days: Calendar,
): number {
  const [id, partId] = [money.payments.length + 1, money.parts.length + 1]
  const submitted = steps.find(({ event }) => event === 'submit')
  const judged = steps.find(({ event }) => event === 'confirm' || event === 'reject')
  const createdAt = submitted?.createdAt ?? days.at(-1)
  const status = line.status === 'submitted' || line.status === 'rejected' ? line.status : 'confirmed'
  const isIn = status === 'confirmed'
  const confirmedAt = isIn ? (judged?.createdAt ?? createdAt) : null
  money.payments.push({
    id,
    paymentNo: `P${stampOf(createdAt)}${String(id).padStart(4, '0')}`,
    remarkCode: codeOf(id),
    method,
    status,
    companyId: order.buyerCompanyId,
    userId: order.buyerUserId,
    amount: line.amount,
    createdAt,
    confirmedAt,
    received: isIn ? line.amount : null,
    transferredAt: method === 'bank' ? createdAt : null,
    tradeNo: method === 'bank' ? null : `D${createdAt.getTime()}${id}`,
    reason: status === 'rejected' ? (judged?.reason ?? '') : '',
    expiresAt: new Date(createdAt.getTime() + 7 * day),
  })
  const back = line.status === 'refunded' ? line.amount : 0
  money.parts.push({
    id: partId,
    paymentId: id,
    orderId: order.id,
    lineId: line.id,
    amount: line.amount,
    received: isIn ? line.amount : 0,
    refunded: back,
  })
  if (isIn) {
    const deal = { buyerId: order.buyerCompanyId, sellerId: order.sellerCompanyId }
    const of = { orderId: order.id, partId, refundId: null, createdAt: confirmedAt ?? createdAt }
    move(money, { kind: 'received', ...of }, receiptEntries(method, deal, line.amount))
    move(money, { kind: 'settled', ...of }, settlementEntries(deal, line.amount))
  }
  return partId
}

function addRefund(
  money: Money,
  order: OrderRow,
  line: LineRow,
  partId: number,
  method: PaymentMethod,
  days: Calendar,
  log: ChangeLog,
): void {
  const id = money.refunds.length + 1
  const done = line.status === 'refunded'
  const steps = log.rows.filter(({ entity, entityId }) => entity === 'payment' && entityId === line.id)
  const createdAt = steps.find(({ event }) => event === 'refund')?.createdAt ?? days.at(-1)
  const doneAt = done ? (steps.find(({ toStatus }) => toStatus === 'refunded')?.createdAt ?? createdAt) : null
  const reason = '订单取消，原路退回'
  money.refunds.push({
    id,
    refundNo: `R${stampOf(createdAt)}${String(id).padStart(4, '0')}`,
    orderId: order.id,
    partId,
    reason,
    amount: line.amount,
    status: done ? 'done' : 'pending',
    createdAt,
    doneAt,
    tradeNo: done && method !== 'bank' ? `DR${createdAt.getTime()}${id}` : null,
  })
  log.add('refund', id, '', [
    { event: 'give', to: 'pending', at: createdAt, reason, companyId: order.sellerCompanyId },
    ...(doneAt === null ? [] : [{ event: 'done', to: 'done', at: doneAt, companyId: order.sellerCompanyId }]),
  ])
  if (doneAt === null) return
  const deal = { buyerId: order.buyerCompanyId, sellerId: order.sellerCompanyId }
  const of = { orderId: order.id, partId, refundId: id, createdAt: doneAt }
  move(money, { kind: 'returned', ...of }, returnEntries(deal, line.amount))
  move(money, { kind: 'refunded', ...of }, refundEntries(method, deal, line.amount))
}

const stampOf = (moment: Date) =>
  new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')

function move(money: Money, of: Omit<Money['movements'][number], 'id'>, entries: readonly LedgerEntry[]): void {
  const id = money.movements.length + 1
  money.movements.push({ id, ...of })
  money.entries.push(...entries.map((entry) => ({ movementId: id, ...entry })))
}

type Details = typeof invoiceDetails.$inferInsert
type InvoiceRow = typeof invoices.$inferInsert & { id: number }
const hour = 3_600_000

/** Invoices of completed orders: most issued, some requested, one rejected and requested again, one reversed. */
export function buildInvoices(
  accounts: Accounts,
  made: readonly Details[],
  { orders, payments }: Orders,
  days: Calendar,
  log: ChangeLog,
): InvoiceRow[] {
  const owners = new Map(accounts.organisations.map(({ company, ownerId }) => [company.id, ownerId]))
  const details = new Map(made.map((row) => [row.companyId, row]))
  const rows: InvoiceRow[] = []
  for (const order of orders) {
    const to = details.get(order.buyerCompanyId)
    const amount = payments.reduce((sum, { orderId, paid = 0 }) => sum + (orderId === order.id ? paid : 0), 0)
    if (order.status !== 'completed' || order.completedAt == null || to === undefined || amount === 0) continue
    const start = Math.min(order.completedAt.getTime() + 3 * hour, days.at(0).getTime() - 30 * hour)
    const [buyer, seller] = [order.buyerCompanyId, order.sellerCompanyId].map((companyId) => ({
      companyId,
      userId: requireKey(owners, companyId),
    }))
    for (const [turn, kind] of kindsOf(order.id).entries()) {
      const id = rows.length + 1
      const asked = new Date(start + turn * 6 * hour)
      const done = new Date(asked.getTime() + 4 * hour)
      const path = paths[kind]
      rows.push({
        id,
        orderId: order.id,
        details: snapshot(to),
        amount,
        userId: buyer?.userId ?? 0,
        createdAt: asked,
        ...path.row(id, done),
      })
      log.add('invoice', id, '', [
        { event: 'request', to: 'requested', at: asked, ...buyer },
        ...path.steps.map(([event, to, reason], index): Step => ({
          event,
          to,
          reason,
          ...seller,
          at: new Date(done.getTime() + index * hour),
        })),
      ])
    }
  }
  return rows
}

type Kind = 'requested' | 'issued' | 'rejected' | 'reversed'

function kindsOf(id: number): readonly Kind[] {
  if (id % 5 === 0) return []
  if (id % 6 === 1) return ['requested']
  if (id % 11 === 3) return ['rejected', 'issued']
  return id % 13 === 6 ? ['reversed', 'issued'] : ['issued']
}

/** 20 digits, as fully digital invoices have. */
const numberOf = (id: number, red = 0) => `2611${String(2_000_000_000_000 + id * 7_919 + red).padStart(16, '0')}`
const wrong = '税号末位有误，请核对开票资料后重新申请'
const typo = '购买方地址开具有误，红冲后重开'

const paths: Readonly<
  Record<
    Kind,
    {
      readonly row: (id: number, at: Date) => Partial<InvoiceRow>
      readonly steps: readonly (readonly [event: string, to: string, reason: string])[]
    }
  >
> = {
  requested: { row: () => ({ status: 'requested' }), steps: [] },
  issued: {
    row: (id, at) => ({ status: 'issued', invoiceNo: numberOf(id), issuedAt: at }),
    steps: [['issue', 'issued', '']],
  },
  rejected: {
    row: () => ({ status: 'rejected', reason: wrong }),
    steps: [['reject', 'rejected', wrong]],
  },
  reversed: {
    row: (id, at) => ({
      status: 'red_reversed',
      invoiceNo: numberOf(id),
      redNo: numberOf(id, 1),
      issuedAt: at,
      reason: typo,
    }),
    steps: [
      ['issue', 'issued', ''],
      ['reverse', 'red_reversed', typo],
    ],
  },
}

const snapshot = (row: Details): OrderInvoice => ({
  kind: row.kind ?? 'normal',
  title: row.title,
  taxNo: row.taxNo,
  bankName: row.bankName ?? '',
  bankAccount: row.bankAccount ?? '',
  address: row.address ?? '',
  phone: row.phone ?? '',
  receiverEmail: row.receiverEmail ?? '',
})
