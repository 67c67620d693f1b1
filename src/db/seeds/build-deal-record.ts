import { changeOrderName } from '../../domain/orders/change-order-states.ts'
import {
  dealEntryRow,
  dealKindOf,
  dealLine,
  dealSideOf,
  dealTerms,
  type DealEvent,
  type DealFacts,
} from '../../domain/orders/deal-record.ts'
import type { dealEntries } from '../tables/deal-record.ts'
import type { Accounts } from './build-accounts.ts'
import type { buildChangeOrders } from './build-change-orders.ts'
import type { buildDisputes } from './build-disputes.ts'
import type { buildDeliveries } from './build-fulfilment.ts'
import type { OrderRow, Orders } from './build-orders.ts'
import type { buildInvoices, buildPayments } from './build-payments.ts'
import type { buildPayouts } from './build-payouts.ts'
import type { Samples } from './build-samples.ts'
import type { ChangeLog, ChangeRow } from './changes.ts'
import { requireKey } from './random.ts'

interface Deals {
  readonly accounts: Accounts
  readonly orders: Orders
  readonly money: ReturnType<typeof buildPayments>
  readonly payouts: ReturnType<typeof buildPayouts>
  readonly invoices: ReturnType<typeof buildInvoices>
  readonly deliveries: ReturnType<typeof buildDeliveries>
  readonly disputes: ReturnType<typeof buildDisputes>
  readonly changeOrders: ReturnType<typeof buildChangeOrders>['changes']
  readonly samples: Pick<Samples, 'deals'>
}

type EntryRow = typeof dealEntries.$inferInsert
interface Moment {
  readonly at: Date
  readonly event: DealEvent
}

/** Deal records of the demo orders, each order's oldest first, as `recordDeal` writes them. */
export function buildDealRecord(deals: Deals, log: ChangeLog): EntryRow[] {
  const byId = new Map(deals.orders.orders.map((order) => [order.id, order]))
  const moments = [
    ...deals.orders.orders.map((order) => creation(order, deals)),
    ...log.rows.flatMap((row) => stepOf(row, deals, byId) ?? []),
    ...paymentsOf(deals, byId),
    ...evidenceOf(deals, byId),
    ...deals.samples.deals,
  ]
  return moments
    .toSorted((a, b) => a.event.orderId - b.event.orderId || a.at.getTime() - b.at.getTime())
    .map(({ at, event }) => ({ ...dealEntryRow(event), createdAt: at }))
}

function creation(order: OrderRow, { orders: { lines, payments, milestones }, changeOrders }: Deals): Moment {
  // What was agreed first: before the change orders.
  const first = changeOrders.find(({ orderId, status }) => orderId === order.id && status === 'applied')?.termsBefore
  const deliverables = new Map(milestones.map((stage) => [stage.paymentLineId, stage.deliverables]))
  const { id, orderNo, source, title, total, buyerCompanyId, sellerCompanyId, buyerUserId: userId } = order
  const terms = { orderNo, source, title, total: first?.total ?? total, buyerCompanyId, sellerCompanyId }
  const facts = dealTerms({
    ...terms,
    postage: order.postage ?? 0,
    remark: order.remark ?? '',
    offerId: order.offerId ?? null,
    invoice: order.invoice ?? null,
    lines: lines.filter(({ orderId }) => orderId === id),
    schedule: payments
      .filter(
        ({ orderId, seq }) => orderId === id && (first === undefined || first.rows.some((row) => row.seq === seq)),
      )
      .map((line) => {
        const { amount = line.amount } = first?.rows.find(({ seq }) => seq === line.seq) ?? {}
        return { ...line, amount, deliverables: deliverables.get(line.id) }
      }),
  })
  const event = source === 'demand' ? 'create' : 'submit'
  const by = { userId, companyId: buyerCompanyId }
  const history = { fromStatus: '', toStatus: 'pending_confirm' }
  const at = order.createdAt ?? new Date(0)
  return { at, event: { orderId: id, kind: 'order', event, side: 'buyer', by, facts, history } }
}

/** The entry of a history row; undefined for rows of anything but orders. */
function stepOf(row: ChangeRow, deals: Deals, byId: ReadonlyMap<number, OrderRow>): Moment | undefined {
  const subject = subjectOf(row, deals)
  if (subject === undefined) return undefined
  const { fromStatus, toStatus, reason, event: name, createdAt: at } = row
  const userId = row.userId ?? null
  const by = userId === null ? null : { userId, companyId: row.companyId ?? null }
  const side = dealSideOf(requireKey(byId, subject.orderId), by)
  return {
    at,
    event: { ...subject, event: lineEvents.get(name) ?? name, side, by, history: { fromStatus, toStatus, reason } },
  }
}

const hour = 3_600_000

/** Names of the steps of payment lines in the demo, where they are others. */
const lineEvents: ReadonlyMap<string, string> = new Map([
  ['fallDue', 'due'],
  ['lapse', 'overdue'],
  ['finishPartRefund', 'partRefunded'],
  ['finishRefund', 'refunded'],
])

/** Steps of change orders in the history of their order. */
const changeEvents = new Set(['proposeChange', 'signChange', 'applyChange'])

type Subject = Pick<DealEvent, 'orderId' | 'kind'> & { readonly facts: DealFacts }

