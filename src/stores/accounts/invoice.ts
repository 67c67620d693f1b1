import { z } from 'zod'
import { api } from '../../client/browser.ts'
import { companyPapersCalls } from '../../contract/accounts/company-papers.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { loadable } from '../loaded.ts'
import { typedForm } from '../typed-form.ts'

type Invoice = z.output<typeof companyPapersCalls.invoice.output>
const invoiceValues = z.object({
  kind: z.enum(['normal', 'special']),
  title: z.string(),
  taxNo: z.string(),
  bankName: z.string(),
  bankAccount: z.string(),
  address: z.string(),
  phone: z.string(),
  receiverEmail: z.string(),
})
export type InvoiceValues = z.output<typeof invoiceValues>

/** A 专票 cannot be made out without these; the server asks for them as well. */
const special = ['bankName', 'bankAccount', 'address', 'phone'] as const
const missingIn = (values: InvoiceValues): readonly FieldFault[] => [
  ...(values.taxNo.trim() === '' ? [{ field: 'taxNo', message: '请填写' }] : []),
  ...(values.kind === 'normal' ? [] : special)
    .filter((name) => values[name].trim() === '')
    .map((field) => ({ field, message: '开具专票须填写' })),
]

const part = loadable<Invoice>()
/** What invoices to the company are made out to. */
export const invoice = part.state
export const form = typedForm({
  schema: companyPapersCalls.invoiceSave.input,
  inputOf: (values: InvoiceValues) => values,
  own: missingIn,
  send: api.accounts.invoiceSave,
})

export async function load(): Promise<void> {
  await part.load(() => api.accounts.invoice({}))
  const now = invoice.get()
  if (now.at === 'ready' && form.values.get() === null) form.begin(invoiceValues.parse(now.content))
}
/** Saves. True when it worked. */
export async function save(): Promise<boolean> {
  if ((await form.send()) === undefined) return false
  part.change((content) => ({ ...content, saved: true }))
  return true
}
