import { toHalfWidth } from '../half-width.ts'

/** Rules of registration data, used in the browser and on the server. */

/** 4 to 20 letters, digits or underscores, a letter first, so that it cannot be a mobile number. */
export const loginNamePattern = /^[A-Za-z]\w{3,19}$/
export const loginNameRule = '4~20 位字母、数字或下划线，以字母开头'

/** Mobile number of mainland China. */
export const mobilePattern = /^1[3-9]\d{9}$/
/** Normalizes a typed number: half-width, without spaces, dashes and country code. */
export const normalizeMobile = (typed: string): string =>
  toHalfWidth(typed)
    .replace(/[\s-]/g, '')
    .replace(/^\+?86(?=1\d{10}$)/, '')

/** Verification code of an SMS or a mail: six digits. */
export const codePattern = /^\d{6}$/
/** Seconds for which a code is valid, and after which another may be requested. */
export const codeSeconds = 300
export const resendSeconds = 60
/** Wrong attempts after which a code is invalid. */
export const codeTries = 5
/** Maximum code messages per number and day. */
export const codesPerDay = 10
/** Part of these for browsers that the account never signed in from; the rest is reserved for its owner. */
export const strangerCodesPerDay = 7

/** Image captcha: pixels (specification section 9), lifetime in seconds, wrong passwords before it is required. */
export const captchaSize = { w: 130, h: 48 } as const
export const captchaSeconds = 120
export const guessesBeforeCaptcha = 3
