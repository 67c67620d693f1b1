import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { companyDocumentsCalls } from '../../../contract/accounts/company-documents.ts'
import { loadable } from '../../loadable.ts'
import { createForm } from '../../form-store.ts'
import { withReauthentication } from '../security/reauthenticate.ts'

export type BankAccount = z.output<typeof companyDocumentsCalls.account.output>
export interface AccountValues {
  readonly bankName: string
  readonly accountNo: string
}
interface LimitValues {
  /** Yuan, as typed. */
  readonly limit: string
}

const part = loadable<BankAccount>()
/** The company's payee account. */
export const bankAccount = part.state
export const bankAccountForm = createForm({
  schema: companyDocumentsCalls.accountSave.input,
  inputOf: ({ bankName, accountNo }: AccountValues) => ({ bankName, accountNo }),
  submit: (input) => withReauthentication(() => api.accounts.accountSave(input)),
})

/** Fen from typed whole yuan; NaN, which the schema refuses, if invalid. */
const fenOf = (typed: string): number => Number(typed.replace(/[,，\s¥]/g, '') || 'NaN') * 100

export const limitForm = createForm({
  schema: companyDocumentsCalls.accountLimitSave.input,
  inputOf: ({ limit }: LimitValues) => ({ limit: fenOf(limit) }),
  validate: ({ limit }) => (Number.isInteger(fenOf(limit)) ? [] : [{ field: 'limit', message: '请填写金额（元）' }]),
  submit: (input) => withReauthentication(() => api.accounts.accountLimitSave(input)),
})

/** State of the dialog that cancels a pending change. */
export const changeCancellation = atom<'none' | 'asked' | 'sending'>('none')
export const cancelFailure = atom('')

async function readBankAccount(): Promise<BankAccount | undefined> {
  await part.load(() => api.accounts.account({}))
  const now = bankAccount.get()
  return now.at === 'ready' ? now.content : undefined
}

export async function loadBankAccount(): Promise<void> {
  const now = await readBankAccount()
  if (now === undefined) return
  if (bankAccountForm.values.get() === null) bankAccountForm.start(now.change ?? now)
  if (limitForm.values.get() === null) limitForm.start({ limit: String((now.nextLimit ?? now).limit / 100) })
}

/** Saves the account. `effectiveAt`: when it takes effect for all amounts (null = now); undefined if refused. */
export async function saveBankAccount(): Promise<{ readonly effectiveAt: string | null } | undefined> {
  const saved = await bankAccountForm.submit()
  if (saved !== undefined) await readBankAccount()
  return saved
}

/** Saves the limit; result as in `saveBankAccount`. */
export async function saveLimit(): Promise<{ readonly effectiveAt: string | null } | undefined> {
  const saved = await limitForm.submit()
  if (saved !== undefined) await readBankAccount()
  return saved
}

/** Cancels the pending change; true on success. */
export async function cancelBankAccountChange(): Promise<boolean> {
  if (changeCancellation.get() === 'sending') return false
  changeCancellation.set('sending')
  const answer = await api.accounts.accountChangeCancel({})
  changeCancellation.set('none')
  cancelFailure.set(answer.ok ? '' : answer.failure.message)
  const now = await readBankAccount()
  if (now !== undefined) bankAccountForm.start({ bankName: now.bankName, accountNo: now.accountNo })
  return answer.ok
}
