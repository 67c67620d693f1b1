import { atom } from 'nanostores'
import type { FieldError } from '../../../contract/failures.ts'
import { createCaptcha } from '../verification/captcha.ts'
import { codeErrors, normalizeCode } from '../verification/code-input.ts'
import { normalizeMobile } from '../../../domain/accounts/identity-rules.ts'
import { createCodeSender } from '../verification/code-sender.ts'
import { networkError, loadClient } from './load-client.ts'
import { loginNameErrors, normalizeLoginName } from './login-name.ts'
import { newPasswordErrors } from './new-password.ts'
import { refusedState, type SubmitState } from '../../submit-state.ts'
import { completeLogin } from '../session.ts'

export const registrationState = atom<SubmitState>({ at: 'editing' })
/** Whether the number already has an account; a link to the login is shown then. */
export const isMobileUsed = atom(false)
export const registrationCaptcha = createCaptcha()
export const registrationCode = createCodeSender('register', registrationCaptcha)

export interface Registration {
  readonly loginName: string
  readonly mobile: string
  readonly smsCode: string
  readonly password: string
  readonly agreed: boolean
  /** Code of an invitation; empty = none. */
  readonly invite: string
  /** Undefined for a buyer. */
  readonly supplier: { readonly companyName: string; readonly contactName: string } | undefined
}

async function registrationErrors(typed: Registration): Promise<FieldError[]> {
  const loginName = normalizeLoginName(typed.loginName)
  const fieldErrors: FieldError[] = []
  if (typed.supplier?.companyName.trim() === '') fieldErrors.push({ field: 'companyName', message: '请输入企业名称' })
  if (typed.supplier?.contactName.trim() === '') fieldErrors.push({ field: 'contactName', message: '请输入联系人' })
  fieldErrors.push(...loginNameErrors(loginName))
  const { agreed, ...code } = typed
  const owner = { loginName, mobile: normalizeMobile(typed.mobile), companyName: typed.supplier?.companyName }
  fieldErrors.push(...codeErrors(code), ...(await newPasswordErrors(typed.password, owner)))
  if (!agreed) fieldErrors.push({ field: 'agreed', message: '请先阅读并同意用户协议与隐私政策' })
  return fieldErrors
}

/** Registers and signs in; true on success. */
export async function registerAccount(typed: Registration): Promise<boolean> {
  if (registrationState.get().at === 'sending') return false
  registrationState.set({ at: 'sending' })
  const fieldErrors = await registrationErrors(typed)
  if (fieldErrors.length > 0) return refuse(fieldErrors)
  const line = await loadClient()
  if (line === undefined) return refuse([networkError])
  const account = {
    loginName: normalizeLoginName(typed.loginName),
    mobile: normalizeMobile(typed.mobile),
    smsCode: normalizeCode(typed.smsCode),
    password: typed.password,
    agreed: true as const,
  }
  const answer =
    typed.supplier === undefined
      ? await line.api.accounts.register({ ...account, inviteCode: typed.invite })
      : await line.api.accounts.registerSupplier({ ...account, ...typed.supplier })
  isMobileUsed.set(!answer.ok && line.isFailure(answer.failure, 'mobileUsed'))
  if (!answer.ok) {
    const used = { field: 'mobile', message: '手机号码已被使用，可以直接登录或换一个号码' }
    return refuse(isMobileUsed.get() ? [used] : line.signInErrors(answer.failure))
  }
  registrationState.set({ at: 'done' })
  completeLogin(answer.content.userInfo)
  return true
}

function refuse(fieldErrors: readonly FieldError[]): false {
  registrationState.set(refusedState(fieldErrors))
  return false
}
