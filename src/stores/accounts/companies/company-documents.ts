import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { companyDocumentsCalls } from '../../../contract/accounts/company-documents.ts'
import type { FieldError } from '../../../contract/failures.ts'
import { loadable } from '../../loadable.ts'
import { createForm } from '../../form-store.ts'

type Invoice = z.output<typeof companyDocumentsCalls.invoice.output>
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

/** Fields required for a 专票 (special VAT invoice); also validated by the server. */
const special = ['bankName', 'bankAccount', 'address', 'phone'] as const
const missingInvoiceFields = (values: InvoiceValues): readonly FieldError[] => [
  ...(values.taxNo.trim() === '' ? [{ field: 'taxNo', message: '请填写' }] : []),
  ...(values.kind === 'normal' ? [] : special)
    .filter((name) => values[name].trim() === '')
    .map((field) => ({ field, message: '开具专票须填写' })),
]

const invoicePart = loadable<Invoice>()
/** Invoice details of the company. */
export const invoice = invoicePart.state
export const invoiceForm = createForm({
  schema: companyDocumentsCalls.invoiceSave.input,
  inputOf: (values: InvoiceValues) => values,
  validate: missingInvoiceFields,
  submit: api.accounts.invoiceSave,
})

export async function loadInvoice(): Promise<void> {
  await invoicePart.load(() => api.accounts.invoice({}))
  const now = invoice.get()
  if (now.at === 'ready' && invoiceForm.values.get() === null) invoiceForm.start(invoiceValues.parse(now.content))
}
/** Saves the invoice details; true on success. */
export async function saveInvoice(): Promise<boolean> {
  if ((await invoiceForm.submit()) === undefined) return false
  invoicePart.update((content) => ({ ...content, saved: true }))
  return true
}

export type LegalPerson = z.output<typeof companyDocumentsCalls.legalPerson.output>

const legalPersonPart = loadable<LegalPerson>()
/** 法定代表人; id number and mobile are masked, and masked values are saved unchanged. */
export const legalPerson = legalPersonPart.state
export const legalPersonForm = createForm({
  schema: companyDocumentsCalls.legalPersonSave.input,
  inputOf: (values: LegalPerson) => values,
  submit: api.accounts.legalPersonSave,
})

export async function loadLegalPerson(): Promise<void> {
  await legalPersonPart.load(() => api.accounts.legalPerson({}))
  const now = legalPerson.get()
  if (now.at === 'ready' && legalPersonForm.values.get() === null) legalPersonForm.start(now.content)
}

/** Saves and reloads the masked values; true on success. */
export async function saveLegalPerson(): Promise<boolean> {
  if ((await legalPersonForm.submit()) === undefined) return false
  await legalPersonPart.load(() => api.accounts.legalPerson({}))
  const now = legalPerson.get()
  if (now.at === 'ready') legalPersonForm.replace(now.content)
  return true
}
