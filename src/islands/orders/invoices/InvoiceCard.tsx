import { ChevronDown, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Invoice } from '../../../contract/orders/invoices.ts'
import { orDashes } from '../../../domain/masks.ts'
import { yuan } from '../../../domain/money.ts'
import {
  invoiceEventLabels,
  invoiceKindLabels,
  invoiceLabel,
  isInvoiceRejected,
} from '../../../domain/orders/invoice-states.ts'
import { dateTime, monthMinute } from '../../../domain/time.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import type { Side } from '../../../domain/sides.ts'
import { InvoiceFacts } from '../matching/MatchPapers.tsx'

type Props = {
  invoice: Invoice
  side: Side
  /** Header in a list of several orders. */
  lead?: ReactNode
  children?: ReactNode
}

type InvoiceLinkProps = { label: string; file: string; number: string; url: string | null }
const InvoiceLink = ({ label, file, number, url }: InvoiceLinkProps) =>
  number === '' ? null : (
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="text-ink-3">{label}</span>
      <span className="font-medium break-all tabular-nums">{number}</span>
      {url !== null && (
        <a
          href={url}
          download
          className="inline-flex items-center gap-1 text-accent hover:underline max-md:min-h-11 print:hidden"
        >
          <Download className="size-4" aria-hidden />
          下载{file}
        </a>
      )}
    </p>
  )

const isEvent = (event: string): event is keyof typeof invoiceEventLabels => event in invoiceEventLabels

/** Invoice details, which the supplier copies into its invoicing system. */
const Details = ({ details }: Pick<Invoice, 'details'>) => {
  const rows = [
    { label: '抬头', value: details.title },
    { label: '税号', value: details.taxNo },
    { label: '开户行', value: details.bankName },
    { label: '银行账号', value: details.bankAccount },
    { label: '地址', value: details.address },
    { label: '电话', value: details.phone },
    { label: '收票邮箱', value: details.receiverEmail },
  ].filter(({ value }, place) => value !== '' || (details.kind === 'special' && place < 6) || place === 0)
  return (
    <dl className="mt-3 grid gap-x-8 gap-y-1.5 text-sm md:grid-cols-2">
      {rows.map(({ label, value }) => (
        <div key={label} className="flex gap-3">
          <dt className="w-16 shrink-0 text-ink-3">{label}</dt>
          <dd className="min-w-0 break-all">{orDashes(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** One invoice: amount, details, number, file, history. */
export const InvoiceCard = ({ invoice, side, lead, children }: Props) => {
  const { details, amount, status, reason } = invoice
  // Heading level below the order's section, or directly below the page's heading.
  const Sum = lead === undefined ? 'h3' : 'h2'
  return (
    <li className="p-4 desk:px-6">
      {lead}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Sum className="text-lg font-semibold tabular-nums">¥{yuan(amount)}</Sum>
        <span className="text-ink-2">{invoiceKindLabels[details.kind]}</span>
        <StateBadge {...invoiceLabel(status, side)} />
        <time className="ml-auto text-sm text-ink-3" dateTime={invoice.createdAt}>
          {dateTime(invoice.createdAt)}
        </time>
      </div>
      <div className="mt-2 space-y-1">
        <InvoiceLink label="发票号码" file="发票" number={invoice.invoiceNo} url={invoice.fileUrl} />
        <InvoiceLink label="红字号码" file="红字发票" number={invoice.redNo} url={invoice.redFileUrl} />
      </div>
      {reason !== '' && (
        <p className="mt-2 rounded-md bg-surface-2 px-3 py-2 break-words">
          <span className="text-ink-3">{isInvoiceRejected(status) ? '驳回原因：' : '红冲原因：'}</span>
          {reason}
        </p>
      )}
      {invoice.fields !== null && <InvoiceFacts fields={invoice.fields} />}
      <Details details={details} />
      <details className="group mt-3 text-sm">
        <summary className="inline-flex cursor-pointer items-center gap-1 text-ink-3 hover:text-accent max-md:min-h-11">
          开票记录
          <ChevronDown className="size-3.5 group-open:rotate-180" aria-hidden />
        </summary>
        <ol className="mt-1 space-y-1">
          {invoice.history.map((step) => (
            <li key={`${step.at}${step.event}`} className="flex flex-wrap gap-x-3">
              <time className="text-ink-3 tabular-nums" dateTime={step.at}>
                {monthMinute(step.at)}
              </time>
              <span>{isEvent(step.event) ? invoiceEventLabels[step.event] : step.event}</span>
              <span className="text-ink-3">{step.by}</span>
            </li>
          ))}
        </ol>
      </details>
      {children && <div className="mt-3 flex flex-wrap gap-2 print:hidden">{children}</div>}
    </li>
  )
}

export const invoiceListClass = 'divide-y divide-line rounded-lg border border-line bg-surface'
