import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OrderMatch } from '../../../contract/orders/matching.ts'
import { yuan } from '../../../domain/money.ts'
import { acceptanceLabels } from '../../../domain/orders/matching/match-labels.ts'
import { paymentLabels } from '../../../domain/orders/payment-states.ts'
import { date } from '../../../domain/time.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'

type Line = OrderMatch['lines'][number]

const Note = ({ children }: { children: ReactNode }) => (
  <span className="block text-xs wrap-anywhere text-ink-3">{children}</span>
)
const Amount = ({ fen }: { fen: number }) => (
  <span className="block tabular-nums">{fen === 0 ? '--' : `¥${yuan(fen)}`}</span>
)

const Acceptance = ({ line: { acceptance } }: { line: Line }) => (
  <>
    <StateBadge {...acceptanceLabels[acceptance.state]} />
    {acceptance.acceptedAt !== null && <Note>{date(acceptance.acceptedAt)}</Note>}
  </>
)
const Payment = ({ line: { payment } }: { line: Line }) => (
  <>
    <Amount fen={payment.paid} />
    <StateBadge {...paymentLabels[payment.status]} />
    {payment.refunded > 0 && <Note>已退 ¥{yuan(payment.refunded)}</Note>}
    {payment.pendingRefund > 0 && <Note>退款中 ¥{yuan(payment.pendingRefund)}</Note>}
  </>
)
const Voucher = ({ line: { voucher } }: { line: Line }) => (
  <>
    <Amount fen={voucher.confirmed} />
    {voucher.submitted > 0 && <Note>待核实 ¥{yuan(voucher.submitted)}</Note>}
    {voucher.paymentNos.map((no) => (
      <Note key={no}>{no}</Note>
    ))}
  </>
)
const Invoice = ({ line: { invoice } }: { line: Line }) => (
  <>
    <Amount fen={invoice.issued} />
    {invoice.invoiceNos.map((no) => (
      <Note key={no}>{no}</Note>
    ))}
  </>
)
const Matched = ({ line: { isMatched } }: { line: Line }) =>
  isMatched ? (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-good">
      <Check className="size-4" aria-hidden />
      一致
    </span>
  ) : (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-ink-3">
      <Minus className="size-4" aria-hidden />
      未齐
    </span>
  )

const sides = [
  { label: '验收', Cell: Acceptance },
  { label: '付款', Cell: Payment },
  { label: '凭证', Cell: Voucher },
  { label: '发票', Cell: Invoice },
] as const

/** One payment on a phone: its four sides in two rows. */
const PhoneRow = ({ line }: { line: Line }) => (
  <>
    <div className="flex items-start justify-between gap-3">
      <p className="min-w-0 font-medium wrap-anywhere">{line.name}</p>
      <Matched line={line} />
    </div>
    <p className="text-sm text-ink-3 tabular-nums">应付 ¥{yuan(line.amount)}</p>
    <dl className="mt-2 grid grid-cols-2 gap-2">
      {sides.map(({ label, Cell }) => (
        <div key={label} className="min-w-0 rounded-md bg-surface-2 px-3 py-2">
          <dt className="text-xs text-ink-3">{label}</dt>
          <dd>
            <Cell line={line} />
          </dd>
        </div>
      ))}
    </dl>
  </>
)

const columns: readonly Column<Line>[] = [
  {
    key: 'name',
    head: '付款节点',
    className: 'min-w-28',
    cell: (line) => (
      <>
        <span className="block font-medium wrap-anywhere">{line.name}</span>
        <Note>应付 ¥{yuan(line.amount)}</Note>
      </>
    ),
  },
  { key: 'acceptance', head: '验收', className: 'whitespace-nowrap', cell: (line) => <Acceptance line={line} /> },
  { key: 'payment', head: '付款', className: 'whitespace-nowrap', cell: (line) => <Payment line={line} /> },
  { key: 'voucher', head: '凭证', className: 'min-w-28', cell: (line) => <Voucher line={line} /> },
  { key: 'invoice', head: '发票', className: 'min-w-28', cell: (line) => <Invoice line={line} /> },
  { key: 'matched', head: '核对', cell: (line) => <Matched line={line} /> },
]

const Sum = ({ label, fen }: { label: string; fen: number }) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-3">{label}</dt>
    <dd className="font-medium whitespace-nowrap tabular-nums">¥{yuan(fen)}</dd>
  </div>
)

/** The sums of the four sides of an order, or of a list of orders; fen. */
export const MatchSums = ({
  total,
  accepted,
  paid,
  vouched,
  invoiced,
}: {
  total: number
  accepted: number
  paid: number
  vouched: number
  invoiced: number
}) => (
  <dl className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 md:grid-cols-5">
    <Sum label="订单总额" fen={total} />
    <Sum label="已验收" fen={accepted} />
    <Sum label="已付款" fen={paid} />
    <Sum label="凭证金额" fen={vouched} />
    <Sum label="已开票" fen={invoiced} />
  </dl>
)

/** The payments of an order with acceptance, payment, voucher and invoice side by side. */
export const MatchLines = ({ lines }: { lines: readonly Line[] }) => (
  <DataTable
    caption="四方核对"
    rows={lines}
    rowKey={({ lineId }) => lineId}
    columns={columns}
    phone={(line) => <PhoneRow line={line} />}
  />
)
