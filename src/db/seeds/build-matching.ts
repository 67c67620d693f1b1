import { isInvoiceIssued, isInvoiceWanted } from '../../domain/orders/invoice-states.ts'
import { isExceptionActive } from '../../domain/orders/matching/exceptions.ts'
import { matchOrder, type MatchFacts } from '../../domain/orders/matching/match-order.ts'
import { pendingRefundStatuses } from '../../domain/orders/payment-states.ts'
import { commonTaxRate } from '../../domain/orders/tax-rates.ts'
import type { invoices } from '../tables/fulfilment.ts'
import type { invoiceFields, matchExceptions, orderMatches } from '../tables/matching.ts'
import type { Accounts } from './build-accounts.ts'
import type { OrderRow, Orders } from './build-orders.ts'
import type { buildPayments } from './build-payments.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog } from './changes.ts'
import { requireKey } from './random.ts'

type InvoiceRow = typeof invoices.$inferInsert & { id: number }
type FieldsRow = typeof invoiceFields.$inferInsert
type ExceptionRow = typeof matchExceptions.$inferInsert & { id: number }
type MatchRow = typeof orderMatches.$inferInsert

interface Sources {
  readonly accounts: Accounts
  readonly orders: Orders
  readonly money: ReturnType<typeof buildPayments>
  readonly invoices: readonly InvoiceRow[]
}

/** Usual rates: goods 13 %, services 6 %. */
export function setTaxRates({ lines }: Pick<Orders, 'lines'>): void {
  for (const line of lines) line.taxRate = line.kind === 'product' ? 1300 : 600
}

const day = 86_400_000

/** A seller's slip in one invoice: of several, by the number of the invoice. */
const slips: readonly ((fields: FieldsRow) => Partial<FieldsRow>)[] = [
  ({ buyerTaxNo }) => ({ buyerTaxNo: `${buyerTaxNo.slice(0, -1)}${buyerTaxNo.endsWith('8') ? '6' : '8'}` }),
  () => ({ taxRate: 300 }),
  ({ amount, total }) => ({ amount: amount - 10_000, total: total - 10_000 }),
]

/** Fields of the issued invoices, read from the digital invoice; a few with a slip. */
function buildFields({ accounts, orders, invoices: rows }: Sources): FieldsRow[] {
  const companies = new Map(accounts.organisations.map(({ company }) => [company.id, company]))
  const byId = new Map(orders.orders.map((order) => [order.id, order]))
  return rows
    .filter(({ status }) => isInvoiceIssued(status))
    .map((invoice, at): FieldsRow => {
      const order = requireKey(byId, invoice.orderId)
      const seller = requireKey(companies, order.sellerCompanyId)
      const rate = commonTaxRate(ratesOf(orders, order)) ?? 600
      const tax = Math.round((invoice.amount * rate) / (10_000 + rate))
      const issuedAt = invoice.issuedAt ?? order.completedAt ?? order.createdAt
      const fields: FieldsRow = {
        invoiceId: invoice.id,
        issuedOn: (issuedAt ?? new Date(0)).toISOString().slice(0, 10),
        buyerName: invoice.details.title,
        buyerTaxNo: invoice.details.taxNo,
        sellerName: seller.name,
        sellerTaxNo: seller.creditCode ?? '',
        amount: invoice.amount - tax,
        tax,
        total: invoice.amount,
        taxRate: rate,
        source: at % 4 === 3 ? 'pdf' : 'xml',
        edited: [],
      }
      const slip = at % 5 === 1 ? slips[Math.floor(at / 5) % slips.length] : undefined
      return { ...fields, ...slip?.(fields) }
    })
}

const ratesOf = ({ lines }: Orders, { id }: OrderRow) =>
  lines.filter(({ orderId }) => orderId === id).map(({ taxRate }) => taxRate ?? null)

