import { atom, computed, type ReadableAtom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import type { FieldError } from '../../../contract/failures.ts'
import { invoicesCalls, type Invoice } from '../../../contract/orders/invoices.ts'
import { formatYuanInput, parseFen } from '../../../domain/money-input.ts'
import { yuan } from '../../../domain/money.ts'
import {
  comparableText,
  invoiceDifferences,
  type InvoiceFieldName,
  type ReadFields,
} from '../../../domain/orders/matching/invoice-fields.ts'
import { taxRateText } from '../../../domain/orders/tax-rates.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../idempotency-key.ts'
import { createUploads } from '../../operations/uploads.ts'
import { createForm } from '../../form-store.ts'

type InvoiceStepEvent = 'issue' | 'reject' | 'reverse'
const stepValues = z.object({
  number: z.string(),
  reason: z.string(),
  /** Whether the fields of the invoice are entered. */
  hasFields: z.boolean(),
  issuedOn: z.string(),
  buyerName: z.string(),
  buyerTaxNo: z.string(),
  sellerName: z.string(),
  sellerTaxNo: z.string(),
  /** Yuan as typed. */
  amount: z.string(),
  tax: z.string(),
  total: z.string(),
  /** Basis points as text; `several` = more than one rate on the invoice. */
  taxRate: z.string(),
  /** Whether the supplier allocates the total to payments itself. */
  allocates: z.boolean(),
  /** Yuan as typed, by payment line. */
  parts: z.array(z.object({ lineId: z.number(), name: z.string(), amount: z.string() })),
})
export type InvoiceStepValues = z.output<typeof stepValues>

const blank: InvoiceStepValues = {
  number: '',
  reason: '',
  hasFields: false,
  issuedOn: '',
  buyerName: '',
  buyerTaxNo: '',
  sellerName: '',
  sellerTaxNo: '',
  amount: '',
  tax: '',
  total: '',
  taxRate: '',
  allocates: false,
  parts: [],
}

/** Invoice being issued, rejected or reversed by the supplier; null for none. */
export const invoiceStep = atom<{ readonly event: InvoiceStepEvent; readonly invoice: Invoice } | null>(null)

type Reading = Extract<Awaited<ReturnType<typeof api.orders.invoiceRead>>, { ok: true }>['content']
/** Reading of the uploaded invoice. */
export type InvoiceReading =
  | { readonly at: 'none' }
  | { readonly at: 'reading'; readonly fileId: string }
  | { readonly at: 'failed'; readonly fileId: string; readonly failure: Failure }
  | { readonly at: 'read'; readonly fileId: string; readonly read: Reading }
export const invoiceReading = atom<InvoiceReading>({ at: 'none' })

/** The supplier's own invoice file; without it an invoice record is generated. An invoice to issue is read at once. */
export const invoiceUpload = createUploads('invoice', {
  onReady: ({ fileId }) => {
    clearIdempotencyKey(keyName())
    if (invoiceStep.get()?.event === 'issue') void readInvoiceFile(fileId)
  },
})
export function removeInvoiceFile(): void {
  invoiceUpload.setFiles([])
  invoiceReading.set({ at: 'none' })
  clearIdempotencyKey(keyName())
}

const keyName = () => `invoice-step:${invoiceStep.get()?.invoice.invoiceId ?? 0}:${invoiceStep.get()?.event ?? ''}`

/** Reads an uploaded invoice and fills in what was found; what was not found stays as typed. */
export async function readInvoiceFile(fileId: string): Promise<void> {
  const invoiceId = invoiceStep.get()?.invoice.invoiceId
  if (invoiceId === undefined) return
  invoiceReading.set({ at: 'reading', fileId })
  const answer = await api.orders.invoiceRead({ invoiceId, fileId })
  const now = invoiceReading.get()
  // Another file, or another invoice, has taken its place.
  if (now.at !== 'reading' || now.fileId !== fileId) return
  if (!answer.ok) {
    invoiceReading.set({ at: 'failed', fileId, failure: answer.failure })
    return
  }
  invoiceReading.set({ at: 'read', fileId, read: answer.content })
  const values = invoiceStepForm.values.get()
  if (values !== null) invoiceStepForm.replace(filledIn(values, answer.content))
}

function filledIn(values: InvoiceStepValues, { fields, lines }: Reading): InvoiceStepValues {
  // Amounts of a red invoice are negative: not what is being issued.
  const money = (fen: number | null, typed: string) => (fen === null || fen < 0 ? typed : formatYuanInput(fen))
  return {
    ...values,
    number: fields.number ?? values.number,
    hasFields: true,
    issuedOn: fields.issuedOn ?? values.issuedOn,
    buyerName: fields.buyerName ?? values.buyerName,
    buyerTaxNo: fields.buyerTaxNo ?? values.buyerTaxNo,
    sellerName: fields.sellerName ?? values.sellerName,
    sellerTaxNo: fields.sellerTaxNo ?? values.sellerTaxNo,
    amount: money(fields.amount, values.amount),
    tax: money(fields.tax, values.tax),
    total: money(fields.total, values.total),
    // Whether an invoice has several rates is not read: without one, the choice stays.
    taxRate: fields.taxRate === null ? values.taxRate : String(fields.taxRate),
    parts: lines.map(({ lineId, name }) => ({ lineId, name, amount: '' })),
  }
}

const typedRate = (taxRate: string): number | null => (taxRate === '' || taxRate === 'several' ? null : Number(taxRate))

const readValues = (values: InvoiceStepValues): ReadFields => ({
  number: values.number.replaceAll(/\s/g, ''),
  issuedOn: values.issuedOn,
  buyerName: values.buyerName.trim(),
  buyerTaxNo: comparableText(values.buyerTaxNo),
  sellerName: values.sellerName.trim(),
  sellerTaxNo: comparableText(values.sellerTaxNo),
  amount: parseFen(values.amount),
  tax: parseFen(values.tax),
  total: parseFen(values.total),
  taxRate: typedRate(values.taxRate),
})

function expectedText(name: InvoiceFieldName, { expected }: Reading): string {
  switch (name) {
    case 'buyerName':
    case 'buyerTaxNo':
    case 'sellerName':
    case 'sellerTaxNo':
      return expected[name]
    case 'total':
      return `¥${yuan(expected.total)}`
    case 'taxRate':
      return taxRateText(expected.taxRate)
    default:
      return ''
  }
}

const requiredErrors = (event: InvoiceStepEvent, { number, reason }: InvoiceStepValues): FieldError[] => [
  ...(event !== 'reject' && number.trim() === '' ? [{ field: 'number', message: '请填写发票号码' }] : []),
  ...(event !== 'issue' && reason.trim() === '' ? [{ field: 'reason', message: '请填写原因' }] : []),
]

const moneyNames = ['amount', 'tax', 'total'] as const

function fieldErrors(event: InvoiceStepEvent, values: InvoiceStepValues): FieldError[] {
  if (event !== 'issue' || !values.hasFields) return []
  const money = moneyNames.flatMap((name) =>
    parseFen(values[name]) === null ? [{ field: name, message: '请填写金额，最多两位小数' }] : [],
  )
  return [
    ...(values.issuedOn === '' ? [{ field: 'issuedOn', message: '请选择开票日期' }] : []),
    ...(values.taxRate === '' ? [{ field: 'taxRate', message: '请选择税率' }] : []),
    ...money,
  ]
}

/** Parts of the total by payment; fen. Empty parts are left out. */
const partsOf = ({ parts }: InvoiceStepValues) =>
  parts.flatMap(({ lineId, amount }) => (amount.trim() === '' ? [] : [{ lineId, amount: parseFen(amount) ?? 0 }]))

/** Total that the parts have to add up to; fen. */
const partsTotal = (values: InvoiceStepValues): number =>
  values.hasFields ? (parseFen(values.total) ?? 0) : (invoiceStep.get()?.invoice.amount ?? 0)

function allocationErrors(event: InvoiceStepEvent, values: InvoiceStepValues): FieldError[] {
  if (event !== 'issue' || !values.allocates) return []
  const wrong = values.parts.findIndex(({ amount }) => amount.trim() !== '' && parseFen(amount) === null)
  if (wrong !== -1) return [{ field: `parts.${wrong}`, message: '请填写金额，最多两位小数' }]
  const sum = partsOf(values).reduce((all, { amount }) => all + amount, 0)
  const total = partsTotal(values)
  return sum === total ? [] : [{ field: 'parts', message: `合计 ¥${yuan(sum)}，须为 ¥${yuan(total)}` }]
}

const confirmedFields = (values: InvoiceStepValues) => {
  const {
    number: _number,
    amount,
    tax,
    total,
    issuedOn,
    buyerName,
    buyerTaxNo,
    sellerName,
    sellerTaxNo,
    taxRate,
  } = readValues(values)
  return {
    issuedOn: issuedOn ?? '',
    buyerName: buyerName ?? '',
    buyerTaxNo: buyerTaxNo ?? '',
    sellerName: sellerName ?? '',
    sellerTaxNo: sellerTaxNo ?? '',
    amount: amount ?? 0,
    tax: tax ?? 0,
    total: total ?? 0,
    taxRate,
  }
}

const inputOf = (values: InvoiceStepValues) => {
  const now = invoiceStep.get()
  const [file] = invoiceUpload.files.get()
  const event = now?.event ?? ('issue' as const)
  const parts = event === 'issue' && values.allocates ? partsOf(values) : []
  return {
    invoiceId: now?.invoice.invoiceId ?? 0,
    event,
    number: event === 'reject' ? '' : values.number.replaceAll(/\s/g, ''),
    reason: values.reason.trim(),
    ...(file === undefined || event === 'reject' ? {} : { fileId: file.fileId }),
    ...(event === 'issue' && values.hasFields ? { fields: confirmedFields(values) } : {}),
    ...(parts.length === 0 ? {} : { allocations: parts }),
  }
}

export const invoiceStepForm = createForm({
  schema: invoicesCalls.invoiceStep.input,
  inputOf,
  fieldNames: {
    'fields.issuedOn': 'issuedOn',
    'fields.buyerName': 'buyerName',
    'fields.buyerTaxNo': 'buyerTaxNo',
    'fields.sellerName': 'sellerName',
    'fields.sellerTaxNo': 'sellerTaxNo',
    'fields.amount': 'amount',
    'fields.tax': 'tax',
    'fields.total': 'total',
    'fields.taxRate': 'taxRate',
    allocations: 'parts',
  },
  validate: (values: InvoiceStepValues) => {
    const event = invoiceStep.get()?.event ?? 'issue'
    return [...requiredErrors(event, values), ...fieldErrors(event, values), ...allocationErrors(event, values)]
  },
  submit: (input) => api.orders.invoiceStep(input, { idempotencyKey: getIdempotencyKey(keyName()) }),
  onChange: () => clearIdempotencyKey(keyName()),
})

/** What of the typed fields differs from the order, with the value that the order has. */
export const invoiceStepDifferences: ReadableAtom<
  readonly { readonly name: InvoiceFieldName; readonly expected: string }[]
> = computed([invoiceReading, invoiceStepForm.values], (reading, values) => {
  if (reading.at !== 'read' || values === null || !values.hasFields) return []
  const { read } = reading
  return invoiceDifferences(readValues(values), read.expected).map((name) => ({
    name,
    expected: expectedText(name, read),
  }))
})

/** Sets the amount of one payment. */
export function setInvoicePart(index: number, amount: string): void {
  const now = invoiceStepForm.values.get()
  if (now === null) return
  const parts = now.parts.map((part, at) => (at === index ? { ...part, amount } : part))
  invoiceStepForm.set('parts', parts, `parts.${index}`)
}

export function openInvoiceStep(event: InvoiceStepEvent, invoice: Invoice): void {
  invoiceStep.set({ event, invoice })
  invoiceUpload.setFiles([])
  invoiceReading.set({ at: 'none' })
  invoiceStepForm.start(blank)
}
export function closeInvoiceStep(): void {
  if (invoiceStepForm.submitState.get().at !== 'sending') invoiceStep.set(null)
}
/** Submits the step. The updated invoice, or undefined when refused. */
export async function submitInvoiceStep(): Promise<Invoice | undefined> {
  if (invoiceUpload.busy.get() || invoiceReading.get().at === 'reading') return undefined
  const done = await invoiceStepForm.submit()
  if (done === undefined) return undefined
  clearIdempotencyKey(keyName())
  invoiceStep.set(null)
  return done.invoice
}
