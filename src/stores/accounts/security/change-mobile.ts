import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import { profileCalls } from '../../../contract/accounts/profile.ts'
import { failures } from '../../../contract/failures.ts'
import { createForm } from '../../form-store.ts'
import { moveFailureToField } from '../failure-at-field.ts'
import { createCaptcha } from '../verification/captcha.ts'
import { normalizeCode } from '../verification/code-input.ts'
import { normalizeMobile } from '../../../domain/accounts/identity-rules.ts'
import { createCodeSender } from '../verification/code-sender.ts'
import type { Profile } from '../profile/own-profile.ts'
import { startProof, emptyCode, submitProof, restartProof, currentTicket, type CodeValues } from './mobile-proof.ts'
import { withReauthentication } from './reauthenticate.ts'
import { movePasswordFailureToField } from './password-failure.ts'

export interface MobileValues extends CodeValues {
  readonly password: string
  readonly mobile: string
}
export type ProofMethod = 'code' | 'password'

/** Available proof methods of this account; empty if it has neither mobile nor password. */
export const proofMethods = atom<readonly ProofMethod[]>([])
export const proofMethod = atom<ProofMethod | null>(null)
export const mobileStep = atom<'prove' | 'number'>('prove')
export const newCaptcha = createCaptcha()
export const newCode = createCodeSender('newMobile', newCaptcha)

export const mobileForm = createForm({
  schema: profileCalls.mobileReset.input,
  inputOf: ({ password, mobile, smsCode }: MobileValues) => ({
    password: proofMethod.get() === 'password' ? password : '',
    ticket: proofMethod.get() === 'code' ? currentTicket() : '',
    newMobile: normalizeMobile(mobile),
    smsCode: normalizeCode(smsCode),
  }),
  fieldNames: { newMobile: 'mobile' },
  submit: async (input) =>
    moveFailureToField(
      movePasswordFailureToField('password', await withReauthentication(() => api.accounts.mobileReset(input))),
      {
        mobileUsed: 'newMobile',
        codeWrong: 'smsCode',
        codeSpent: 'smsCode',
      },
    ),
})

/** Starts the change with the account's proof methods. */
export function startMobileChange({ hasPassword, mobile }: Pick<Profile, 'hasPassword' | 'mobile'>): void {
  const has: readonly (ProofMethod | '')[] = [mobile === '' ? '' : 'code', hasPassword ? 'password' : '']
  const possible = has.filter((one) => one !== '')
  proofMethods.set(possible)
  proofMethod.set(possible[0] ?? null)
  mobileStep.set(possible.length === 0 ? 'number' : 'prove')
  mobileForm.start({ ...emptyCode, password: '', mobile: '' })
  startProof()
}

export function chooseProofMethod(next: ProofMethod): void {
  proofMethod.set(next)
  mobileForm.clearErrors()
}

/** Continues to the new number. A password is verified with the final submit. */
export async function continueMobileChange(): Promise<void> {
  if (proofMethod.get() === 'code') {
    if (await submitProof()) mobileStep.set('number')
    return
  }
  if (mobileForm.values.get()?.password === '')
    return mobileForm.setErrors([{ field: 'password', message: '请输入登录密码' }])
  mobileForm.clearErrors()
  mobileStep.set('number')
}

export function backToProof(): void {
  mobileForm.clearErrors()
  mobileStep.set('prove')
}

/** Changes the number; returns it masked, undefined if refused. A failed proof returns to the first step. */
export async function submitMobile(): Promise<string | undefined> {
  const done = await mobileForm.submit()
  if (done !== undefined) return done.mobile
  const now = mobileForm.submitState.get()
  if (now.at !== 'refused') return undefined
  if (now.fieldErrors.some(({ field }) => field === 'password')) mobileStep.set('prove')
  if (now.failure?.code === failures.ticketSpent.code) {
    mobileForm.clearErrors()
    mobileStep.set('prove')
    restartProof()
  }
  return undefined
}
