import { halfWidth } from '../../domain/half-width.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { codePattern, mobilePattern, tidyMobile } from '../../domain/accounts/identity-rules.ts'

/** A number as people type it, full-width digits of an input method too. */
export const readMobile = (typed: string): string => tidyMobile(typed)
/** A code as people paste it: `123 456`, or the sentence of the SMS around it. */
export const readCode = (typed: string): string => {
  const text = halfWidth(typed)
  return /(?:^|\D)(\d{6})(?!\d)/.exec(text)?.[1] ?? text.replace(/\D/g, '').slice(0, 6)
}
export const mobileFault = (mobile: string): FieldFault[] =>
  mobilePattern.test(mobile) ? [] : [{ field: 'mobile', message: '请输入 11 位手机号' }]

/** What is wrong with a mobile number, its code and the consent, as far as the browser can tell. */
export function codeFaults(typed: { mobile: string; smsCode: string; agreed?: boolean }): FieldFault[] {
  const faults = mobileFault(readMobile(typed.mobile))
  if (!codePattern.test(readCode(typed.smsCode))) faults.push({ field: 'smsCode', message: '请输入 6 位数字验证码' })
  if (typed.agreed === false) faults.push({ field: 'agreed', message: '请先阅读并同意用户协议与隐私政策' })
  return faults
}
