import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verificationCalls } from '../../src/contract/accounts/verification.ts'
import { links } from '../../src/domain/links.ts'
import { desktop, launchBrowser, phone, violations, visit } from '../support/browser.ts'
import { codeSentTo, newPerson, passCodeInterval, registerOn } from '../support/new-person.ts'
import { reauthenticateOn } from '../support/scenes/journeys/two-factor.ts'
import { answerCaptcha, querySite, queueJob } from '../support/site-database.ts'
import { startSite, type Site } from '../support/site.ts'

/** A person takes a copy of their data, closes the account, returns, and closes it for good. */

let browser: Browser
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([launchBrowser(), startSite({}, { withDatabaseSocket: true })])
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})

/** Closes the account on the security page with the code sent to the number. */
async function closeOn(page: Page, mobile: string): Promise<void> {
  await passCodeInterval(site.databaseSocket, mobile)
  await page.getByRole('button', { name: '注销账号' }).click()
  const drawn = page.waitForResponse((response) =>
    response.url().endsWith(`/api${verificationCalls.loginCaptcha.path}`),
  )
  const form = page.getByRole('dialog', { name: '注销账号' })
  const envelope: { content: { captchaId: string } } = await (await drawn).json()
  await form.getByLabel('图形验证码').fill(await answerCaptcha(site.databaseSocket, envelope.content.captchaId))
  await form.getByRole('button', { name: '获取验证码' }).click()
  await form.getByRole('button', { name: /秒后重发/ }).waitFor()
  await form.getByLabel('短信验证码').fill(await codeSentTo(site.databaseSocket, mobile))
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: '下一步' }).click()
  const sure = page.getByRole('dialog', { name: '确认注销账号' })
  await sure.getByRole('button', { name: '注销账号' }).click()
  await page.getByText('注销申请已提交').waitFor()
}

test('export, close, return at the login, and close for good', async () => {
  const { databaseSocket } = site
  const person = newPerson()
  const security = links.buyerSecurity()
  const { page, errors, context } = await visit(browser, site.url, desktop)
  await page.goto(links.register(security))
  await registerOn(page, databaseSocket, person)
  await page.waitForURL((url) => url.pathname === security)

  await page.getByRole('button', { name: '申请副本' }).click()
  await reauthenticateOn(page, person.password)
  await page.getByText(/正在生成|已生成/).waitFor()
  const link = page.getByRole('link', { name: '下载副本' })
  await link.waitFor()
  const saved = page.waitForEvent('download')
  await link.click()
  const files = unzipSync(readFileSync(await (await saved).path()))
  expect(Object.keys(files)).toContain('说明.txt')
  expect(Buffer.from(files['数据/users.json'] ?? []).toString()).toContain(person.loginName)
  await page.getByText('注册时同意').waitFor()

  await closeOn(page, person.mobile)
  expect(new URL(page.url()).pathname).toBe(links.login())

  const signIn = async (on: Page) => {
    await on.getByRole('main').getByLabel('登录名或手机号').fill(person.loginName)
    await on.getByRole('main').getByLabel('密码', { exact: true }).fill(person.password)
    await on.getByRole('main').getByRole('button', { name: '登录', exact: true }).click()
  }
  const small = await visit(browser, site.url, phone)
  await small.page.goto(links.login(security))
  await signIn(small.page)
  await small.page.getByRole('button', { name: '撤销注销' }).waitFor()
  expect(await violations(small.page)).toEqual([])
  await small.page.getByRole('button', { name: '撤销注销' }).click()
  await small.page.getByText('账号注销已撤销').waitFor()
  await small.page.getByRole('button', { name: '返回登录' }).click()
  // What was typed is still there.
  await small.page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click()
  await small.page.waitForURL((url) => url.pathname === security)

  await closeOn(small.page, person.mobile)
  await querySite(databaseSocket, `update account_closings set due_at = now() where withdrawn_at is null`)
  await queueJob(databaseSocket, 'accounts-close')
  const open = `select id from account_closings where withdrawn_at is null and done_at is null`
  await expect.poll(() => querySite(databaseSocket, open), { timeout: 20_000 }).toEqual([])
  const [row] = await querySite(
    databaseSocket,
    `select u.real_name from users u join account_closings c on c.user_id = u.id where c.done_at is not null`,
  )
  expect(row).toEqual({ real_name: '已注销用户' })
  await signIn(small.page)
  await small.page.getByText('登录名或密码不正确').waitFor()
  expect([...errors, ...small.errors]).toEqual([])
  await Promise.all([context.close(), small.context.close()])
}, 120_000)
