import { isTaxRate } from '../tax-rates.ts'

/** How the fields of an invoice were read; `hand` = typed by the supplier, nothing could be read. */
export const invoiceSources = ['xml', 'pdf', 'ocr', 'hand'] as const
export type InvoiceSource = (typeof invoiceSources)[number]
export const invoiceSourceLabels: Readonly<Record<InvoiceSource, string>> = {
  xml: '数电票 XML',
  pdf: 'PDF 文字',
  ocr: '图片识别',
  hand: '手工填写',
}

/** Fields of a tax invoice. Amounts in fen. */
export interface InvoiceFields {
  /** 20 digits, 8 on older invoices. */
  readonly number: string
  /** `YYYY-MM-DD` */
  readonly issuedOn: string
  readonly buyerName: string
  readonly buyerTaxNo: string
  readonly sellerName: string
  readonly sellerTaxNo: string
  /** Without tax. */
  readonly amount: number
  readonly tax: number
  /** Amount and tax. */
  readonly total: number
  /** Basis points; null = several rates on one invoice. */
  readonly taxRate: number | null
}

/** What was found in a file; null = not found. */
export type ReadFields = { readonly [K in keyof InvoiceFields]: InvoiceFields[K] | null }

export const nothingRead: ReadFields = {
  number: null,
  issuedOn: null,
  buyerName: null,
  buyerTaxNo: null,
  sellerName: null,
  sellerTaxNo: null,
  amount: null,
  tax: null,
  total: null,
  taxRate: null,
}

export const invoiceFieldNames = [
  'number',
  'issuedOn',
  'buyerName',
  'buyerTaxNo',
  'sellerName',
  'sellerTaxNo',
  'amount',
  'tax',
  'total',
  'taxRate',
] as const satisfies readonly (keyof InvoiceFields)[]
export type InvoiceFieldName = (typeof invoiceFieldNames)[number]
export const invoiceFieldLabels: Readonly<Record<InvoiceFieldName, string>> = {
  number: '发票号码',
  issuedOn: '开票日期',
  buyerName: '购买方名称',
  buyerTaxNo: '购买方税号',
  sellerName: '销售方名称',
  sellerTaxNo: '销售方税号',
  amount: '金额（不含税）',
  tax: '税额',
  total: '价税合计',
  taxRate: '税率',
}

/** A number of a fully digital invoice, unique in the country; older numbers repeat. */
export const isDigitalNumber = (invoiceNo: string): boolean => /^\d{20}$/.test(invoiceNo)

/** Names and numbers are compared without blanks, half-width and in capitals. */
export const comparableText = (text: string): string => text.normalize('NFKC').replace(/\s/g, '').toUpperCase()

/** What the order says an invoice should have; '' and null are not compared. */
export interface ExpectedInvoice {
  readonly buyerName: string
  readonly buyerTaxNo: string
  readonly sellerName: string
  readonly sellerTaxNo: string
  /** fen */
  readonly total: number
  /** Basis points. */
  readonly taxRate: number | null
}

const textNames = ['buyerName', 'buyerTaxNo', 'sellerName', 'sellerTaxNo'] as const

/** Fields that differ from what the order says, in the order of the form. Fields that were not read do not differ. */
export function invoiceDifferences(fields: ReadFields, expected: ExpectedInvoice): InvoiceFieldName[] {
  const texts = textNames.filter((name) => {
    const [read, wanted] = [fields[name], expected[name]]
    return read !== null && read !== '' && wanted !== '' && comparableText(read) !== comparableText(wanted)
  })
  const { amount, tax, total, taxRate } = fields
  return [
    ...texts,
    ...(amount !== null && tax !== null && total !== null && amount + tax !== total ? (['amount'] as const) : []),
    ...(total !== null && total !== expected.total ? (['total'] as const) : []),
    ...(taxRate !== null && expected.taxRate !== null && taxRate !== expected.taxRate ? (['taxRate'] as const) : []),
  ]
}

/** Names of the fields that a person changed after the file was read. */
export const editedFields = (read: ReadFields, confirmed: InvoiceFields): InvoiceFieldName[] =>
  invoiceFieldNames.filter((name) => {
    const [before, after] = [read[name], confirmed[name]]
    return typeof before === 'string' && typeof after === 'string'
      ? comparableText(before) !== comparableText(after)
      : before !== after
  })

/** `1,060.00`, `-5`, `¥ 3.1` → fen; null for anything else. */
export function fenOfText(text: string): number | null {
  const plain = text.normalize('NFKC').replace(/[\s,¥￥元]/g, '')
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2})0{0,8})?$/.exec(plain)
  if (match === null) return null
  const [, sign = '', whole = '0', cents = ''] = match
  const fen = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return sign === '-' && fen > 0 ? -fen : fen
}

/** `6%`, `0.06`, `1.5%`, `免税` → basis points; null for anything else. */
export function taxRateOfText(text: string): number | null {
  const plain = text.normalize('NFKC').replace(/\s/g, '')
  if (/^(免税|不征税|零税率|0)$/.test(plain)) return 0
  const percent = /^(\d{1,2}(?:\.\d{1,3})?)%$/.exec(plain)?.[1]
  const share = /^0?(\.\d{1,4})0{0,4}$/.exec(plain)?.[1]
  const rate = percent !== undefined ? Number(percent) * 100 : share !== undefined ? Number(share) * 10_000 : NaN
  const rounded = Math.round(rate)
  return isTaxRate(rounded) ? rounded : null
}

/** `2026年3月5日`, `2026-03-05 10:20:00`, `20260305` → `2026-03-05`; null for anything else and days that do not exist. */
export function dayOfText(text: string): string | null {
  const match =
    /(\d{4})\s{0,3}[年/.-]\s{0,3}(\d{1,2})\s{0,3}[月/.-]\s{0,3}(\d{1,2})/.exec(text) ??
    /^\s{0,9}(20\d{2})(\d{2})(\d{2})/.exec(text)
  if (match === null) return null
  const [, year = '', month = '', day = ''] = match
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(`${written}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== written ? null : written
}

/** Completes an amount that follows from the two others, and drops a rate that contradicts itself. */
export function completeFields(read: ReadFields): ReadFields {
  const { amount, tax, total } = read
  if (amount === null && tax !== null && total !== null) return { ...read, amount: total - tax }
  if (tax === null && amount !== null && total !== null) return { ...read, tax: total - amount }
  if (total === null && amount !== null && tax !== null) return { ...read, total: amount + tax }
  return read
}

/** Whether anything of use was found. */
export const isAnythingRead = (read: ReadFields): boolean =>
  read.number !== null || read.total !== null || read.buyerTaxNo !== null || read.sellerTaxNo !== null
