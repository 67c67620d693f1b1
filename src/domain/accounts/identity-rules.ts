/** Rules of what people register with. The same functions judge in the browser and on the server. */

/** 4 to 20 letters, digits or underscores, a letter first: never to be taken for a mobile number. */
export const loginNamePattern = /^[A-Za-z]\w{3,19}$/
export const loginNameRule = '4~20 位字母、数字或下划线，以字母开头'

/** A mobile number of the mainland. */
export const mobilePattern = /^1[3-9]\d{9}$/
/** A number as people type it: without spaces, dashes and the country code. */
export const tidyMobile = (typed: string): string => typed.replace(/[\s-]/g, '').replace(/^\+?86(?=1\d{10}$)/, '')

/** Code of an SMS or a mail: six digits. */
export const codePattern = /^\d{6}$/
/** Seconds in which a code is to be used, and after which another may be asked for. */
export const codeSeconds = 300
export const resendSeconds = 60
/** Wrong tries after which a code is worth nothing. */
export const codeTries = 5
/** Messages with a code to one number a day. */
export const codesPerDay = 10

/** Image captcha: pixels (specification section 9), seconds it lives, wrong passwords after which it is asked for. */
export const captchaSize = { w: 130, h: 48 } as const
export const captchaSeconds = 120
export const guessesBeforeCaptcha = 3

/** One demand on a password, and whether it is met. */
export interface PasswordRule {
  readonly rule: string
  readonly met: boolean
  /** Without these no password is taken; the others make it stronger. */
  readonly needed: boolean
}

/** What a password is to be, in the order in which forms show it. */
export function passwordRules(password: string, loginName = ''): readonly PasswordRule[] {
  const length = [...password].length
  return [
    { rule: '8~32 位', met: length >= 8 && length <= 32, needed: true },
    { rule: '含字母与数字', met: /[A-Za-z]/.test(password) && /\d/.test(password), needed: true },
    { rule: '含大写字母或符号', met: /[A-Z]|[^\w\s]|_/.test(password), needed: false },
    {
      rule: '与登录名不同',
      met: password !== '' && password.toLowerCase() !== loginName.toLowerCase(),
      needed: true,
    },
  ]
}

/** Whether a password may be used. */
export const passwordAllowed = (password: string, loginName = ''): boolean =>
  passwordRules(password, loginName).every(({ met, needed }) => met || !needed)

/** How strong an allowed password is: 0 nothing or not allowed, 1 weak, 2 middling, 3 strong. */
export function passwordStrength(password: string, loginName = ''): 0 | 1 | 2 | 3 {
  if (!passwordAllowed(password, loginName)) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  if (kinds >= 3 && password.length >= 12) return 3
  return kinds >= 3 || password.length >= 12 ? 2 : 1
}
