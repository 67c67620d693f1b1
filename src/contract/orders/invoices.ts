import { z } from 'zod'
import { invoiceStatuses } from '../../domain/orders/invoice-states.ts'
import { invoiceFieldNames, invoiceSources } from '../../domain/orders/matching/invoice-fields.ts'
import { company, seller } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, keyword, listOf, moment, optionalText, paging, typedCode } from '../fields.ts'
import { historyStep } from '../state.ts'
import { invoiceFieldsInput, storedInvoiceFields } from './matching.ts'

/** An invoice of an order. `details` as of the request. Money in fen. */
const invoice = z.object({
  invoiceId: id,
  orderId: id,
  orderNo: z.string(),
  otherName: z.string(),
  details: z.object({
    kind: z.enum(['normal', 'special']),
    title: z.string(),
    taxNo: z.string(),
    bankName: z.string(),
    bankAccount: z.string(),
    address: z.string(),
    phone: z.string(),
    receiverEmail: z.string(),
  }),
  amount: fen,
  status: z.enum(invoiceStatuses),
  invoiceNo: z.string(),
  fileUrl: z.string().nullable(),
  redNo: z.string(),
  redFileUrl: z.string().nullable(),
  reason: z.string(),
  /** As confirmed by the supplier; null = not entered. */
  fields: storedInvoiceFields.nullable(),
  createdAt: moment,
  issuedAt: moment.nullable(),
  history: z.array(historyStep),
})
export type Invoice = z.output<typeof invoice>
const orderInvoices = z.object({
  data: z.array(invoice),
  /** Paid, and neither issued nor requested: the amount that can be requested. */
  open: fen,
  /** Issued beyond the paid amount after refunds: to be reversed. */
  over: fen,
})
export type OrderInvoices = z.output<typeof orderInvoices>

export const invoicesCalls = {
  buyerInvoices: call({
    path: '/fmall/invoice/buyer/list',
    summary: '一份采购订单的发票与可开金额',
    access: company('my_orders'),
    byKey: true,
    reads: true,
    input: z.object({ orderId: id }),
    output: orderInvoices,
    ours: true,
  }),
  invoiceRequest: call({
    path: '/fmall/invoice/buyer/save',
    summary: '申请开票，抬头取自本企业开票资料',
    access: company('my_orders'),
    byKey: true,
    idempotent: true,
    input: z.object({ orderId: id, kind: z.enum(['normal', 'special']), amount: fen.min(1, '请填写开票金额') }),
    output: z.object({ invoice }),
    failures: ['invoiceTooMuch', 'invoiceMissing', 'stepNotAllowed'],
    logs: '申请开票',
    ours: true,
  }),
  invoiceWithdraw: call({
    path: '/fmall/invoice/buyer/withdraw',
    summary: '撤回尚未开出的开票申请',
    access: company('my_orders'),
    input: z.object({ invoiceId: id }),
    output: z.object({ invoice }),
    failures: ['stepNotAllowed'],
    logs: '撤回开票申请',
    ours: true,
  }),
  sellerOrderInvoices: call({
    path: '/fmall/invoice/saler/list',
    summary: '一份承接订单的发票与可开金额',
    access: seller('order_manage'),
    reads: true,
    input: z.object({ orderId: id }),
    output: orderInvoices,
    ours: true,
  }),
  sellerInvoices: call({
    path: '/fmall/invoice/saler/list-page',
    summary: '买家向本企业申请的发票，待开的在前',
    access: seller('order_manage'),
    byKey: true,
    reads: true,
    input: z.object({ keyword: keyword.default(''), status: z.enum(invoiceStatuses).optional(), ...paging }),
    output: listOf(invoice).extend({ counts: z.partialRecord(z.enum(invoiceStatuses), z.int()) }),
    ours: true,
  }),
  invoiceRead: call({
    path: '/fmall/invoice/saler/read',
    summary: '读取上传的发票：数电票 XML、有文字的 PDF，其余识别图片；读到的内容由供应商核对后随开票提交',
    access: seller('order_manage'),
    input: z.object({
      invoiceId: id,
      /** An own upload for the purpose `invoice` or `attachment`. */
      fileId: z.string().max(40),
    }),
    output: z.object({
      /** How it was read; null = nothing was found, to be typed. */
      source: z.enum(invoiceSources).nullable(),
      /** null = not found. Amounts in fen, the rate in basis points. */
      fields: z.object({
        number: z.string().nullable(),
        issuedOn: z.string().nullable(),
        buyerName: z.string().nullable(),
        buyerTaxNo: z.string().nullable(),
        sellerName: z.string().nullable(),
        sellerTaxNo: z.string().nullable(),
        amount: z.int().nullable(),
        tax: z.int().nullable(),
        total: z.int().nullable(),
        taxRate: z.int().nullable(),
      }),
      /** What the order says; '' and null are not compared. */
      expected: z.object({
        buyerName: z.string(),
        buyerTaxNo: z.string(),
        sellerName: z.string(),
        sellerTaxNo: z.string(),
        total: fen,
        taxRate: z.int().nullable(),
      }),
      /** Fields that differ from it. */
      differences: z.array(z.enum(invoiceFieldNames)),
      /** Payments that the invoice can be allocated to. */
      lines: z.array(z.object({ lineId: id, name: z.string(), amount: fen, paid: fen })),
    }),
    failures: ['stepNotAllowed', 'fileTooComplex', 'filesBusy', 'ocrBusy'],
    perMinute: 6,
    ours: true,
  }),
  invoiceStep: call({
    path: '/fmall/invoice/saler/step',
    summary: '供应商开票（上传或生成 PDF）、驳回或红冲',
    access: seller('order_manage'),
    byKey: true,
    idempotent: true,
    input: z.object({
      invoiceId: id,
      event: z.enum(['issue', 'reject', 'reverse']),
      reason: optionalText(200).default(''),
      /** With `issue` and `reverse`: the invoice number, 8 or 20 digits. */
      number: typedCode.regex(/^(\d{8}|\d{20})?$/, '发票号码为 8 或 20 位数字').default(''),
      /** An upload for the purpose `invoice` or `attachment`; without it a PDF is generated as a record of the invoice. */
      fileId: z.string().max(40).optional(),
      /** With `issue`: the fields of the invoice, read by `invoiceRead` and confirmed; without them they are not matched. */
      fields: invoiceFieldsInput.optional(),
      /** With `issue` and `fields`: parts of the total by payment, fen; without them by the rule of the match. */
      allocations: z
        .array(z.object({ lineId: id, amount: fen.min(1) }))
        .max(50)
        .optional(),
    }),
    output: z.object({ invoice }),
    failures: ['stepNotAllowed', 'invoiceTooMuch', 'allocationWrong'],
    logs: '处理发票',
    ours: true,
  }),
}
