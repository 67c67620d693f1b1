import { type LedgerEntry, receiptEntries, refundEntries, settlementEntries } from '../../domain/orders/ledger.ts'
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

/** A refund request of the demo, about one payment line. */
interface RequestNote {
  readonly id: number
  readonly orderId: number
  readonly lineId: number
  /** Number of the line. */
  readonly line: number
  /** fen */
  readonly amount: number
  readonly userId: number
  readonly reason: string
  readonly createdAt: Date
  /** null = unanswered. */
  readonly answeredAt: Date | null
}

/** Payments of the demo orders: transfers, verdicts, refunds, and the ledger. */
export interface Money {
  readonly payments: (typeof payments.$inferInsert & { id: number })[]
  readonly parts: (typeof paymentParts.$inferInsert & { id: number })[]
  readonly requests: RequestNote[]
  readonly refunds: (typeof refunds.$inferInsert & { id: number })[]
  readonly movements: (typeof ledgerMovements.$inferInsert & { id: number })[]
  readonly entries: (typeof ledgerEntries.$inferInsert)[]
}

/** Lines in these states have a payment; those of the second row are refunded or being refunded. */
const paidStates = new Set(['submitted', 'confirmed', 'rejected', 'refund_pending', 'part_refunded', 'refunded'])
const backStates = new Set(['refund_pending', 'part_refunded', 'refunded'])

/** States of service orders of the demo suppliers that were paid online. */
const onlineServices = new Set(['completed', 'disputed', 'changes_requested'])

/** Gateway payments are confirmed only: submitted and rejected ones are transfers. */
const isOnline = ({ source, status: order, sellerCompanyId }: OrderRow, { id, status }: LineRow, online: Companies) =>
  source === 'service'
    ? online.has(sellerCompanyId) && status === 'confirmed' && onlineServices.has(order ?? '')
    : source === 'cart' && id % 4 === 0 && status !== 'submitted' && status !== 'rejected'

type Companies = ReadonlySet<number | null | undefined>

