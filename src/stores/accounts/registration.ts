import { atom } from 'nanostores'
import type { FieldFault } from '../../contract/failures.ts'
import { loginNamePattern, loginNameRule } from '../../domain/accounts/identity-rules.ts'
import type { PasswordOwner } from '../../domain/accounts/password-rules.ts'
import { captchaStore } from './captcha.ts'
import { codeFaults, readCode, readMobile } from './code-input.ts'
import { codeSending } from './code-sending.ts'
import { lineDown, openLine } from './line.ts'
import { refused, type Sending } from './sending.ts'
import { enter } from './session.ts'
import { halfWidth } from '../../domain/half-width.ts'

/** What is known of the login name that stands in the form. */
export type NameCheck =
  | { readonly at: 'unknown' }
  | { readonly at: 'checking' }
  | { readonly at: 'free' }
  | { readonly at: 'wrong'; readonly message: string }

export const registering = atom<Sending>({ at: 'editing' })
/** Whether the number has an account already: then the way to its login is shown. */
export const numberUsed = atom(false)
export const nameCheck = atom<NameCheck>({ at: 'unknown' })
export const registrationCaptcha = captchaStore()
export const registrationCode = codeSending('register', registrationCaptcha)

export interface Registration {
  readonly loginName: string
  readonly mobile: string
  readonly smsCode: string
  readonly password: string
  readonly agreed: boolean
  /** Code of an invitation, empty for none. */
  readonly invite: string
  /** Undefined for a buyer. */
  readonly supplier: { readonly companyName: string; readonly contactName: string } | undefined
}

const readName = (typed: string) => halfWidth(typed)
let turn = 0

/** The name in the form was changed: what was known of it holds no longer. */
export function nameTyped(): void {
  turn += 1
  nameCheck.set({ at: 'unknown' })
}

/** Asks whether a login name is free; of several questions only the last one counts. An empty field is left alone. */
export async function checkName(typed: string): Promise<void> {
  const loginName = readName(typed)
  turn += 1
  const mine = turn
  if (loginName === '') return nameCheck.set({ at: 'unknown' })
  if (!loginNamePattern.test(loginName)) return nameCheck.set({ at: 'wrong', message: loginNameRule })
  nameCheck.set({ at: 'checking' })
  const line = await openLine()
  const answer = await line?.headerApi.accounts.loginNameUnique({ loginName })
  if (mine !== turn) return
  // Where it cannot be asked the registration itself will tell.
  if (!answer?.ok) return nameCheck.set({ at: 'unknown' })
  nameCheck.set(answer.content.ok ? { at: 'free' } : { at: 'wrong', message: answer.content.message })
}

/** What is missing in a password to be set; nothing when it may be used. The rules are loaded when they are needed. */
export async function newPasswordFaults(password: string, owner: PasswordOwner = {}): Promise<FieldFault[]> {
  if (password === '') return [{ field: 'password', message: '请设置密码' }]
  try {
    const { passwordFaults } = await import('../../domain/accounts/password-rules.ts')
    return passwordFaults(password, owner)
      .slice(0, 1)
      .map((message) => ({ field: 'password', message }))
  } catch {
    // Without a network the rules do not come: the call after this says so, and the server knows them.
    return []
  }
}

async function faultsIn(typed: Registration): Promise<FieldFault[]> {
  const loginName = readName(typed.loginName)
  const name = nameCheck.get()
  const faults: FieldFault[] = []
  if (typed.supplier?.companyName.trim() === '') faults.push({ field: 'companyName', message: '请输入企业名称' })
  if (typed.supplier?.contactName.trim() === '') faults.push({ field: 'contactName', message: '请输入联系人' })
  if (loginName === '') faults.push({ field: 'loginName', message: '请输入登录名' })
  else if (!loginNamePattern.test(loginName)) faults.push({ field: 'loginName', message: loginNameRule })
  else if (name.at === 'wrong') faults.push({ field: 'loginName', message: name.message })
  const { agreed, ...code } = typed
  const owner = { loginName, mobile: readMobile(typed.mobile), companyName: typed.supplier?.companyName }
  faults.push(...codeFaults(code), ...(await newPasswordFaults(typed.password, owner)))
  if (!agreed) faults.push({ field: 'agreed', message: '请先阅读并同意用户协议与隐私政策' })
  return faults
}

/** Registers and signs in; gives whether it succeeded. */
export async function register(typed: Registration): Promise<boolean> {
  if (registering.get().at === 'sending') return false
  registering.set({ at: 'sending' })
  const faults = await faultsIn(typed)
  if (faults.length > 0) return refuse(faults)
  const line = await openLine()
  if (line === undefined) return refuse([lineDown])
  const account = {
    loginName: readName(typed.loginName),
    mobile: readMobile(typed.mobile),
    smsCode: readCode(typed.smsCode),
    password: typed.password,
    agreed: true as const,
  }
  const answer =
    typed.supplier === undefined
      ? await line.api.accounts.register({ ...account, inviteCode: typed.invite })
      : await line.api.accounts.registerSupplier({ ...account, ...typed.supplier })
  numberUsed.set(!answer.ok && line.is(answer.failure, 'mobileUsed'))
  if (!answer.ok) {
    const used = { field: 'mobile', message: '手机号码已被使用，可以直接登录或换一个号码' }
    return refuse(numberUsed.get() ? [used] : line.placedFaults(answer.failure))
  }
  registering.set({ at: 'done' })
  enter(answer.content.userInfo)
  return true
}

function refuse(faults: readonly FieldFault[]): false {
  registering.set(refused(faults))
  return false
}
