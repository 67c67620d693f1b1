import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import { invoicesCalls, type Invoice } from '../../contract/orders/invoices.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { uploadsOf } from '../operations/uploads.ts'
import { typedForm } from '../typed-form.ts'

type InvoiceDoing = 'issue' | 'reject' | 'reverse'
const stepValues = z.object({ number: z.string(), reason: z.string() })
type StepValues = z.output<typeof stepValues>

/** The invoice that a supplier is about to issue, reject or reverse; null = none. */
export const doing = atom<{ readonly event: InvoiceDoing; readonly invoice: Invoice } | null>(null)

/** The supplier's own file of the invoice; without it a record is made. */
export const paper = uploadsOf('attachment', { onReady: () => intentionDone(intention()) })
export function removePaper(): void {
  paper.start([])
  intentionDone(intention())
}

const intention = () => `invoice-step:${doing.get()?.invoice.invoiceId ?? 0}:${doing.get()?.event ?? ''}`

const needed = (event: InvoiceDoing, { number, reason }: StepValues) => [
  ...(event !== 'reject' && number.trim() === '' ? [{ field: 'number', message: '请填写发票号码' }] : []),
  ...(event !== 'issue' && reason.trim() === '' ? [{ field: 'reason', message: '请填写原因' }] : []),
]

export const form = typedForm({
  schema: invoicesCalls.invoiceStep.input,
  inputOf: ({ number, reason }: StepValues) => {
    const now = doing.get()
    const [file] = paper.files.get()
    return {
      ...{ invoiceId: now?.invoice.invoiceId ?? 0, event: now?.event ?? ('issue' as const) },
      ...{ number: now?.event === 'reject' ? '' : number.replaceAll(/\s/g, ''), reason: reason.trim() },
      ...(file === undefined || now?.event === 'reject' ? {} : { fileId: file.fileId }),
    }
  },
  own: (values) => needed(doing.get()?.event ?? 'issue', values),
  send: (input) => api.orders.invoiceStep(input, { idempotencyKey: intentionKey(intention()) }),
  changed: () => intentionDone(intention()),
})

export function begin(event: InvoiceDoing, invoice: Invoice): void {
  doing.set({ event, invoice })
  paper.start([])
  form.begin({ number: '', reason: '' })
}
export function drop(): void {
  if (form.sending.get().at !== 'sending') doing.set(null)
}
/** Sends the step. What became of the invoice, or undefined when it was refused. */
export async function send(): Promise<Invoice | undefined> {
  if (paper.busy.get()) return undefined
  const done = await form.send()
  if (done === undefined) return undefined
  intentionDone(intention())
  doing.set(null)
  return done.invoice
}
