import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import { verificationCalls } from '../../contract/accounts/verification.ts'
import { typedForm } from '../typed-form.ts'
import { atField } from './at-field.ts'
import { captchaStore } from './captcha.ts'
import { readCode } from './code-input.ts'
import { codeSending } from './code-sending.ts'

/** A picture's letters and the code that came. */
export interface CodeValues {
  readonly captcha: string
  readonly smsCode: string
}
export const emptyCode: CodeValues = { captcha: '', smsCode: '' }

export const proofCaptcha = captchaStore()
export const proofCode = codeSending('changeMobile', proofCaptcha)

/** The code of the number that the account has: proves that it is its owner who changes something. */
export const proofForm = typedForm({
  schema: verificationCalls.mobileCaptchaCheck.input,
  inputOf: ({ smsCode }: CodeValues): Parameters<typeof api.accounts.mobileCaptchaCheck>[0] => ({
    mobile: '',
    purpose: 'changeMobile',
    smsCode: readCode(smsCode),
  }),
  send: async (input) =>
    atField(await api.accounts.mobileCaptchaCheck(input), { codeWrong: 'smsCode', codeSpent: 'smsCode' }),
})

const proof = atom<{ readonly ticket: string; readonly until: number } | null>(null)

/** The proof, while it holds; empty = none. */
export function ticketNow(): string {
  const now = proof.get()
  return now !== null && now.until > Date.now() ? now.ticket : ''
}

export function beginProof(): void {
  proof.set(null)
  proofForm.begin(emptyCode)
}

/** Proves the number; true when the next step may be taken. */
export async function prove(): Promise<boolean> {
  const proven = await proofForm.send()
  if (proven === undefined) return false
  proof.set({ ticket: proven.ticket, until: Date.now() + proven.expiresIn * 1000 })
  return true
}

/** The proof holds no longer: it is to be made again, and says why. */
export function proveAgain(message = '验证已失效，请重新获取验证码'): void {
  beginProof()
  proofForm.mark([{ field: 'smsCode', message }])
}
