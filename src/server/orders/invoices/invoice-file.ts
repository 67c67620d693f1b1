import { asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { invoicesCalls } from '../../../contract/orders/invoices.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { orderLines, orders } from '../../../db/tables/orders.ts'
import { invoiceTransitions, invoiceKindLabels } from '../../../domain/orders/invoice-states.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Context } from '../../handler.ts'
import { loadInvoiceRow } from './move-invoice.ts'
import { assignFileToCompany } from '../../platform/files/files.ts'
import { ownInvoiceFile } from './read-invoice.ts'
import { saveGeneratedFile } from '../../platform/files/generated-files.ts'
import { createHash } from 'node:crypto'
import { yuan } from '../../../domain/money.ts'
import { capitalAmount } from '../../../domain/orders/capital-amount.ts'
import type { OrderInvoice } from '../../../domain/orders/order-documents.ts'
import { date } from '../../../domain/time.ts'
import { createPdf } from '../documents/create-pdf.ts'

/** Data of an invoice record. Money in fen. */
interface InvoiceFacts {
  readonly orderNo: string
  /** Number on the invoice, or on the red one. */
  readonly number: string
  /** For a red invoice: the reversed number and the reason. */
  readonly red?: { readonly ofNumber: string; readonly reason: string }
  /** When it was issued or reversed. */
  readonly at: Date
  readonly amount: number
  readonly details: OrderInvoice
  readonly seller: { readonly name: string; readonly creditCode: string | null }
  /** All lines of the order, also for a partial invoice. */
  readonly lines: readonly {
    readonly name: string
    readonly specName: string
    readonly unit: string
    readonly quantity: number
    readonly amount: number
  }[]
  /** Marked as demo data. */
  readonly demo: boolean
}

/**
 * 发票信息单: record of an invoice as registered by the supplier, generated if no file was uploaded. States that it is
 * not an invoice. Deterministic bytes.
 */
function createInvoicePdf(facts: InvoiceFacts): Promise<Uint8Array> {
  const { red, details, seller } = facts
  const title = red === undefined ? '发票信息单' : '红字发票信息单'
  const fingerprint = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)
  const meta = { title, no: facts.orderNo, footer: `校验码 ${fingerprint}`, at: facts.at, demo: facts.demo }
  return createPdf(meta, (page) => {
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

type InvoiceStepInput = z.output<typeof invoicesCalls.invoiceStep.input>

/**
 * File of an invoice: the supplier's upload, else a generated invoice record (PDF). Call it before the transaction,
 * since files are stored outside the database; unreferenced files are deleted like other uploads. Null for `reject`.
 * Throws notFound for a file that is not the caller's.
 */
export async function saveInvoiceFile(
  { db, caller, providers, config }: Context<'seller'>,
  { event, invoiceId, number, reason, fileId }: InvoiceStepInput,
): Promise<string | null> {
  if (event === 'reject') return null
  if (fileId !== undefined) {
    const file = await ownInvoiceFile(db, fileId, caller)
    await assignFileToCompany(db, file, caller.companyId)
    return file.id
  }
  const invoice = await loadInvoiceRow(db, invoiceId)
  if (nextState(invoiceTransitions, invoice.status, event, 'seller') === undefined)
    throw new CallFailed('stepNotAllowed')
  const facts = {
    ...(await loadInvoiceFacts(db, invoice.orderId)),
    number,
    at: new Date(),
    amount: invoice.amount,
    details: invoice.details,
    demo: config.demo,
    ...(event === 'reverse' && { red: { ofNumber: invoice.invoiceNo, reason } }),
  }
  const title = `${event === 'reverse' ? '红字发票信息单' : '发票信息单'} ${facts.orderNo}`
  const saved = await saveGeneratedFile({ db, providers }, caller, {
    title,
    kind: 'pdf',
    bytes: await createInvoicePdf(facts),
  })
  return saved.fileId
}

async function loadInvoiceFacts(db: Db, orderId: number): Promise<Pick<InvoiceFacts, 'orderNo' | 'seller' | 'lines'>> {
  const [order] = await db
    .select({ orderNo: orders.orderNo, name: companies.name, creditCode: companies.creditCode })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.sellerCompanyId))
    .where(eq(orders.id, orderId))
  if (order === undefined) throw new CallFailed('notFound')
  const { name, specName, unit, quantity, amount } = orderLines
  const lines = await db
    .select({ name, specName, unit, quantity, amount })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id))
  return { orderNo: order.orderNo, seller: { name: order.name, creditCode: order.creditCode }, lines }
}
