import { toHalfWidth } from '../../../domain/half-width.ts'
import type { FieldError } from '../../../contract/failures.ts'
import { codePattern, mobilePattern, normalizeMobile } from '../../../domain/accounts/identity-rules.ts'

/** Extracts the code from pasted text: `123 456`, or the whole SMS. */
export const normalizeCode = (typed: string): string => {
  const text = toHalfWidth(typed)
  return /(?:^|\D)(\d{6})(?!\d)/.exec(text)?.[1] ?? text.replace(/\D/g, '').slice(0, 6)
}
export const mobileErrors = (mobile: string): FieldError[] =>
  mobilePattern.test(mobile) ? [] : [{ field: 'mobile', message: '请输入 11 位手机号' }]

/** Errors of mobile number, code and consent that the browser can detect. */
export function codeErrors(typed: { mobile: string; smsCode: string; agreed?: boolean }): FieldError[] {
  const fieldErrors = mobileErrors(normalizeMobile(typed.mobile))
  if (!codePattern.test(normalizeCode(typed.smsCode)))
    fieldErrors.push({ field: 'smsCode', message: '请输入 6 位数字验证码' })
  if (typed.agreed === false) fieldErrors.push({ field: 'agreed', message: '请先阅读并同意用户协议与隐私政策' })
  return fieldErrors
}
