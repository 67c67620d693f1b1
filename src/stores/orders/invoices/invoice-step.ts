import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { invoicesCalls, type Invoice } from '../../../contract/orders/invoices.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../idempotency-key.ts'
import { createUploads } from '../../operations/uploads.ts'
import { createForm } from '../../form-store.ts'

type InvoiceStepEvent = 'issue' | 'reject' | 'reverse'
const stepValues = z.object({ number: z.string(), reason: z.string() })
type StepValues = z.output<typeof stepValues>

/** Invoice being issued, rejected or reversed by the supplier; null for none. */
export const invoiceStep = atom<{ readonly event: InvoiceStepEvent; readonly invoice: Invoice } | null>(null)

/** The supplier's own invoice file; without it an invoice record is generated. */
export const invoiceUpload = createUploads('attachment', { onReady: () => clearIdempotencyKey(keyName()) })
export function removeInvoiceFile(): void {
  invoiceUpload.setFiles([])
  clearIdempotencyKey(keyName())
}

const keyName = () => `invoice-step:${invoiceStep.get()?.invoice.invoiceId ?? 0}:${invoiceStep.get()?.event ?? ''}`

const requiredErrors = (event: InvoiceStepEvent, { number, reason }: StepValues) => [
  ...(event !== 'reject' && number.trim() === '' ? [{ field: 'number', message: '请填写发票号码' }] : []),
  ...(event !== 'issue' && reason.trim() === '' ? [{ field: 'reason', message: '请填写原因' }] : []),
]

export const invoiceStepForm = createForm({
  schema: invoicesCalls.invoiceStep.input,
  inputOf: ({ number, reason }: StepValues) => {
    const now = invoiceStep.get()
    const [file] = invoiceUpload.files.get()
    return {
      invoiceId: now?.invoice.invoiceId ?? 0,
      event: now?.event ?? ('issue' as const),
      number: now?.event === 'reject' ? '' : number.replaceAll(/\s/g, ''),
      reason: reason.trim(),
      ...(file === undefined || now?.event === 'reject' ? {} : { fileId: file.fileId }),
    }
  },
  validate: (values) => requiredErrors(invoiceStep.get()?.event ?? 'issue', values),
  submit: (input) => api.orders.invoiceStep(input, { idempotencyKey: getIdempotencyKey(keyName()) }),
  onChange: () => clearIdempotencyKey(keyName()),
})

export function openInvoiceStep(event: InvoiceStepEvent, invoice: Invoice): void {
  invoiceStep.set({ event, invoice })
  invoiceUpload.setFiles([])
  invoiceStepForm.start({ number: '', reason: '' })
}
export function closeInvoiceStep(): void {
  if (invoiceStepForm.submitState.get().at !== 'sending') invoiceStep.set(null)
}
/** Submits the step. The updated invoice, or undefined when refused. */
export async function submitInvoiceStep(): Promise<Invoice | undefined> {
  if (invoiceUpload.busy.get()) return undefined
  const done = await invoiceStepForm.submit()
  if (done === undefined) return undefined
  clearIdempotencyKey(keyName())
  invoiceStep.set(null)
  return done.invoice
}
