import type { FieldFault } from '../../contract/failures.ts'
import { maskEmail, maskPhone } from '../../domain/masks.ts'
import { mobileFault, readMobile } from './code-input.ts'
import { halfWidth } from '../../domain/half-width.ts'

/** What a code is asked for. */
export type CodeUse =
  'signIn' | 'register' | 'resetPassword' | 'changeMobile' | 'newMobile' | 'bindEmail' | 'reauthenticate' | 'invitation'

/** Where a code goes: as it is read from what was typed, what is wrong with it, how it is shown. */
export interface CodePlace {
  readonly read: (typed: string) => string
  readonly faults: (place: string) => FieldFault[]
  readonly shown: (place: string) => string
}

const mobile: CodePlace = { read: readMobile, faults: mobileFault, shown: maskPhone }
/** The number of the account, which its pages know only masked: nothing is typed. */
const own: CodePlace = { read: () => 'own', faults: () => [], shown: () => '您绑定的手机号' }
/** The number of an invitation, which is known by the token of its link. */
const invited: CodePlace = { read: (token) => token, faults: () => [], shown: () => '受邀的手机号' }
const mail: CodePlace = {
  read: (typed) => halfWidth(typed).toLowerCase(),
  faults: (place) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(place) ? [] : [{ field: 'email', message: '请输入有效的邮箱地址' }],
  shown: maskEmail,
}

export const placeOf: Readonly<Record<CodeUse, CodePlace>> = {
  signIn: mobile,
  register: mobile,
  resetPassword: mobile,
  changeMobile: own,
  newMobile: mobile,
  bindEmail: mail,
  reauthenticate: own,
  invitation: invited,
}
