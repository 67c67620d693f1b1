import { atom } from 'nanostores'
import type { FieldFault } from '../../contract/failures.ts'
import { asText, kept } from '../kept.ts'
import { captchaStore } from './captcha.ts'
import { codeFaults, readCode, readMobile } from './code-input.ts'
import { codeSending } from './code-sending.ts'
import { newPasswordFaults } from './new-password.ts'
import { lineDown, openLine } from './line.ts'
import { refused, type Sending } from './sending.ts'

/** The way to a new password: the number is proven, the password set, done. */
export type ResetStep = 'verify' | 'password' | 'done'

/** Proof that the number is the person's; good for one use within ten minutes. */
interface Proof {
  readonly mobile: string
  readonly ticket: string
  readonly until: number
}

export const step = atom<ResetStep>('verify')
export const verifying = atom<Sending>({ at: 'editing' })
export const setting = atom<Sending>({ at: 'editing' })
/** Login name of the account whose password was set. */
export const loginNameOfReset = atom('')
export const resetCaptcha = captchaStore()
export const resetCode = codeSending('resetPassword', resetCaptcha)

/** In this tab only, so that a reload in the middle does not cost another SMS. */
const keptText = kept('tab', 'resetProof', asText)

function keptProof(): Proof | undefined {
  const [mobile, ticket, until] = (keptText.read() ?? '').split(' ')
  if (mobile === undefined || ticket === undefined || !(Number(until) > Date.now())) return undefined
  return { mobile, ticket, until: Number(until) }
}

/** The number that was proven, for the password manager to file the new password under; empty = none. */
export const provenMobile = (): string => keptProof()?.mobile ?? ''

/** Goes to a step, as the address or the way back asks; the second one only with the proof of the first. */
export function goTo(wanted: string | null): ResetStep {
  const now: ResetStep =
    step.get() === 'done' ? 'done' : wanted === 'password' && provenMobile() ? 'password' : 'verify'
  step.set(now)
  return now
}

/** Proves the number; gives whether the next step is there. */
export async function verify(typed: { mobile: string; smsCode: string }): Promise<boolean> {
  if (verifying.get().at === 'sending') return false
  const mobile = readMobile(typed.mobile)
  // Gone back without a change: the code was used for the proof, which still holds.
  if (mobile !== '' && provenMobile() === mobile) return move()
  const faults = codeFaults(typed)
  if (faults.length > 0) return refuse(verifying, faults)
  verifying.set({ at: 'sending' })
  const line = await openLine()
  if (line === undefined) return refuse(verifying, [lineDown])
  const answer = await line.api.accounts.resetPasswordCaptchaCheck({ mobile, smsCode: readCode(typed.smsCode) })
  if (!answer.ok) return refuse(verifying, line.placedFaults(answer.failure))
  const { ticket, expiresIn } = answer.content
  keptText.keep(`${mobile} ${ticket} ${Date.now() + expiresIn * 1000}`)
  return move()
}

function move(): true {
  verifying.set({ at: 'editing' })
  step.set('password')
  return true
}

/** Sets the password; gives whether it is done. A proof that no longer holds leads back to the first step. */
export async function setPassword(password: string): Promise<boolean> {
  if (setting.get().at === 'sending') return false
  setting.set({ at: 'sending' })
  const faults = await newPasswordFaults(password)
  if (faults.length > 0) return refuse(setting, faults)
  const proof = keptProof()
  if (proof === undefined) return proveAgain('验证已失效，请重新验证')
  const line = await openLine()
  if (line === undefined) return refuse(setting, [lineDown])
  const answer = await line.api.accounts.forgetPasswordByMobile({
    mobile: proof.mobile,
    ticket: proof.ticket,
    password,
  })
  if (answer.ok) {
    keptText.clear()
    loginNameOfReset.set(answer.content.loginName)
    setting.set({ at: 'done' })
    step.set('done')
    return true
  }
  if (line.is(answer.failure, 'ticketSpent')) return proveAgain(answer.failure.message)
  return refuse(setting, line.placedFaults(answer.failure))
}

function proveAgain(message: string): false {
  keptText.clear()
  setting.set({ at: 'editing' })
  step.set('verify')
  return refuse(verifying, [{ field: 'smsCode', message }])
}

function refuse(form: typeof verifying, faults: readonly FieldFault[]): false {
  form.set(refused(faults))
  return false
}
