import { createHash } from 'node:crypto'
import { yuan } from '../../../domain/money.ts'
import { capitalAmount } from '../../../domain/orders/capital-amount.ts'
import { invoiceKindLabels } from '../../../domain/orders/invoice-states.ts'
import type { OrderInvoice } from '../../../domain/orders/order-papers.ts'
import { date } from '../../../domain/time.ts'
import { makePdf } from './make-pdf.ts'

/** What a record of an invoice tells. Money in fen. */
export interface InvoiceFacts {
  readonly orderNo: string
  /** Number on the invoice, or on the red one. */
  readonly number: string
  /** With a red invoice: which one it reverses, and why. */
  readonly red?: { readonly ofNumber: string; readonly reason: string }
  /** When it was issued or reversed. */
  readonly at: Date
  readonly amount: number
  readonly details: OrderInvoice
  readonly seller: { readonly name: string; readonly creditCode: string | null }
  /** What the order is of; an invoice of a part of it shows the whole. */
  readonly lines: readonly {
    readonly name: string
    readonly specName: string
    readonly unit: string
    readonly quantity: number
    readonly amount: number
  }[]
  /** Of a demonstration. */
  readonly demo: boolean
}

/**
 * 发票信息单: a record of what the supplier says of an invoice, for those who have no file of it. It says itself that
 * it is no invoice. The same facts give the same bytes.
 */
export function invoicePdf(facts: InvoiceFacts): Promise<Uint8Array> {
  const { red, details, seller } = facts
  const title = red === undefined ? '发票信息单' : '红字发票信息单'
  const print = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)
  const paper = { title, no: facts.orderNo, foot: `校验码 ${print}`, at: facts.at, demo: facts.demo }
  return makePdf(paper, (page) => {
    page.title(title)
    page.paragraph(
      '本单依据销售方在平台登记的开票信息生成，仅供双方核对，不是发票，不得用于报销、入账或抵扣税款。发票以税务机关数字化电子发票或税务机关监制的纸质发票为准。',
      { size: 9.5 },
    )
    page.heading('发票')
    page.facts([
      ['发票种类', invoiceKindLabels[details.kind]],
      [red === undefined ? '发票号码' : '红字号码', facts.number],
      ...(red === undefined
        ? []
        : ([
            ['原发票号码', red.ofNumber],
            ['红冲原因', red.reason],
          ] as const)),
      [red === undefined ? '开票日期' : '红冲日期', date(facts.at.toISOString())],
      ['价税合计', `${red === undefined ? '' : '-'}¥${yuan(facts.amount)}`],
      ['大写', `${red === undefined ? '' : '（负数）'}${capitalAmount(facts.amount)}`],
      ['订单编号', facts.orderNo],
    ])
    page.heading('购买方')
    page.facts([
      ['名称', details.title],
      ['税号', details.taxNo],
      ['地址、电话', [details.address, details.phone].filter(Boolean).join('　')],
      ['开户行、账号', [details.bankName, details.bankAccount].filter(Boolean).join('　')],
    ])
    page.heading('销售方')
    page.facts([
      ['名称', seller.name],
      ['税号', seller.creditCode ?? ''],
    ])
    page.heading('订单内容')
    page.table({
      columns: [
        { head: '序号', share: 1, align: 'center' },
        { head: '项目', share: 6 },
        { head: '数量', share: 2, align: 'right' },
        { head: '金额（元）', share: 2.4, align: 'right' },
      ],
      rows: facts.lines.map((line, at) => [
        String(at + 1),
        [line.name, line.specName].filter(Boolean).join('　'),
        `${line.quantity.toLocaleString('en-US')} ${line.unit}`,
        yuan(line.amount),
      ]),
    })
  })
}
