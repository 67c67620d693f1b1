import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { twoFactorCalls } from '../../../contract/accounts/two-factor.ts'
import { toHalfWidth } from '../../../domain/half-width.ts'
import { loadable } from '../../loadable.ts'
import { createForm } from '../../form-store.ts'
import { moveFailureToField } from '../failure-at-field.ts'
import { withReauthentication } from './reauthenticate.ts'

export type TwoFactor = z.output<typeof twoFactorCalls.twoFactor.output>
type Enrolment = z.output<typeof twoFactorCalls.twoFactorBegin.output>

const part = loadable<TwoFactor>()
/** State of the user's two-factor authentication. */
export const twoFactor = part.state
export const loadTwoFactor = (): Promise<void> => part.load(() => api.accounts.twoFactor({}))

/** The open dialog: enrolment secret, code input, or recovery codes (shown once). */
export type TwoFactorDialog =
  | { readonly at: 'none' }
  | { readonly at: 'enrol'; readonly enrolment: Enrolment }
  | { readonly at: 'remove' }
  | { readonly at: 'renew' }
  | { readonly at: 'codes'; readonly codes: readonly string[] }
export const twoFactorDialog = atom<TwoFactorDialog>({ at: 'none' })
export const closeTwoFactorDialog = (): void => twoFactorDialog.set({ at: 'none' })

export interface TotpValues {
  readonly code: string
}
const fieldByFailure = { codeWrong: ['code', '动态码不正确或已用过，请等下一个再试'], codeSpent: 'code' } as const
const inputOf = ({ code }: TotpValues): TotpValues => ({ code: toHalfWidth(code) })

export const confirmForm = createForm({
  schema: twoFactorCalls.twoFactorConfirm.input,
  inputOf,
  submit: async (input) =>
    moveFailureToField(await withReauthentication(() => api.accounts.twoFactorConfirm(input)), fieldByFailure),
})
export const removeForm = createForm({
  schema: twoFactorCalls.twoFactorRemove.input,
  inputOf,
  submit: async (input) =>
    moveFailureToField(await withReauthentication(() => api.accounts.twoFactorRemove(input)), fieldByFailure),
})
export const renewForm = createForm({
  schema: twoFactorCalls.recoveryCodesRenew.input,
  inputOf,
  submit: async (input) =>
    moveFailureToField(await withReauthentication(() => api.accounts.recoveryCodesRenew(input)), fieldByFailure),
})

/** Starts enrolment after reauthentication; returns an error message, if any. */
export async function startEnrolment(): Promise<string | undefined> {
  const answer = await withReauthentication(() => api.accounts.twoFactorBegin({}))
  if (!answer.ok) return answer.failure.message
  confirmForm.start({ code: '' })
  twoFactorDialog.set({ at: 'enrol', enrolment: answer.content })
  return undefined
}

export function startRemoval(): void {
  removeForm.start({ code: '' })
  twoFactorDialog.set({ at: 'remove' })
}
export function startRenewal(): void {
  renewForm.start({ code: '' })
  twoFactorDialog.set({ at: 'renew' })
}

/** Submits the code of the open dialog and shows new recovery codes; true on success. */
export async function submitTwoFactorCode(): Promise<boolean> {
  const { at } = twoFactorDialog.get()
  if (at === 'remove') {
    if ((await removeForm.submit()) === undefined) return false
    closeTwoFactorDialog()
  } else {
    const made = at === 'renew' ? await renewForm.submit() : await confirmForm.submit()
    if (made === undefined) return false
    twoFactorDialog.set({ at: 'codes', codes: made.recoveryCodes })
  }
  await loadTwoFactor()
  return true
}
