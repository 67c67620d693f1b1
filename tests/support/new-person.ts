import type { Page } from 'playwright'
import { verificationCalls } from '../../src/contract/accounts/verification.ts'
import { storedHash } from './data-keys.ts'
import { answerCaptcha, querySite } from './site-database.ts'

/** A person without an account. */
export interface NewPerson {
  readonly loginName: string
  readonly mobile: string
  readonly password: string
}

let personCount = 0
/** Unique within a run by a counter, and between runs on one site by the clock. */
export function newPerson(): NewPerson {
  personCount += 1
  const stamp = `${Date.now() % 1_000_000}`.padStart(6, '0') + String(personCount).padStart(2, '0')
  return { loginName: `journey${stamp}`, mobile: `139${stamp}`, password: 'Kehan#7731w' }
}

/** The code in the newest message to a number. */
export async function codeSentTo(door: string, mobile: string): Promise<string> {
  const newest = 'select text from outbox_messages where recipient_hash = $1 order by id desc limit 1'
  const [message] = await querySite(door, newest, storedHash('outbox_messages.recipient', mobile))
  const code = /\d{6}/.exec(String(message?.text))?.[0]
  if (code === undefined) throw new Error(`No code went to ${mobile}`)
  return code
}

/** The link in the newest invitation to a number. */
export async function linkSentTo(door: string, mobile: string): Promise<string> {
  const newest = `select text from outbox_messages where recipient_hash = $1 and template = 'invitation' order by id desc limit 1`
  const [message] = await querySite(door, newest, storedHash('outbox_messages.recipient', mobile))
  const path = /\/login\/invitation\?token=[\w-]+/.exec(String(message?.text))?.[0]
  if (path === undefined) throw new Error(`No invitation went to ${mobile}`)
  return path
}

/** Enters the number and the captcha, and requests the code, in any form with a code. */
export async function requestCodeOn(page: Page, door: string, mobile: string): Promise<void> {
  const main = page.getByRole('main')
  const drawn = page.waitForResponse((response) =>
    response.url().endsWith(`/api${verificationCalls.loginCaptcha.path}`),
  )
  await main.getByLabel('手机号', { exact: true }).fill(mobile)
  const envelope: { content: { captchaId: string } } = await (await drawn).json()
  await main.getByLabel('图形验证码').fill(await answerCaptcha(door, envelope.content.captchaId))
  await main.getByRole('button', { name: '获取验证码' }).click()
  await main.getByRole('button', { name: /秒后重发/ }).waitFor()
}

/** Fills in the registration and submits it. */
export async function registerOn(page: Page, door: string, person: NewPerson): Promise<void> {
  const main = page.getByRole('main')
  await requestCodeOn(page, door, person.mobile)
  await main.getByLabel('登录名', { exact: true }).fill(person.loginName)
  await main.getByLabel('短信验证码').fill(await codeSentTo(door, person.mobile))
  await main.getByLabel('密码', { exact: true }).fill(person.password)
  await main.getByRole('checkbox', { name: /已阅读并同意/ }).check()
  await main.getByRole('button', { name: '注册', exact: true }).click()
}

/** Moves the codes of a number back by a minute, so that another can be requested. */
export async function passCodeInterval(door: string, mobile: string): Promise<void> {
  const minute = `interval '61 seconds'`
  await querySite(
    door,
    `update verification_codes set created_at = created_at - ${minute}, expires_at = expires_at - ${minute}
      where target_hash = $1`,
    storedHash('verification_codes.target', mobile),
  )
  await querySite(
    door,
    `update outbox_messages set created_at = created_at - ${minute} where recipient_hash = $1`,
    storedHash('outbox_messages.recipient', mobile),
  )
}
