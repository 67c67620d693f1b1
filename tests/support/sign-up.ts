import type { TestApp } from './app.ts'
import { plantCaptcha } from './captchas.ts'
import { contentOf, type Client } from './client.ts'
import { lastCode } from './verification-codes.ts'

/** A password that satisfies all rules. */
export const goodPassword = 'Zhenjing-2026'

let givenCount = 0
/** An unused mobile number. */
export const freshMobile = () => `173${String(10_000_000 + (givenCount += 1))}`
/** An unused login name. */
export const freshName = () => `xinren${(givenCount += 1)}`

type CodeCall = 'mobileLoginCaptcha' | 'mobileRegisterLoginCaptcha' | 'resetPasswordCaptchaSend'

/** Requests a code with a new captcha, as a form does. */
export async function requestCode(app: TestApp, client: Client, mobile: string, by: CodeCall | 'register') {
  const input = { mobile, ...(await plantCaptcha(app)) }
  return by === 'register' ? client.api.accounts.smsCaptcha({ ...input, purpose: by }) : client.api.accounts[by](input)
}

/** Requests a code and reads it from the message. */
export async function requestAndReadCode(
  app: TestApp,
  client: Client,
  mobile: string,
  by: CodeCall | 'register',
): Promise<string> {
  contentOf(await requestCode(app, client, mobile, by))
  return lastCode(app, mobile)
}

/** Input of a registration, without the code. */
export const registration = (more: Partial<Parameters<Client['api']['accounts']['register']>[0]> = {}) => ({
  loginName: freshName(),
  mobile: freshMobile(),
  smsCode: '000000',
  password: goodPassword,
  agreed: true as const,
  ...more,
})

/** Registers a person with an unused name and number; they are signed in. */
export async function registerPerson(app: TestApp, client: Client, more: Parameters<typeof registration>[0] = {}) {
  const form = registration(more)
  const smsCode = await requestAndReadCode(app, client, form.mobile, 'register')
  const { userInfo } = contentOf(await client.api.accounts.register({ ...form, smsCode }))
  return { ...form, userId: userInfo.userId }
}

/** A code of six digits that is not this one. */
export const otherCodeThan = (code: string) => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
