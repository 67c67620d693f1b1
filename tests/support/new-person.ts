import type { Page } from 'playwright-core'
import { verificationCalls } from '../../src/contract/accounts/verification.ts'
import { answerCaptcha, query } from './site-database.ts'

/** Somebody who has no account yet. */
export interface NewPerson {
  readonly loginName: string
  readonly mobile: string
  readonly password: string
}

let people = 0
/** Differs within a run by the count, and from run to run on one site by the clock. */
export function newPerson(): NewPerson {
  people += 1
  const stamp = `${Date.now() % 1_000_000}`.padStart(6, '0') + String(people).padStart(2, '0')
  return { loginName: `journey${stamp}`, mobile: `139${stamp}`, password: 'Kehan#7731w' }
}

/** The code that the newest message to a number brought. */
export async function codeSentTo(door: string, mobile: string): Promise<string> {
  const newest = 'select text from outbox_messages where recipient = $1 order by id desc limit 1'
  const [message] = await query(door, newest, mobile)
  const code = /\d{6}/.exec(String(message?.text))?.[0]
  if (code === undefined) throw new Error(`No code went to ${mobile}`)
  return code
}

/** The link that the newest invitation brought to a number. */
export async function linkSentTo(door: string, mobile: string): Promise<string> {
  const newest = `select text from outbox_messages where recipient = $1 and template = 'invitation' order by id desc limit 1`
  const [message] = await query(door, newest, mobile)
  const path = /\/login\/invitation\?token=[\w-]+/.exec(String(message?.text))?.[0]
  if (path === undefined) throw new Error(`No invitation went to ${mobile}`)
  return path
}

/** Types the number, reads the picture and asks for the code, as the forms with a code want it. */
export async function askForCode(page: Page, door: string, mobile: string): Promise<void> {
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

/** Fills the registration and sends it. The page afterwards is the form's business. */
export async function registerOn(page: Page, door: string, person: NewPerson): Promise<void> {
  const main = page.getByRole('main')
  await askForCode(page, door, person.mobile)
  await main.getByLabel('登录名', { exact: true }).fill(person.loginName)
  await main.getByLabel('短信验证码').fill(await codeSentTo(door, person.mobile))
  await main.getByLabel('密码', { exact: true }).fill(person.password)
  await main.getByRole('checkbox', { name: /已阅读并同意/ }).check()
  await main.getByRole('button', { name: '注册', exact: true }).click()
}

/** Lets a minute pass for the codes of a number: another may be asked for. */
export async function aMinuteLater(door: string, mobile: string): Promise<void> {
  const minute = `interval '61 seconds'`
  await query(
    door,
    `update verification_codes set created_at = created_at - ${minute}, expires_at = expires_at - ${minute}
      where target = $1`,
    mobile,
  )
  await query(door, `update outbox_messages set created_at = created_at - ${minute} where recipient = $1`, mobile)
}
