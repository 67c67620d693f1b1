import { atom } from 'nanostores'
import type { Failure } from '../../contract/envelope.ts'
import type { FieldFault } from '../../contract/failures.ts'
import type { AskSecondStep } from './line-parts.ts'
import { captchaStore } from './captcha.ts'
import type { is as isFailure, placedFaults as placed } from './placed-faults.ts'
import { lineDown, openLine } from './line.ts'
import { refused, type Sending } from './sending.ts'
import { enter } from './session.ts'
import { halfWidth } from '../../domain/half-width.ts'

/** The two ways of the login form. */
export type Way = 'password' | 'sms'

/** Login with password. */
export const passwordLogin = atom<Sending>({ at: 'editing' })
/** Whether the server wants an image captcha with the next try. */
export const captchaWanted = atom(false)
/** Whether the password cannot be tried for a while: then the other way is offered. */
export const shutOut = atom(false)
export const passwordCaptcha = captchaStore()

export interface PasswordInput {
  readonly loginName: string
  readonly password: string
  readonly captcha: string
  readonly keepLogin: boolean
}

/** Signs in with login name or mobile and password; gives whether it succeeded. With `keepLogin` for 10 days. */
export async function signIn(typed: PasswordInput, ask: AskSecondStep): Promise<boolean> {
  if (passwordLogin.get().at === 'sending') return false
  const loginName = halfWidth(typed.loginName)
  const faults: FieldFault[] = []
  if (loginName === '') faults.push({ field: 'loginName', message: '请输入登录名或手机号' })
  if (typed.password === '') faults.push({ field: 'password', message: '请输入密码' })
  if (captchaWanted.get() && typed.captcha.trim() === '') {
    faults.push({ field: 'captcha', message: '请输入图形验证码' })
  }
  if (faults.length > 0) return refuse(faults)
  passwordLogin.set({ at: 'sending' })
  const line = await openLine()
  if (line === undefined) return refuse([lineDown])
  const { password, keepLogin } = typed
  const input = { loginName, password, keepLogin, ...passwordCaptcha.answer(typed.captcha) }
  const answer = await line.afterSecondStep(await line.api.accounts.login(input), ask)
  if (!answer.ok) return refuse(loginFaults(answer.failure, line))
  passwordLogin.set({ at: 'done' })
  shutOut.set(false)
  captchaWanted.set(false)
  enter(answer.content.userInfo)
  return true
}

function refuse(faults: readonly FieldFault[]): false {
  passwordLogin.set(refused(faults))
  return false
}

type Understanding = { readonly is: typeof isFailure; readonly placedFaults: typeof placed }

/** What a failed login says, and what it wants of the next one. */
function loginFaults(failure: Failure, { is, placedFaults }: Understanding): readonly FieldFault[] {
  shutOut.set(is(failure, 'tooManyGuesses'))
  const { left, captchaNeeded } = triesOf(failure.content)
  const wanted = captchaWanted.get() || captchaNeeded || is(failure, 'captchaNeeded') || is(failure, 'captchaWrong')
  captchaWanted.set(wanted)
  // The picture was good for that one try; a lost line leaves what was typed.
  if (wanted && failure.code !== 0) void passwordCaptcha.renew()
  if (!is(failure, 'wrongPassword')) return placedFaults(failure)
  const more = left === undefined ? '' : left > 0 ? `，还可以再试 ${left} 次` : '，请改用短信登录或稍后再试'
  return [{ field: 'password', message: `登录名或密码不对${more}` }]
}

function triesOf(content: unknown): { left: number | undefined; captchaNeeded: boolean } {
  if (typeof content !== 'object' || content === null) return { left: undefined, captchaNeeded: false }
  const left = 'left' in content && typeof content.left === 'number' ? content.left : undefined
  return { left, captchaNeeded: 'captchaNeeded' in content && content.captchaNeeded === true }
}

/** Begins anew, as when the dialog is opened a second time. */
export function startAgain(): void {
  passwordLogin.set({ at: 'editing' })
  captchaWanted.set(false)
  shutOut.set(false)
}
