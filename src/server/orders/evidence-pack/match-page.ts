import type { OrderMatch } from '../../../contract/orders/matching.ts'
import { yuan } from '../../../domain/money.ts'
import { dealSideLabels } from '../../../domain/orders/deal-record.ts'
import { invoiceLabel } from '../../../domain/orders/invoice-states.ts'
import { exceptionBadge, exceptionKindLabels } from '../../../domain/orders/matching/exceptions.ts'
import { invoiceSourceLabels } from '../../../domain/orders/matching/invoice-fields.ts'
import { acceptanceLabels } from '../../../domain/orders/matching/match-labels.ts'
import { paymentMethodLabels } from '../../../domain/orders/payment-methods.ts'
import { paymentLabels, paymentStateLabels } from '../../../domain/orders/payment-states.ts'
import { taxRateText } from '../../../domain/orders/tax-rates.ts'
import { escapeText } from '../../../domain/pictures/pen.ts'
import { dateTime } from '../../../domain/time.ts'

const money = (fen: number) => `¥${yuan(fen)}`
const amount = (fen: number) => (fen === 0 ? '--' : money(fen))
const orDash = (text: string) => (text === '' ? '--' : text)

interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const linesTable = ({ lines }: OrderMatch): Table => ({
  title: '四方核对',
  head: ['付款节点', '应付', '验收', '已付', '已退', '凭证金额', '付款单号', '已开票', '发票号码', '核对'],
  rows: lines.map(({ name, amount: due, acceptance, payment, voucher, invoice, isMatched }) => [
    name,
    money(due),
    acceptance.acceptedAt === null
      ? acceptanceLabels[acceptance.state].label
      : `${acceptanceLabels[acceptance.state].label}，${dateTime(acceptance.acceptedAt)}`,
    `${amount(payment.paid)}，${paymentLabels[payment.status].label}`,
    amount(payment.refunded),
    amount(voucher.confirmed + voucher.submitted),
    orDash(voucher.paymentNos.join('、')),
    amount(invoice.issued),
    orDash(invoice.invoiceNos.join('、')),
    isMatched ? '一致' : '未齐',
  ]),
})

const paymentsTable = ({ payments }: OrderMatch): Table => ({
  title: '付款',
  head: ['付款单号', '方式', '状态', '付款', '到账'],
  rows: payments.map((payment) => [
    payment.paymentNo,
    paymentMethodLabels[payment.method],
    paymentStateLabels[payment.status].label,
    money(payment.amount),
    amount(payment.received),
  ]),
})

const invoicesTable = ({ invoices }: OrderMatch): Table => ({
  title: '发票',
  head: [
    '发票号码',
    '状态',
    '申请金额',
    '开票日期',
    '购买方',
    '销售方',
    '金额',
    '税额',
    '价税合计',
    '税率',
    '读取方式',
  ],
  rows: invoices.map((invoice) => {
    const { invoiceNo, status, fields } = invoice
    const shown = [orDash(invoiceNo), invoiceLabel(status, 'buyer').label, money(invoice.amount)]
    if (fields === null) return [...shown, '--', '--', '--', '--', '--', '--', '--', '--']
    return [
      ...shown,
      fields.issuedOn,
      `${fields.buyerName}（${orDash(fields.buyerTaxNo)}）`,
      `${fields.sellerName}（${fields.sellerTaxNo}）`,
      money(fields.amount),
      money(fields.tax),
      money(fields.total),
      fields.taxRate === null ? '多种' : taxRateText(fields.taxRate),
      invoiceSourceLabels[fields.source],
    ]
  }),
})

const exceptionsTable = ({ lines, exceptions }: OrderMatch): Table => {
  const names = new Map(lines.map(({ lineId, name }) => [lineId, name]))
  return {
    title: '差异',
    head: ['差异', '付款节点', '金额', '说明', '状态', '原因', '平台理由', '发现时间'],
    rows: exceptions.map((exception) => [
      exceptionKindLabels[exception.kind],
      exception.lineId === null ? '--' : (names.get(exception.lineId) ?? '--'),
      amount(exception.amount),
      orDash(exception.detail),
      exceptionBadge(exception).label,
      exception.explainedSide === null ? '--' : `${dealSideLabels[exception.explainedSide]}：${exception.explanation}`,
      orDash(exception.dismissal),
      dateTime(exception.createdAt),
    ]),
  }
}

const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
  texts.map((text) => `<${tag}>${escapeText(text)}</${tag}>`).join('')
const tableText = ({ title, head, rows }: Table): string =>
  `<h2>${escapeText(title)}</h2>\n${
    rows.length === 0
      ? '<p>无</p>'
      : `<div class="wide"><table>\n<thead><tr>${cells('th', head)}</tr></thead>\n<tbody>\n${rows
          .map((row) => `<tr>${cells('td', row)}</tr>`)
          .join('\n')}\n</tbody>\n</table></div>`
  }`

const style = `
body { font: 15px/1.6 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; color: #1f2933; margin: 2rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; }
th, td { border: 1px solid #cbd2d9; padding: .35rem .6rem; text-align: left; vertical-align: top; }
th { background: #f1f4f7; white-space: nowrap; } td { font-variant-numeric: tabular-nums; }
`

/** The match of an order as a page that needs no network: acceptance, payment, voucher, invoice, and the exceptions. */
export function matchPage(match: OrderMatch, createdAt: Date): string {
  const { orderNo, title, buyerName, sellerName, total, taxRate, accepted, paid, vouched, invoiced } = match
  const sums = [
    `订单总额 ${money(total)}`,
    `已验收 ${money(accepted)}`,
    `已付款 ${money(paid)}`,
    `凭证金额 ${money(vouched)}`,
    `已开票 ${money(invoiced)}`,
    ...(match.unallocated > 0 ? [`无对应款项的发票 ${money(match.unallocated)}`] : []),
  ]
  const tables = [linesTable(match), paymentsTable(match), invoicesTable(match), exceptionsTable(match)]
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>订单 ${escapeText(orderNo)} 的对账</title>
<style>${style}</style>
</head>
<body>
<h1>订单 ${escapeText(orderNo)} 的对账</h1>
<p>${escapeText(title)}</p>
<p>买家：${escapeText(buyerName)}。供应商：${escapeText(sellerName)}。约定税率：${escapeText(taxRateText(taxRate))}。</p>
<p>${escapeText(sums.join('，'))}。</p>
<p>生成时间 ${dateTime(createdAt.toISOString())}。本页按下载时的付款、验收、凭证与发票生成；各步骤的原始记录见 record.json。</p>
${tables.map(tableText).join('\n')}
</body>
</html>
`
}
