import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OrderMatch } from '../../../contract/orders/matching.ts'
import { yuan } from '../../../domain/money.ts'
import { invoiceFieldLabels, invoiceSourceLabels } from '../../../domain/orders/matching/invoice-fields.ts'
import { isInvoiceIssued } from '../../../domain/orders/invoice-states.ts'
import { paymentMethodLabels } from '../../../domain/orders/payment-methods.ts'
import { paymentStateLabels } from '../../../domain/orders/payment-states.ts'
import { taxRateText } from '../../../domain/orders/tax-rates.ts'
import { orDashes } from '../../../domain/masks.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'

const Paper = ({
  title,
  url,
  word,
  children,
}: {
  title: string
  url: string | null
  word: string
  children: ReactNode
}) => (
  <li className="px-4 py-3">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-medium wrap-anywhere tabular-nums">{title}</span>
      {url !== null && (
        <a
          href={url}
          download
          className="inline-flex items-center gap-1 text-sm text-accent hover:underline max-md:min-h-11 print:hidden"
        >
          <Download className="size-4" aria-hidden />
          {word}
        </a>
      )}
    </div>
    {children}
  </li>
)

type Invoice = OrderMatch['invoices'][number]

const namesOf = ({ edited }: NonNullable<Invoice['fields']>) =>
  edited.map((name) => invoiceFieldLabels[name]).join('、')

/** Fields of an issued invoice and how they were read. */
export const InvoiceFacts = ({ fields }: { fields: NonNullable<Invoice['fields']> }) => (
  <>
    <p className="mt-1 text-sm text-ink-2 tabular-nums">
      开票日期 {fields.issuedOn}，金额 ¥{yuan(fields.amount)}，税额 ¥{yuan(fields.tax)}，价税合计 ¥{yuan(fields.total)}
      ，税率 {fields.taxRate === null ? '多种' : taxRateText(fields.taxRate)}
    </p>
    <p className="text-sm wrap-anywhere text-ink-3">
      购买方 {fields.buyerName}（{orDashes(fields.buyerTaxNo)}），销售方 {fields.sellerName}（{fields.sellerTaxNo}）
    </p>
    <p className="text-sm text-ink-3">
      读取方式：{invoiceSourceLabels[fields.source]}
      {fields.edited.length > 0 && `，已由供应商修改：${namesOf(fields)}`}
    </p>
  </>
)

/** Payments with their vouchers, and issued invoices with their fields. */
export const MatchPapers = ({ match }: { match: OrderMatch }) => {
  const invoices = match.invoices.filter(({ status }) => isInvoiceIssued(status))
  const names = new Map(match.lines.map(({ lineId, name }) => [lineId, name]))
  if (match.payments.length === 0 && invoices.length === 0) return null
  return (
    <details className="mt-3 rounded-lg border border-line bg-surface">
      <summary className="cursor-pointer px-4 py-3 text-accent max-md:min-h-11">
        付款 {match.payments.length} 笔，发票 {invoices.length} 张
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {match.payments.map((payment) => (
          <Paper key={payment.paymentNo} title={payment.paymentNo} url={payment.voucherUrl} word="下载凭证">
            <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-2 tabular-nums">
              {paymentMethodLabels[payment.method]}，付款 ¥{yuan(payment.amount)}，到账 ¥{yuan(payment.received)}
              <StateBadge {...paymentStateLabels[payment.status]} />
            </p>
          </Paper>
        ))}
        {invoices.map((invoice) => (
          <Paper key={invoice.invoiceId} title={`发票 ${invoice.invoiceNo}`} url={invoice.fileUrl} word="下载发票">
            {invoice.fields === null ? (
              <p className="mt-1 text-sm text-ink-3">未登记票面信息，按申请金额 ¥{yuan(invoice.amount)} 核对。</p>
            ) : (
              <InvoiceFacts fields={invoice.fields} />
            )}
            {invoice.allocations.length > 0 && (
              <p className="text-sm text-ink-3 tabular-nums">
                对应款项：
                {invoice.allocations
                  .map(({ lineId, amount }) => `${names.get(lineId) ?? ''} ¥${yuan(amount)}`)
                  .join('，')}
              </p>
            )}
          </Paper>
        ))}
      </ul>
    </details>
  )
}
