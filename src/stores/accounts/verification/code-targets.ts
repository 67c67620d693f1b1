import type { FieldError } from '../../../contract/failures.ts'
import { maskEmail, maskPhone } from '../../../domain/masks.ts'
import { mobileErrors } from './code-input.ts'
import { normalizeMobile } from '../../../domain/accounts/identity-rules.ts'
import { toHalfWidth } from '../../../domain/half-width.ts'

/** Purpose of a code. */
export type CodePurpose =
  | 'signIn'
  | 'register'
  | 'resetPassword'
  | 'changeMobile'
  | 'newMobile'
  | 'bindEmail'
  | 'reauthenticate'
  | 'invitation'
  | 'closeBySms'
  | 'closeByMail'

/** Target of a code: how to normalize, validate and mask the input. */
export interface CodeTarget {
  readonly normalize: (typed: string) => string
  readonly validate: (place: string) => FieldError[]
  readonly mask: (place: string) => string
}

const mobile: CodeTarget = { normalize: normalizeMobile, validate: mobileErrors, mask: maskPhone }
/** The account's own number, which its pages know only masked: nothing is typed. */
const own: CodeTarget = { normalize: () => 'own', validate: () => [], mask: () => '您绑定的手机号' }
const ownMail: CodeTarget = { ...own, mask: () => '您绑定的邮箱' }
/** The number of an invitation, identified by the token of its link. */
const invited: CodeTarget = { normalize: (token) => token, validate: () => [], mask: () => '受邀的手机号' }
const mail: CodeTarget = {
  normalize: (typed) => toHalfWidth(typed).toLowerCase(),
  validate: (place) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(place) ? [] : [{ field: 'email', message: '请输入有效的邮箱地址' }],
  mask: maskEmail,
}

export const codeTargets: Readonly<Record<CodePurpose, CodeTarget>> = {
  signIn: mobile,
  register: mobile,
  resetPassword: mobile,
  changeMobile: own,
  newMobile: mobile,
  bindEmail: mail,
  reauthenticate: own,
  invitation: invited,
  closeBySms: own,
  closeByMail: ownMail,
}