function subjectOf({ entity, entityId, event, fromStatus, reason = '' }: ChangeRow, deals: Deals): Subject | undefined {
  if (entity === 'order') {
    const change = deals.changeOrders.find(
      ({ orderId, number }) => orderId === entityId && reason.startsWith(changeOrderName(number)),
    )
    if (change !== undefined && changeEvents.has(event)) {
      const { number, fingerprint, baseVersion: version, termsAfter } = change
      return {
        orderId: entityId,
        kind: 'change',
        facts: { change: number, fingerprint, version, total: termsAfter.total },
      }
    }
    const delivery = deals.deliveries.find(({ orderId }) => orderId === entityId)
    const kind = dealKindOf(event, fromStatus)
    if (kind !== 'delivery' || delivery === undefined) return { orderId: entityId, kind, facts: {} }
    const { seq, note = '', carrier = '', trackingNo = '' } = delivery
    const facts = event === 'deliver' ? { delivery: seq, note, carrier, trackingNo, files: [] } : { delivery: seq }
    return { orderId: entityId, kind, facts }
  }
  if (entity === 'milestone') {
    const milestone = deals.orders.milestones.find(({ id }) => id === entityId)
    if (milestone === undefined) return undefined
    const { orderId, seq, name } = milestone
    return { orderId, kind: 'milestone', facts: { milestone: seq, name } }
  }
  if (entity === 'payment') {
    const line = deals.orders.payments.find(({ id }) => id === entityId)
    return line && { orderId: line.orderId, kind: 'line', facts: dealLine(line) }
  }
  if (entity === 'refund') {
    const refund = deals.money.refunds.find(({ id }) => id === entityId)
    return (
      refund && { orderId: refund.orderId, kind: 'refund', facts: { refundNo: refund.refundNo, amount: refund.amount } }
    )
  }
  if (entity === 'refund_request') {
    const request = deals.money.requests.find(({ id }) => id === entityId)
    if (request === undefined) return undefined
    const { orderId, amount, line } = request
    const facts = { requestId: entityId, amount, lines: [{ line, amount }], items: [], files: [] }
    return { orderId, kind: 'refund', facts }
  }
  if (entity === 'payout') {
    const payout = deals.payouts.payouts.find(({ id }) => id === entityId)
    const line = deals.payouts.lines.find(({ payoutId }) => payoutId === entityId)
    if (payout === undefined || line === undefined) return undefined
    return { orderId: line.orderId, kind: 'payout', facts: { payoutNo: payout.payoutNo, amount: line.amount } }
  }
  if (entity !== 'invoice') return undefined
  const invoice = deals.invoices.find(({ id }) => id === entityId)
  if (invoice === undefined) return undefined
  const { orderId, amount, invoiceNo = '', redNo = '' } = invoice
  return { orderId, kind: 'invoice', facts: { invoiceId: entityId, amount, invoiceNo, redNo } }
}

/** Vouchers, receipts and rejections of payments; those of the demo are for one line each. */
function paymentsOf({ accounts, money }: Deals, byId: ReadonlyMap<number, OrderRow>): Moment[] {
  const owners = new Map(accounts.organisations.map(({ company, ownerId }) => [company.id, ownerId]))
  const parts = new Map(money.parts.map((part) => [part.paymentId, part]))
  return money.payments.flatMap((payment) => {
    const part = parts.get(payment.id)
    const { paymentNo, method, amount, companyId, userId, createdAt, confirmedAt, tradeNo = null, status } = payment
    if (part === undefined || createdAt === undefined) return []
    const { orderId } = part
    const facts = { paymentNo, method, amount }
    const of = { orderId, kind: 'payment' } as const
    const by = { userId, companyId }
    const { sellerCompanyId } = requireKey(byId, orderId)
    const payee = { userId: requireKey(owners, sellerCompanyId), companyId: sellerCompanyId }
    const isBank = method === 'bank'
    const transferredAt = createdAt.toISOString()
    const submitted: DealEvent = {
      ...of,
      event: 'submit',
      side: 'buyer',
      by,
      facts: { ...facts, files: [], transferredAt },
    }
    const moments: Moment[] = isBank ? [{ at: createdAt, event: submitted }] : []
    if (confirmedAt != null) {
      const paid = { ...facts, tradeNo, paidAt: confirmedAt.toISOString() }
      const who = isBank ? ({ side: 'seller', by: payee } as const) : ({ side: 'system', by: null } as const)
      moments.push({ at: confirmedAt, event: { ...of, ...who, event: 'receive', facts: paid } })
    }
    if (status === 'rejected') {
      const { reason = '' } = payment
      const at = new Date(createdAt.getTime() + hour)
      moments.push({ at, event: { ...of, event: 'reject', side: 'seller', by: payee, facts: { ...facts, reason } } })
    }
    return moments
  })
}

const evidenceOf = ({ disputes: { disputes, evidence } }: Deals, byId: ReadonlyMap<number, OrderRow>): Moment[] =>
  evidence.flatMap(({ disputeId, userId, companyId, text, createdAt }) => {
    const dispute = disputes.find(({ id }) => id === disputeId)
    if (dispute === undefined || createdAt === undefined) return []
    const { orderId } = dispute
    const by = { userId, companyId }
    const side = dealSideOf(requireKey(byId, orderId), by)
    const facts = { disputeId, text, files: [] }
    return [{ at: createdAt, event: { orderId, kind: 'evidence', event: 'add', side, by, facts } }]
  })
