import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import { companyPapersCalls } from '../../contract/accounts/company-papers.ts'
import { loadable } from '../loaded.ts'
import { typedForm } from '../typed-form.ts'
import { withReauthentication } from './reauthenticate.ts'

export type BankAccount = z.output<typeof companyPapersCalls.account.output>
export interface AccountValues {
  readonly bankName: string
  readonly accountNo: string
}
interface LimitValues {
  /** Yuan, as it is typed. */
  readonly limit: string
}

const part = loadable<BankAccount>()
/** The account into which the company is paid. */
export const account = part.state
export const form = typedForm({
  schema: companyPapersCalls.accountSave.input,
  inputOf: (values: AccountValues) => values,
  send: (input) => withReauthentication(() => api.accounts.accountSave(input)),
})

/** Whole yuan out of what was typed; NaN is refused by the call's schema. */
const fenOf = (typed: string): number => Number(typed.replace(/[,，\s¥]/g, '') || 'NaN') * 100

export const limitForm = typedForm({
  schema: companyPapersCalls.accountLimitSave.input,
  inputOf: ({ limit }: LimitValues) => ({ limit: fenOf(limit) }),
  own: ({ limit }) => (Number.isInteger(fenOf(limit)) ? [] : [{ field: 'limit', message: '请填写金额（元）' }]),
  send: (input) => withReauthentication(() => api.accounts.accountLimitSave(input)),
})

/** Whether the question before a change is cancelled stands open, and what became of it. */
export const cancelling = atom<'none' | 'asked' | 'sending'>('none')
export const cancelFailure = atom('')

async function read(): Promise<BankAccount | undefined> {
  await part.load(() => api.accounts.account({}))
  const now = account.get()
  return now.at === 'ready' ? now.content : undefined
}

export async function load(): Promise<void> {
  const now = await read()
  if (now === undefined) return
  if (form.values.get() === null) form.begin(now.change ?? now)
  if (limitForm.values.get() === null) limitForm.begin({ limit: String((now.nextLimit ?? now).limit / 100) })
}

/** Saves. From when changed details count for all amounts (null = already); undefined after a refusal. */
export async function save(): Promise<{ readonly effectiveAt: string | null } | undefined> {
  const saved = await form.send()
  if (saved !== undefined) await read()
  return saved
}

/** Saves the limit; as `save`. */
export async function saveLimit(): Promise<{ readonly effectiveAt: string | null } | undefined> {
  const saved = await limitForm.send()
  if (saved !== undefined) await read()
  return saved
}

/** Cancels the change that waits. True when it worked. */
export async function cancelChange(): Promise<boolean> {
  if (cancelling.get() === 'sending') return false
  cancelling.set('sending')
  const answer = await api.accounts.accountChangeCancel({})
  cancelling.set('none')
  cancelFailure.set(answer.ok ? '' : answer.failure.message)
  const now = await read()
  if (now !== undefined) form.begin({ bankName: now.bankName, accountNo: now.accountNo })
  return answer.ok
}
