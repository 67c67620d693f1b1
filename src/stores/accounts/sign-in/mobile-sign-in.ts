import { atom } from 'nanostores'
import type { FieldError } from '../../../contract/failures.ts'
import type { AskSecondStep } from './client-parts.ts'
import { createCaptcha } from '../verification/captcha.ts'
import { codeErrors, normalizeCode } from '../verification/code-input.ts'
import { normalizeMobile } from '../../../domain/accounts/identity-rules.ts'
import { createCodeSender } from '../verification/code-sender.ts'
import { networkError, loadClient } from './load-client.ts'
import { refusedState, type SubmitState } from '../../submit-state.ts'
import { completeLogin } from '../session.ts'

/** Login with mobile and code; an unknown number is registered. */
export const mobileLoginState = atom<SubmitState>({ at: 'editing' })
export const mobileCaptcha = createCaptcha()
export const mobileCode = createCodeSender('signIn', mobileCaptcha)

export interface MobileInput {
  readonly mobile: string
  readonly smsCode: string
  readonly agreed: boolean
  readonly keepLogin: boolean
}

/** Signs in with a code, or registers the number; true on success. */
export async function signInByMobile({ keepLogin, ...typed }: MobileInput, ask: AskSecondStep): Promise<boolean> {
  if (mobileLoginState.get().at === 'sending') return false
  const fieldErrors = codeErrors(typed)
  if (fieldErrors.length > 0) return refuse(fieldErrors)
  mobileLoginState.set({ at: 'sending' })
  const line = await loadClient()
  if (line === undefined) return refuse([networkError])
  const input = {
    mobile: normalizeMobile(typed.mobile),
    smsCode: normalizeCode(typed.smsCode),
    agreed: true as const,
    keepLogin,
  }
  const answer = await line.afterSecondStep(await line.api.accounts.registerLoginByMobile(input), ask)
  if (!answer.ok) return refuse(line.signInErrors(answer.failure))
  mobileLoginState.set({ at: 'done' })
  completeLogin(answer.content.userInfo)
  return true
}

function refuse(fieldErrors: readonly FieldError[]): false {
  mobileLoginState.set(refusedState(fieldErrors))
  return false
}

/** Resets the state, for example when the dialog is opened again. */
export const resetMobileLogin = (): void => mobileLoginState.set({ at: 'editing' })