/** Facts of an order; demo transfers have no vouchers in common. */
function factsOf(order: OrderRow, sources: Sources, fields: ReadonlyMap<number, FieldsRow>): MatchFacts {
  const { accounts, orders, money, invoices: rows } = sources
  const seller = accounts.organisations.find(({ company }) => company.id === order.sellerCompanyId)
  const refundOf = new Map(
    money.parts.map((part) => [
      part.lineId,
      money.refunds
        .filter(
          ({ partId, status }) =>
            partId === part.id && pendingRefundStatuses.some((each) => each === (status ?? 'pending')),
        )
        .reduce((sum, { amount }) => sum + amount, 0),
    ]),
  )
  const own = rows.filter(({ orderId }) => orderId === order.id)
  return {
    status: order.status,
    wantsInvoice: (order.invoice ?? null) !== null || own.some(({ status }) => isInvoiceWanted(status ?? 'requested')),
    sellerTaxNo: seller?.company.creditCode ?? '',
    taxRate: commonTaxRate(ratesOf(orders, order)),
    lines: orders.payments
      .filter(({ orderId }) => orderId === order.id)
      .map((line) => {
        const stage = orders.milestones.find(({ paymentLineId }) => paymentLineId === line.id)
        return {
          lineId: line.id,
          seq: line.seq,
          name: line.name,
          amount: line.amount,
          paid: line.paid ?? 0,
          refunded: line.refunded ?? 0,
          pendingRefund: refundOf.get(line.id) ?? 0,
          status: line.status ?? 'scheduled',
          milestone:
            stage === undefined
              ? null
              : {
                  name: stage.name,
                  status: stage.status ?? 'planned',
                  acceptedAt: stage.acceptedAt?.toISOString() ?? null,
                },
        }
      }),
    payments: money.payments.flatMap((payment) => {
      const parts = money.parts.filter(({ paymentId, orderId }) => paymentId === payment.id && orderId === order.id)
      if (parts.length === 0) return []
      return [
        {
          paymentId: payment.id,
          paymentNo: payment.paymentNo,
          status: payment.status ?? 'open',
          isTransfer: payment.method === 'bank',
          hasVoucher: false,
          parts: parts.map(({ lineId, amount, received }) => ({ lineId, amount, received: received ?? 0 })),
          twins: [],
        },
      ]
    }),
    invoices: own.map((invoice) => {
      const row = fields.get(invoice.id)
      return {
        invoiceId: invoice.id,
        status: invoice.status ?? 'requested',
        invoiceNo: invoice.invoiceNo ?? '',
        amount: invoice.amount,
        buyerTaxNo: invoice.details.taxNo,
        fields: row === undefined ? null : { ...row, number: invoice.invoiceNo ?? '', taxRate: row.taxRate ?? null },
        fixed: [],
        twins: [],
      }
    }),
  }
}

const explanations = [
  '本月底与其他订单合并开票，已与对方财务确认。',
  '末位录入有误，已在税务系统提交红字信息，红冲后重开。',
  '按小规模纳税人征收率开具，已附说明。',
]

/** Matches of the demo orders: computed by the rule of the product, with some explanations and a dismissal. */
export function buildMatching(sources: Sources, days: Calendar, log: ChangeLog) {
  const { accounts, orders } = sources
  const owners = new Map(accounts.organisations.map(({ company, ownerId }) => [company.id, ownerId]))
  const fields = buildFields(sources)
  const byInvoice = new Map(fields.map((row) => [row.invoiceId, row]))
  const [exceptions, matches]: [ExceptionRow[], MatchRow[]] = [[], []]
  for (const order of orders.orders) {
    const facts = factsOf(order, sources, byInvoice)
    const hasBegun =
      facts.payments.length + facts.invoices.length > 0 || facts.lines.some(({ milestone }) => milestone?.acceptedAt)
    if (!hasBegun) continue
    const match = matchOrder(facts)
    const own = match.exceptions.map((found): ExceptionRow => {
      const id = exceptions.length + 1
      const createdAt = new Date(days.at(-3).getTime() + (id % 48) * 3_600_000)
      const row: ExceptionRow = { ...found, id, orderId: order.id, status: 'open', createdAt }
      exceptions.push(row)
      log.add('match', id, '', [{ event: 'find', to: 'open', at: createdAt }])
      if (id % 4 === 1) explainIn(row, order, requireKey(owners, order.sellerCompanyId), log)
      return row
    })
    const active = own.filter(({ status }) => isExceptionActive(status ?? 'open'))
    const { accepted, paid, vouched, invoiced } = match.sums
    matches.push({
      orderId: order.id,
      buyerCompanyId: order.buyerCompanyId,
      sellerCompanyId: order.sellerCompanyId,
      accepted,
      paid,
      vouched,
      invoiced,
      exceptions: active.length,
      urgent: active.filter(({ severity }) => severity === 'high').length,
    })
  }
  return { fields, exceptions, matches }
}

/** The supplier explains an exception a day after it was found. */
function explainIn(row: ExceptionRow, order: OrderRow, userId: number, log: ChangeLog): void {
  const at = new Date((row.createdAt ?? new Date(0)).getTime() + day / 2)
  const reason =
    row.kind === 'wrongTaxNo' ? explanations[1] : row.kind === 'taxRateDiffers' ? explanations[2] : explanations[0]
  row.status = 'explained'
  row.explanation = reason ?? ''
  row.explainedSide = 'seller'
  log.add('match', row.id, 'open', [
    { event: 'explain', to: 'explained', at, userId, companyId: order.sellerCompanyId, reason: row.explanation },
  ])
}
