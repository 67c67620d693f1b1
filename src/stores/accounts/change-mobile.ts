import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import { profileCalls } from '../../contract/accounts/profile.ts'
import { failures } from '../../contract/failures.ts'
import { typedForm } from '../typed-form.ts'
import { atField } from './at-field.ts'
import { captchaStore } from './captcha.ts'
import { readCode, readMobile } from './code-input.ts'
import { codeSending } from './code-sending.ts'
import type { Profile } from './own-profile.ts'
import { beginProof, emptyCode, prove, proveAgain, ticketNow, type CodeValues } from './own-proof.ts'
import { withReauthentication } from './reauthenticate.ts'
import { passwordAt } from './refused-password.ts'

export interface MobileValues extends CodeValues {
  readonly password: string
  readonly mobile: string
}
export type ProofWay = 'code' | 'password'

/** Ways in which this account can prove who changes it; none for one that has nothing yet. */
export const ways = atom<readonly ProofWay[]>([])
export const way = atom<ProofWay | null>(null)
export const step = atom<'prove' | 'number'>('prove')
export const newCaptcha = captchaStore()
export const newCode = codeSending('newMobile', newCaptcha)

export const form = typedForm({
  schema: profileCalls.mobileReset.input,
  inputOf: ({ password, mobile, smsCode }: MobileValues) => ({
    password: way.get() === 'password' ? password : '',
    ticket: way.get() === 'code' ? ticketNow() : '',
    newMobile: readMobile(mobile),
    smsCode: readCode(smsCode),
  }),
  names: { newMobile: 'mobile' },
  send: async (input) =>
    atField(passwordAt('password', await withReauthentication(() => api.accounts.mobileReset(input))), {
      ...{ mobileUsed: 'newMobile', codeWrong: 'smsCode', codeSpent: 'smsCode' },
    }),
})

/** Opens the change with the ways that this account has. */
export function begin({ hasPassword, mobile }: Pick<Profile, 'hasPassword' | 'mobile'>): void {
  const has: readonly (ProofWay | '')[] = [mobile === '' ? '' : 'code', hasPassword ? 'password' : '']
  const possible = has.filter((one) => one !== '')
  ways.set(possible)
  way.set(possible[0] ?? null)
  step.set(possible.length === 0 ? 'number' : 'prove')
  form.begin({ ...emptyCode, password: '', mobile: '' })
  beginProof()
}

export function chooseWay(next: ProofWay): void {
  way.set(next)
  form.settle()
}

/** From who one is to the new number. A password is judged with the whole, at the end. */
export async function proceed(): Promise<void> {
  if (way.get() === 'code') {
    if (await prove()) step.set('number')
    return
  }
  if (form.values.get()?.password === '') return form.mark([{ field: 'password', message: '请输入登录密码' }])
  form.settle()
  step.set('number')
}

export function back(): void {
  form.settle()
  step.set('prove')
}

/** Changes the number. The new one, masked; undefined after a refusal. One of the proof leads back to it. */
export async function send(): Promise<string | undefined> {
  const done = await form.send()
  if (done !== undefined) return done.mobile
  const now = form.sending.get()
  if (now.at !== 'refused') return undefined
  if (now.faults.some(({ field }) => field === 'password')) step.set('prove')
  if (now.failure?.code === failures.ticketSpent.code) {
    form.settle()
    step.set('prove')
    proveAgain()
  }
  return undefined
}
