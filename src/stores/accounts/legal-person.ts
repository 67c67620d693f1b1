import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import { companyPapersCalls } from '../../contract/accounts/company-papers.ts'
import { loadable } from '../loaded.ts'
import { typedForm } from '../typed-form.ts'

export type LegalPerson = z.output<typeof companyPapersCalls.legalPerson.output>

const part = loadable<LegalPerson>()
/** 法定代表人; number and mobile come masked, and masked ones are left as they are. */
export const legalPerson = part.state
export const form = typedForm({
  schema: companyPapersCalls.legalPersonSave.input,
  inputOf: (values: LegalPerson) => values,
  send: api.accounts.legalPersonSave,
})

export async function load(): Promise<void> {
  await part.load(() => api.accounts.legalPerson({}))
  const now = legalPerson.get()
  if (now.at === 'ready' && form.values.get() === null) form.begin(now.content)
}

/** Saves, and shows what was saved as it is kept: masked. */
export async function save(): Promise<boolean> {
  if ((await form.send()) === undefined) return false
  await part.load(() => api.accounts.legalPerson({}))
  const now = legalPerson.get()
  if (now.at === 'ready') form.replace(now.content)
  return true
}
