import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import { twoFactorCalls } from '../../contract/accounts/two-factor.ts'
import { halfWidth } from '../../domain/half-width.ts'
import { loadable } from '../loaded.ts'
import { typedForm } from '../typed-form.ts'
import { atField } from './at-field.ts'
import { withReauthentication } from './reauthenticate.ts'

export type TwoFactor = z.output<typeof twoFactorCalls.twoFactor.output>
type Enrolment = z.output<typeof twoFactorCalls.twoFactorBegin.output>

const part = loadable<TwoFactor>()
/** Whether the person's second step is on. */
export const twoFactor = part.state
export const load = (): Promise<void> => part.load(() => api.accounts.twoFactor({}))

/** What the dialog shows: the secret to enrol with, a question for a code, or the recovery codes, this once. */
export type Open =
  | { readonly at: 'none' }
  | { readonly at: 'enrol'; readonly enrolment: Enrolment }
  | { readonly at: 'remove' }
  | { readonly at: 'renew' }
  | { readonly at: 'codes'; readonly codes: readonly string[] }
export const open = atom<Open>({ at: 'none' })
export const close = (): void => open.set({ at: 'none' })

export interface CodeValues {
  readonly code: string
}
const places = { codeWrong: ['code', '动态码不正确或已用过，请等下一个再试'], codeSpent: 'code' } as const
const inputOf = ({ code }: CodeValues): CodeValues => ({ code: halfWidth(code) })

export const confirmForm = typedForm({
  schema: twoFactorCalls.twoFactorConfirm.input,
  inputOf,
  send: async (input) => atField(await withReauthentication(() => api.accounts.twoFactorConfirm(input)), places),
})
export const removeForm = typedForm({
  schema: twoFactorCalls.twoFactorRemove.input,
  inputOf,
  send: async (input) => atField(await withReauthentication(() => api.accounts.twoFactorRemove(input)), places),
})
export const renewForm = typedForm({
  schema: twoFactorCalls.recoveryCodesRenew.input,
  inputOf,
  send: async (input) => atField(await withReauthentication(() => api.accounts.recoveryCodesRenew(input)), places),
})

/** Asks for a secret to enrol with, after a proof of the person; the message of a refusal, if any. */
export async function beginEnrolment(): Promise<string | undefined> {
  const answer = await withReauthentication(() => api.accounts.twoFactorBegin({}))
  if (!answer.ok) return answer.failure.message
  confirmForm.begin({ code: '' })
  open.set({ at: 'enrol', enrolment: answer.content })
  return undefined
}

export function beginRemoval(): void {
  removeForm.begin({ code: '' })
  open.set({ at: 'remove' })
}
export function beginRenewal(): void {
  renewForm.begin({ code: '' })
  open.set({ at: 'renew' })
}

/** Sends the code of the open form; the recovery codes that come are shown. True when it worked. */
export async function send(): Promise<boolean> {
  const { at } = open.get()
  if (at === 'remove') {
    if ((await removeForm.send()) === undefined) return false
    close()
  } else {
    const made = at === 'renew' ? await renewForm.send() : await confirmForm.send()
    if (made === undefined) return false
    open.set({ at: 'codes', codes: made.recoveryCodes })
  }
  await load()
  return true
}
