import { atom } from 'nanostores'
import type { FieldFault } from '../../contract/failures.ts'
import type { AskSecondStep } from './line-parts.ts'
import { captchaStore } from './captcha.ts'
import { codeFaults, readCode, readMobile } from './code-input.ts'
import { codeSending } from './code-sending.ts'
import { lineDown, openLine } from './line.ts'
import { refused, type Sending } from './sending.ts'
import { enter } from './session.ts'

/** Login with mobile and code; an unknown number is registered. */
export const mobileLogin = atom<Sending>({ at: 'editing' })
export const mobileCaptcha = captchaStore()
export const mobileCode = codeSending('signIn', mobileCaptcha)

export interface MobileInput {
  readonly mobile: string
  readonly smsCode: string
  readonly agreed: boolean
  readonly keepLogin: boolean
}

/** Signs in with a code, or registers the number; gives whether it succeeded. */
export async function signInByMobile({ keepLogin, ...typed }: MobileInput, ask: AskSecondStep): Promise<boolean> {
  if (mobileLogin.get().at === 'sending') return false
  const faults = codeFaults(typed)
  if (faults.length > 0) return refuse(faults)
  mobileLogin.set({ at: 'sending' })
  const line = await openLine()
  if (line === undefined) return refuse([lineDown])
  const input = { mobile: readMobile(typed.mobile), smsCode: readCode(typed.smsCode), agreed: true as const, keepLogin }
  const answer = await line.afterSecondStep(await line.api.accounts.registerLoginByMobile(input), ask)
  if (!answer.ok) return refuse(line.placedFaults(answer.failure))
  mobileLogin.set({ at: 'done' })
  enter(answer.content.userInfo)
  return true
}

function refuse(faults: readonly FieldFault[]): false {
  mobileLogin.set(refused(faults))
  return false
}

/** Begins anew, as when the dialog is opened a second time. */
export const startAgain = (): void => mobileLogin.set({ at: 'editing' })
