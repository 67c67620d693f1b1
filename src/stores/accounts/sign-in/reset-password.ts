import { atom } from 'nanostores'
import type { FieldError } from '../../../contract/failures.ts'
import { asText, persistedValue } from '../../persisted-storage.ts'
import { createCaptcha } from '../verification/captcha.ts'
import { codeErrors, normalizeCode } from '../verification/code-input.ts'
import { normalizeMobile } from '../../../domain/accounts/identity-rules.ts'
import { createCodeSender } from '../verification/code-sender.ts'
import { newPasswordErrors } from './new-password.ts'
import { networkError, loadClient } from './load-client.ts'
import { refusedState, type SubmitState } from '../../submit-state.ts'

/** Steps of resetting the password: verify the number, set the password, done. */
export type ResetStep = 'verify' | 'password' | 'done'

/** Proof of the mobile number; valid for one use within ten minutes. */
interface Proof {
  readonly mobile: string
  readonly ticket: string
  readonly until: number
}

export const resetStep = atom<ResetStep>('verify')
export const verifyState = atom<SubmitState>({ at: 'editing' })
export const setPasswordState = atom<SubmitState>({ at: 'editing' })
/** Login name of the account whose password was set. */
export const loginNameOfReset = atom('')
export const resetCaptcha = createCaptcha()
export const resetCode = createCodeSender('resetPassword', resetCaptcha)

/** Stored per tab, so that a reload does not require another SMS. */
const storedProof = persistedValue('tab', 'resetProof', asText)

function readProof(): Proof | undefined {
  const [mobile, ticket, until] = (storedProof.read() ?? '').split(' ')
  if (mobile === undefined || ticket === undefined || !(Number(until) > Date.now())) return undefined
  return { mobile, ticket, until: Number(until) }
}

/** The verified number, under which the password manager saves the new password; empty = none. */
export const provenMobile = (): string => readProof()?.mobile ?? ''

/** Goes to the step of the URL; the second step requires a proof. */
export function goToResetStep(wanted: string | null): ResetStep {
  const now: ResetStep =
    resetStep.get() === 'done' ? 'done' : wanted === 'password' && provenMobile() ? 'password' : 'verify'
  resetStep.set(now)
  return now
}

/** Verifies the number; true if the next step is open. */
export async function verifyMobile(typed: { mobile: string; smsCode: string }): Promise<boolean> {
  if (verifyState.get().at === 'sending') return false
  const mobile = normalizeMobile(typed.mobile)
  // Returned to the first step with the same number: the code is used up, but its proof is still valid.
  if (mobile !== '' && provenMobile() === mobile) return goToPassword()
  const fieldErrors = codeErrors(typed)
  if (fieldErrors.length > 0) return refuse(verifyState, fieldErrors)
  verifyState.set({ at: 'sending' })
  const line = await loadClient()
  if (line === undefined) return refuse(verifyState, [networkError])
  const answer = await line.api.accounts.resetPasswordCaptchaCheck({ mobile, smsCode: normalizeCode(typed.smsCode) })
  if (!answer.ok) return refuse(verifyState, line.signInErrors(answer.failure))
  const { ticket, expiresIn } = answer.content
  storedProof.save(`${mobile} ${ticket} ${Date.now() + expiresIn * 1000}`)
  return goToPassword()
}

function goToPassword(): true {
  verifyState.set({ at: 'editing' })
  resetStep.set('password')
  return true
}

/** Sets the password; true on success. An expired proof returns to the first step. */
export async function setPassword(password: string): Promise<boolean> {
  if (setPasswordState.get().at === 'sending') return false
  setPasswordState.set({ at: 'sending' })
  const fieldErrors = await newPasswordErrors(password)
  if (fieldErrors.length > 0) return refuse(setPasswordState, fieldErrors)
  const proof = readProof()
  if (proof === undefined) return restartVerification('验证已失效，请重新验证')
  const line = await loadClient()
  if (line === undefined) return refuse(setPasswordState, [networkError])
  const answer = await line.api.accounts.forgetPasswordByMobile({
    mobile: proof.mobile,
    ticket: proof.ticket,
    password,
  })
  if (answer.ok) {
    storedProof.clear()
    loginNameOfReset.set(answer.content.loginName)
    setPasswordState.set({ at: 'done' })
    resetStep.set('done')
    return true
  }
  if (line.isFailure(answer.failure, 'ticketSpent')) return restartVerification(answer.failure.message)
  return refuse(setPasswordState, line.signInErrors(answer.failure))
}

function restartVerification(message: string): false {
  storedProof.clear()
  setPasswordState.set({ at: 'editing' })
  resetStep.set('verify')
  return refuse(verifyState, [{ field: 'smsCode', message }])
}

function refuse(form: typeof verifyState, fieldErrors: readonly FieldError[]): false {
  form.set(refusedState(fieldErrors))
  return false
}
