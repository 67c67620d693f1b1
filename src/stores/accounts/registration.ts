import { atom } from 'nanostores'
import type { FieldFault } from '../../contract/failures.ts'
import { captchaStore } from './captcha.ts'
import { codeFaults, readCode, readMobile } from './code-input.ts'
import { codeSending } from './code-sending.ts'
import { lineDown, openLine } from './line.ts'
import { nameFaults, readName } from './login-name.ts'
import { newPasswordFaults } from './new-password.ts'
import { refused, type Sending } from './sending.ts'
import { enter } from './session.ts'

export const registering = atom<Sending>({ at: 'editing' })
/** Whether the number has an account already: then the way to its login is shown. */
export const numberUsed = atom(false)
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

async function faultsIn(typed: Registration): Promise<FieldFault[]> {
  const loginName = readName(typed.loginName)
  const faults: FieldFault[] = []
  if (typed.supplier?.companyName.trim() === '') faults.push({ field: 'companyName', message: '请输入企业名称' })
  if (typed.supplier?.contactName.trim() === '') faults.push({ field: 'contactName', message: '请输入联系人' })
  faults.push(...nameFaults(loginName))
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
