import type { OrderInvoice } from '../../domain/orders/order-documents.ts'
import type { invoiceDetails } from '../tables/accounts.ts'
import type { invoices } from '../tables/fulfilment.ts'
import type { Accounts } from './build-accounts.ts'
import type { Orders } from './build-orders.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog, Step } from './changes.ts'
import { requireKey } from './random.ts'

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