/** `accounts`: two demo suppliers are paid online for services, so that they have money at the platform. */
export function buildPayments(
  accounts: Accounts,
  { orders, payments: lines }: Orders,
  days: Calendar,
  log: ChangeLog,
): Money {
  const online: Companies = new Set(
    accounts.users
      .filter(({ loginName }) => loginName === 'seller' || loginName === 'seller3')
      .map(({ companyId }) => companyId),
  )
  const byId = new Map(orders.map((order) => [order.id, order]))
  const steps = Map.groupBy(
    log.rows.filter(({ entity }) => entity === 'payment'),
    ({ entityId }) => entityId,
  )
  const money: Money = { payments: [], parts: [], requests: [], refunds: [], movements: [], entries: [] }
  const ending: (() => void)[] = []
  for (const line of lines) {
    if (!paidStates.has(line.status ?? '')) continue
    const order = requireKey(byId, line.orderId)
    const method: PaymentMethod = isOnline(order, line, online) ? 'demo' : 'bank'
    const part = addPayment(money, order, line, method, steps.get(line.id) ?? [], days)
    if (backStates.has(line.status ?? '')) ending.push(() => addRefund(money, order, line, part, method, days, log))
  }
  // Refunds after all receipts, as their numbers increase with time.
  for (const end of ending) end()
  addOpenRequest(money, orders, lines, days, log)
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
  const back = line.refunded ?? 0
  money.parts.push({
    id: partId,
    paymentId: id,
    orderId: order.id,
    lineId: line.id,
    amount: line.amount,
    received: isIn ? line.amount : 0,
    refunded: back,
    held: isIn && method !== 'bank' ? line.amount - back : 0,
  })
  if (isIn) {
    const deal = { buyerId: order.buyerCompanyId, sellerId: order.sellerCompanyId }
    const of = { orderId: order.id, partId, refundId: null, createdAt: confirmedAt ?? createdAt }
    addMovement(money, { kind: 'received', ...of }, receiptEntries(method, deal, line.amount))
    addMovement(money, { kind: 'settled', ...of }, settlementEntries(method, deal, line.amount))
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
  const back = line.refunded ?? 0
  const done = back > 0
  const amount = done ? back : line.amount
  const steps = log.rows.filter(({ entity, entityId }) => entity === 'payment' && entityId === line.id)
  const createdAt = steps.find(({ event }) => event === 'refund')?.createdAt ?? days.at(-1)
  const doneAt = done ? (steps.at(-1)?.createdAt ?? createdAt) : null
  const isPart = line.status === 'part_refunded'
  const reason = isPart ? '其中一份空白血浆有溶血，双方商定退还该份货款' : '订单取消，原路退回'
  const request = isPart
    ? addRequest(
        money,
        order,
        line,
        { amount, reason, createdAt: before(createdAt), answeredAt: createdAt, payee: payeeOf(steps) },
        log,
      )
    : null
  const isBank = method === 'bank'
  const sentAt = isBank && doneAt !== null ? before(doneAt, 4) : null
  money.refunds.push({
    id,
    refundNo: `R${stampOf(createdAt)}${String(id).padStart(4, '0')}`,
    orderId: order.id,
    partId,
    requestId: request,
    method,
    reason,
    amount,
    status: done ? 'done' : 'pending',
    createdAt,
    sentAt,
    doneAt,
    tradeNo: done && !isBank ? `DR${createdAt.getTime()}${id}` : null,
  })
  const payee = payeeOf(steps)
  const seller = { userId: payee, companyId: order.sellerCompanyId }
  const buyer = { userId: order.buyerUserId, companyId: order.buyerCompanyId }
  log.add('refund', id, '', [
    { event: 'give', to: 'pending', at: createdAt, reason, ...seller },
    ...(sentAt === null ? [] : [{ event: 'send', to: 'sent', at: sentAt, ...seller }]),
    ...(doneAt === null
      ? []
      : [{ event: isBank ? 'receive' : 'done', to: 'done', at: doneAt, ...(isBank ? buyer : {}) }]),
  ])
  if (doneAt === null) return
  const deal = { buyerId: order.buyerCompanyId, sellerId: order.sellerCompanyId }
  const of = { orderId: order.id, partId, refundId: id, createdAt: doneAt }
  addMovement(money, { kind: 'returned', ...of }, settlementEntries(method, deal, -amount))
  addMovement(money, { kind: 'refunded', ...of }, refundEntries(method, deal, amount))
}

/** Who confirmed the payment. */
const payeeOf = (steps: readonly ChangeRow[]): number | null =>
  steps.find(({ event }) => event === 'confirm')?.userId ?? null

const before = (at: Date, hours = 6) => new Date(at.getTime() - hours * hour)

type NewRequest = Pick<RequestNote, 'amount' | 'reason' | 'createdAt' | 'answeredAt'> & {
  readonly payee: number | null
}

/** Adds a request with its history; returns its id. */
function addRequest(money: Money, order: OrderRow, line: LineRow, request: NewRequest, log: ChangeLog): number {
  const id = money.requests.length + 1
  const { amount, reason, createdAt, answeredAt, payee } = request
  const { buyerUserId: userId, buyerCompanyId, sellerCompanyId } = order
  const note = { id, orderId: order.id, lineId: line.id, line: line.seq ?? 1, userId }
  money.requests.push({ ...note, amount, reason, createdAt, answeredAt })
  log.add('refund_request', id, '', [
    { event: 'ask', to: 'requested', at: createdAt, reason, userId, companyId: buyerCompanyId },
    ...(answeredAt === null
      ? []
      : [{ event: 'agree', to: 'agreed', at: answeredAt, userId: payee, companyId: sellerCompanyId }]),
  ])
  return id
}

/** Order whose buyer waits for an answer to a refund request, so that the supplier's desk has one to do. */
const askedTitle = '药代动力学：比格犬单次给药 PK 与生物利用度研究'

function addOpenRequest(
  money: Money,
  orders: readonly OrderRow[],
  lines: readonly LineRow[],
  days: Calendar,
  log: ChangeLog,
): void {
  const order = orders.find(({ title, status }) => title === askedTitle && status === 'in_progress')
  const line = lines.find(({ orderId, status }) => orderId === order?.id && status === 'confirmed')
  if (order === undefined || line === undefined) throw new Error('No order for the open refund request')
  const reason = '采血点减少两个，对应的检测费用请退回'
  addRequest(
    money,
    order,
    line,
    { amount: 360_000, reason, createdAt: days.at(-1, '10:20'), answeredAt: null, payee: null },
    log,
  )
}

/** A request of a buyer that the supplier has not answered. */
export const addUnansweredRequest = (
  money: Money,
  order: OrderRow,
  line: LineRow,
  { amount, reason }: { readonly amount: number; readonly reason: string },
  days: Calendar,
  log: ChangeLog,
): number =>
  addRequest(
    money,
    order,
    line,
    { amount, reason, createdAt: days.at(-1, '15:10'), answeredAt: null, payee: null },
    log,
  )

const stampOf = (moment: Date) =>
  new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')

/** Adds a movement of the ledger with its entries. */
export function addMovement(
  money: Money,
  of: Omit<Money['movements'][number], 'id'>,
  entries: readonly LedgerEntry[],
): void {
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
