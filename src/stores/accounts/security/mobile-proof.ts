import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import { verificationCalls } from '../../../contract/accounts/verification.ts'
import { createForm } from '../../form-store.ts'
import { moveFailureToField } from '../failure-at-field.ts'
import { createCaptcha } from '../verification/captcha.ts'
import { normalizeCode } from '../verification/code-input.ts'
import { createCodeSender } from '../verification/code-sender.ts'

/** Image captcha and verification code. */
export interface CodeValues {
  readonly captcha: string
  readonly smsCode: string
}
export const emptyCode: CodeValues = { captcha: '', smsCode: '' }

export const proofCaptcha = createCaptcha()
export const proofCode = createCodeSender('changeMobile', proofCaptcha)

/** Verifies the user by a code sent to the account's mobile. */
export const proofForm = createForm({
  schema: verificationCalls.mobileCaptchaCheck.input,
  inputOf: ({ smsCode }: CodeValues): Parameters<typeof api.accounts.mobileCaptchaCheck>[0] => ({
    mobile: '',
    purpose: 'changeMobile',
    smsCode: normalizeCode(smsCode),
  }),
  submit: async (input) =>
    moveFailureToField(await api.accounts.mobileCaptchaCheck(input), { codeWrong: 'smsCode', codeSpent: 'smsCode' }),
})

const proof = atom<{ readonly ticket: string; readonly until: number } | null>(null)

/** The proof's ticket while valid; empty = none. */
export function currentTicket(): string {
  const now = proof.get()
  return now !== null && now.until > Date.now() ? now.ticket : ''
}

export function startProof(): void {
  proof.set(null)
  proofForm.start(emptyCode)
}

/** Verifies the code; true on success. */
export async function submitProof(): Promise<boolean> {
  const proven = await proofForm.submit()
  if (proven === undefined) return false
  proof.set({ ticket: proven.ticket, until: Date.now() + proven.expiresIn * 1000 })
  return true
}

/** Restarts an expired proof with an error message. */
export function restartProof(message = '验证已失效，请重新获取验证码'): void {
  startProof()
  proofForm.setErrors([{ field: 'smsCode', message }])
}
