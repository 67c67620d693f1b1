import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import { companyPapersCalls } from '../../contract/accounts/company-papers.ts'
import { loadable } from '../loaded.ts'
import { typedForm } from '../typed-form.ts'

type BankAccount = z.output<typeof companyPapersCalls.account.output>
export interface AccountValues {
  readonly bankName: string
  readonly accountNo: string
}

const part = loadable<BankAccount>()
/** The account into which the company is paid. */
export const account = part.state
export const form = typedForm({
  schema: companyPapersCalls.accountSave.input,
  inputOf: (values: AccountValues) => values,
  send: api.accounts.accountSave,
})

export async function load(): Promise<void> {
  await part.load(() => api.accounts.account({}))
  const now = account.get()
  if (now.at === 'ready' && form.values.get() === null) {
    const { bankName, accountNo } = now.content
    form.begin({ bankName, accountNo })
  }
}
/** Saves. True when it worked. */
export async function save(): Promise<boolean> {
  if ((await form.send()) === undefined) return false
  part.change((content) => ({ ...content, saved: true }))
  return true
}
