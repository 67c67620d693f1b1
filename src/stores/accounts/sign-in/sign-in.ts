import { atom } from 'nanostores'
import type { Failure } from '../../../contract/envelope.ts'
import type { FieldError } from '../../../contract/failures.ts'
import type { AskSecondStep } from './client-parts.ts'
import { createCaptcha } from '../verification/captcha.ts'
import type { isFailure, signInErrors } from './sign-in-errors.ts'
import { networkError, loadClient } from './load-client.ts'
import { refusedState, type SubmitState } from '../../submit-state.ts'
import { completeLogin } from '../session.ts'
import { toHalfWidth } from '../../../domain/half-width.ts'

/** The two methods of the login form. */
export type LoginMethod = 'password' | 'sms'

/** Login with password. */
export const passwordLoginState = atom<SubmitState>({ at: 'editing' })
/** Whether the next attempt requires an image captcha. */
export const isCaptchaRequired = atom(false)
/** Whether password login is locked for now; the other method is offered then. */
export const isLockedOut = atom(false)
export const passwordCaptcha = createCaptcha()

export interface PasswordInput {
  readonly loginName: string
  readonly password: string
  readonly captcha: string
  readonly keepLogin: boolean
}

/** Signs in with login name or mobile and password; true on success. `keepLogin` keeps the session for 10 days. */
export async function signInByPassword(typed: PasswordInput, ask: AskSecondStep): Promise<boolean> {
  if (passwordLoginState.get().at === 'sending') return false
  const loginName = toHalfWidth(typed.loginName)
  const fieldErrors: FieldError[] = []
  if (loginName === '') fieldErrors.push({ field: 'loginName', message: '请输入登录名或手机号' })
  if (typed.password === '') fieldErrors.push({ field: 'password', message: '请输入密码' })
  if (isCaptchaRequired.get() && typed.captcha.trim() === '') {
    fieldErrors.push({ field: 'captcha', message: '请输入图形验证码' })
  }
  if (fieldErrors.length > 0) return refuse(fieldErrors)
  passwordLoginState.set({ at: 'sending' })
  const line = await loadClient()
  if (line === undefined) return refuse([networkError])
  const { password, keepLogin } = typed
  const input = { loginName, password, keepLogin, ...passwordCaptcha.answer(typed.captcha) }
  const answer = await line.afterSecondStep(await line.api.accounts.login(input), ask)
  if (!answer.ok) return refuse(loginErrors(answer.failure, line))
  passwordLoginState.set({ at: 'done' })
  isLockedOut.set(false)
  isCaptchaRequired.set(false)
  completeLogin(answer.content.userInfo)
  return true
}

function refuse(fieldErrors: readonly FieldError[]): false {
  passwordLoginState.set(refusedState(fieldErrors))
  return false
}

type FailureTools = { readonly isFailure: typeof isFailure; readonly signInErrors: typeof signInErrors }

/** Errors of a failed login; also updates what the next attempt requires. */
function loginErrors(failure: Failure, { isFailure, signInErrors: errorsOf }: FailureTools): readonly FieldError[] {
  isLockedOut.set(isFailure(failure, 'tooManyGuesses'))
  const { left, captchaNeeded } = triesOf(failure.content)
  const wanted =
    isCaptchaRequired.get() ||
    captchaNeeded ||
    isFailure(failure, 'captchaNeeded') ||
    isFailure(failure, 'captchaWrong')
  isCaptchaRequired.set(wanted)
  // A captcha is valid for one attempt; a network failure (code 0) does not use it up.
  if (wanted && failure.code !== 0) void passwordCaptcha.renew()
  if (!isFailure(failure, 'wrongPassword')) return errorsOf(failure)
  const more = left === undefined ? '' : left > 0 ? `，还可以再试 ${left} 次` : '，请改用短信登录或稍后再试'
  return [{ field: 'password', message: `登录名或密码不正确${more}` }]
}

function triesOf(content: unknown): { left: number | undefined; captchaNeeded: boolean } {
  if (typeof content !== 'object' || content === null) return { left: undefined, captchaNeeded: false }
  const left = 'left' in content && typeof content.left === 'number' ? content.left : undefined
  return { left, captchaNeeded: 'captchaNeeded' in content && content.captchaNeeded === true }
}

/** Resets the state, for example when the dialog is opened again. */
export function resetPasswordLogin(): void {
  passwordLoginState.set({ at: 'editing' })
  isCaptchaRequired.set(false)
  isLockedOut.set(false)
}
