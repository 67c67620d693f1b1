import type { TestApp } from './app.ts'
import { plantCaptcha } from './captchas.ts'
import { contentOf, type Client } from './client.ts'
import { lastCode } from './codes.ts'

/** A password that every rule likes. */
export const goodPassword = 'Zhenjing-2026'

let given = 0
/** A number that neither the seeds nor other tests of this file have. */
export const freshMobile = () => `173${String(10_000_000 + (given += 1))}`
/** A login name that nobody has yet. */
export const freshName = () => `xinren${(given += 1)}`

type Sending = 'mobileLoginCaptcha' | 'mobileRegisterLoginCaptcha' | 'resetPasswordCaptchaSend'

/** Asks for a code with a captcha just read, as a form does. */
export async function askCode(app: TestApp, client: Client, mobile: string, by: Sending | 'register') {
  const input = { mobile, ...(await plantCaptcha(app)) }
  return by === 'register' ? client.api.accounts.smsCaptcha({ ...input, purpose: by }) : client.api.accounts[by](input)
}

/** Asks for a code and reads it from the message. */
export async function codeBy(app: TestApp, client: Client, mobile: string, by: Sending | 'register'): Promise<string> {
  contentOf(await askCode(app, client, mobile, by))
  return lastCode(app, mobile)
}

/** What somebody fills in to register, the code still to come. */
export const registration = (more: Partial<Parameters<Client['api']['accounts']['register']>[0]> = {}) => ({
  ...{ loginName: freshName(), mobile: freshMobile(), smsCode: '000000', password: goodPassword },
  ...{ agreed: true as const, ...more },
})

/** Registers a person with a fresh name and number; they are signed in. */
export async function registered(app: TestApp, client: Client, more: Parameters<typeof registration>[0] = {}) {
  const form = registration(more)
  const smsCode = await codeBy(app, client, form.mobile, 'register')
  const { userInfo } = contentOf(await client.api.accounts.register({ ...form, smsCode }))
  return { ...form, userId: userInfo.userId }
}

/** A code of six digits that is not this one. */
export const otherThan = (code: string) => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
