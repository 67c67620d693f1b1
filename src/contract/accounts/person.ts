import { z } from 'zod'
import {
  codePattern,
  loginNamePattern,
  loginNameRule,
  mobilePattern,
  normalizeMobile,
} from '../../domain/accounts/identity-rules.ts'
import { certificationStatuses } from '../../domain/accounts/certification.ts'
import { passwordLength } from '../../domain/accounts/password-rules.ts'
import { id, typedCode } from '../fields.ts'

/** The person who is signed in, as stores keep it: specification section 3, "User session". */
export const userInfo = z.object({
  userId: id,
  loginName: z.string(),
  realName: z.string(),
  avatar: z.string(),
  /** Always empty: the field exists because clients of the specification clear it. */
  loginPassword: z.literal(''),
  /** Permission codes joined by commas. */
  resources: z.string(),
  companyId: id.nullable(),
  companyName: z.string(),
  shopId: id.nullable(),
  isSaler: z.boolean(),
  isService: z.boolean(),
  isOperator: z.boolean(),
})
export type UserInfo = z.output<typeof userInfo>

/** Answer of all sign-in calls. */
export const signedIn = z.object({
  token: z.string(),
  userInfo,
  /** The real name, else the login name: what the user menu shows. */
  userName: z.string(),
  /** Certification of the person's company; `draft` without one. */
  authStatus: z.enum(certificationStatuses),
})
/** What a session begins with: specification section 3, "User session". */
export type SignedIn = z.output<typeof signedIn>

/** A login name to be made: 4 to 20 letters, digits, underscores, a letter first. */
export const newLoginName = typedCode.regex(loginNamePattern, loginNameRule)
/** A mobile number; spaces, dashes and the country code are taken away. */
export const mobile = typedCode
  .max(30, '请输入 11 位手机号')
  .transform(normalizeMobile)
  .pipe(z.string().regex(mobilePattern, '请输入 11 位手机号'))
/** As `mobile`; empty = the number of the account that is signed in, which its pages know only masked. */
export const mobileOrOwn = typedCode
  .max(30, '请输入 11 位手机号')
  .transform(normalizeMobile)
  .pipe(z.union([z.literal(''), z.string().regex(mobilePattern)], { error: '请输入 11 位手机号' }))
/** A mail address, in lower case. */
export const email = typedCode.toLowerCase().max(100, '最多 100 个字').pipe(z.email('请输入有效的邮箱地址'))
/** An optional mail address. */
export const optionalEmail = typedCode
  .max(100, '最多 100 个字')
  .pipe(z.union([z.literal(''), z.email()], { error: '请输入有效的邮箱地址' }))
/** A code of six digits that came by SMS or mail. */
export const code = typedCode.regex(codePattern, '请输入 6 位数字验证码')
/**
 * `codeId` of the answer that sent the code, for apps. Browsers are identified by a cookie; apps without it by their IP
 * address.
 */
export const codeId = z.string().max(100).optional()
export const passwordLengthRule = `密码须为 ${passwordLength.min}~${passwordLength.max} 位`
/** A password to be set, as it was typed; the handler judges its rules with what is known of the person. */
export const newPassword = z
  .string()
  .min(passwordLength.min, passwordLengthRule)
  .max(passwordLength.max, passwordLengthRule)
/** Consent to the agreement; what is not agreed to is refused under its field. */
export const agreed = z.literal(true, { error: '请先阅读并同意用户协议与隐私政策' })

/** Answer to an image captcha of `loginCaptcha`. */
export const captchaAnswer = {
  captchaId: z.string().max(64).default(''),
  /** Letters and digits of the picture, in any case. */
  captcha: typedCode.max(10, '请输入图形验证码').default(''),
}
