import { halfWidth } from '../half-width.ts'

/** Rules of what people register with. The same functions judge in the browser and on the server. */

/** 4 to 20 letters, digits or underscores, a letter first: never to be taken for a mobile number. */
export const loginNamePattern = /^[A-Za-z]\w{3,19}$/
export const loginNameRule = '4~20 位字母、数字或下划线，以字母开头'

/** A mobile number of the mainland. */
export const mobilePattern = /^1[3-9]\d{9}$/
/** A number as people type it: half-width, without spaces, dashes and the country code. */
export const tidyMobile = (typed: string): string =>
  halfWidth(typed)
    .replace(/[\s-]/g, '')
    .replace(/^\+?86(?=1\d{10}$)/, '')

/** Code of an SMS or a mail: six digits. */
export const codePattern = /^\d{6}$/
/** Seconds in which a code is to be used, and after which another may be asked for. */
export const codeSeconds = 300
export const resendSeconds = 60
/** Wrong tries after which a code is worth nothing. */
export const codeTries = 5
/** Messages with a code to one number a day. */
export const codesPerDay = 10
/** Of these, messages asked for in browsers that the number's account never signed in from: the rest is its owner's. */
export const strangerCodesPerDay = 7

/** Image captcha: pixels (specification section 9), seconds it lives, wrong passwords after which it is asked for. */
export const captchaSize = { w: 130, h: 48 } as const
export const captchaSeconds = 120
export const guessesBeforeCaptcha = 3
