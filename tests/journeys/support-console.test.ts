import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import type { Account } from '../support/accounts.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { signIn } from '../support/sign-in.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/** A visitor on a phone and two support agents; then the chat dialog, and the embedded chat. */

const site = inject('site')
const mark = String(Date.now() % 1_000_000)
let browser: Browser
let [visitor, first, other, operator]: Visitor[] = []
const all = () => [visitor, first, other, operator].flatMap((one) => (one === undefined ? [] : [one]))
const pageOf = (one: Visitor | undefined) => {
  if (one === undefined) throw new Error('not there')
  return one.page
}
const log = (one: Visitor | undefined) => pageOf(one).getByRole('log')
async function say(one: Visitor | undefined, text: string): Promise<void> {
  await pageOf(one).getByLabel('消息', { exact: true }).fill(text)
  await pageOf(one).getByRole('button', { name: '发送', exact: true }).click()
}
/** By name: outside of the service hours the last message is the automatic reply. */
const row = (one: Visitor | undefined) =>
  pageOf(one).getByRole('complementary', { name: '访客列表' }).getByRole('button').filter({ hasText: '温*雨' })

beforeAll(async () => {
  browser = await launchBrowser()
  visitor = await visit(browser, site, phone)
  ;[first, other, operator] = [await visit(browser, site), await visit(browser, site), await visit(browser, site)]
})
afterAll(() => browser.close())

runAsSteps(() => Object.fromEntries(all().map((one, n) => [`desk ${n}`, one])))

async function come(one: Visitor | undefined, account: Account, path: string): Promise<void> {
  await pageOf(one).goto(`${links.login()}?redirect=${encodeURIComponent(path)}`)
  await signIn(pageOf(one), account)
  await pageOf(one).waitForURL((url) => url.pathname === path)
}

test('a visitor writes; both agents see the case without a reload', async () => {
  await come(first, 'service', links.supportConsole())
  await come(other, 'service2', links.supportConsole())
  for (const one of [first, other])
    await pageOf(one)
      .getByRole('tab', { name: /未结束/ })
      .waitFor()
  await come(visitor, 'person', links.chat())
  await pageOf(visitor).getByRole('button').filter({ hasText: '平台客服' }).first().click()
  await log(visitor).waitFor()
  await say(visitor, `认证多久 ${mark}`)
  for (const one of [first, other]) await row(one).filter({ hasText: '已等待' }).waitFor()
})

test('one agent takes the case and uses a canned answer; the other one is refused', async () => {
  for (const one of [first, other]) {
    await row(one).click()
    await log(one).getByText(`认证多久 ${mark}`).waitFor()
  }
  await pageOf(first).getByRole('button', { name: '接待', exact: true }).click()
  await pageOf(other).getByRole('button', { name: '由我接手' }).waitFor()
  await pageOf(first)
    .getByRole('button', { name: /使用答复：\s*企业认证材料/ })
    .click()
  await pageOf(first).getByRole('button', { name: '发送', exact: true }).click()
  await log(visitor).getByText('企业认证需要上传营业执照').waitFor()
  await say(other, `我也来答 ${mark}`)
  await pageOf(other).getByRole('alert').filter({ hasText: '正由另一位客服接待' }).waitFor()
  expect(await log(visitor).getByText(`我也来答 ${mark}`).count()).toBe(0)
})

test('a case is handed over with a note, visible to agents only; the visitor sees a neutral message', async () => {
  await pageOf(first).getByRole('button', { name: '转接', exact: true }).click()
  const dialog = pageOf(first).getByRole('dialog', { name: '转接访客' })
  await dialog.getByRole('button', { name: '转接', exact: true }).click()
  await dialog.getByText('请选择转接给谁').waitFor()
  await dialog.getByRole('button', { name: /转接给/ }).click()
  await pageOf(first)
    .getByRole('option', { name: /宋知秋/ })
    .click()
  await dialog.getByLabel('备注').fill(`请先看材料 ${mark}`)
  await dialog.getByRole('button', { name: '转接', exact: true }).click()
  await pageOf(other).getByText(`请先看材料 ${mark}`).waitFor()
  await log(visitor).getByText('已为您转接其他客服').waitFor()
  expect(await pageOf(visitor).getByText(`请先看材料 ${mark}`).count()).toBe(0)
})

test('a closed case is rated once by the visitor, and the console shows it', async () => {
  await say(other, `都办好了 ${mark}`)
  await log(visitor).getByText(`都办好了 ${mark}`).waitFor()
  await pageOf(other).getByRole('button', { name: '结束接待' }).click()
  await pageOf(other).getByRole('dialog').getByRole('button', { name: '结束接待' }).click()
  const form = pageOf(visitor).getByRole('form', { name: '服务评价' })
  await form.waitFor()
  expect(await violations(pageOf(visitor))).toEqual([])
  await form.getByRole('radio', { name: /^5 分/ }).check({ force: true })
  await form.getByLabel('评价说明，选填').fill(`很快 ${mark}`)
  await form.getByRole('button', { name: '提交评价' }).click()
  await log(visitor).getByText('您的评价：5 分').waitFor()
  await pageOf(other).getByText(`很快 ${mark}`).first().waitFor()
  await log(other).getByText('访客评价：5 分').waitFor()
})

test('operators set the service hours; the page returns 404 for visitors', async () => {
  await come(operator, 'ops', links.supportConsole())
  const day = pageOf(operator).getByRole('checkbox', { name: '周六' })
  await day.check()
  await pageOf(operator).getByRole('button', { name: '保存' }).click()
  await pageOf(operator).getByText('周一至周六 09:30–18:00').waitFor()
  await day.uncheck()
  await pageOf(operator).getByRole('button', { name: '保存' }).click()
  await pageOf(operator).getByText('周一至周五 09:30–18:00').waitFor()
  const answer = await pageOf(visitor).request.get(links.supportConsole())
  expect(answer.status()).toBe(404)
})

test('the chat dialog is 660 × 508, on a phone full screen; the embedded chat has no frame', async () => {
  const page = pageOf(operator)
  await page.goto(links.help())
  await page.getByRole('link', { name: '客服', exact: true }).last().click()
  const box = await page.getByRole('dialog', { name: '我的沟通' }).boundingBox()
  expect([box?.width, box?.height]).toEqual([660, 508])
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '我的沟通' }).waitFor({ state: 'detached' })
  expect(await sidewaysScroll(pageOf(visitor))).toBe(0)
  await pageOf(visitor).goto('/chat/mqtt.min')
  await log(visitor).waitFor()
  expect(await pageOf(visitor).getByRole('heading', { name: '我的沟通' }).count()).toBe(0)
  await pageOf(visitor).goto(`${links.chat()}?orgId=999999`)
  await pageOf(visitor).getByText('没有找到沟通对象').waitFor()
  expect(await violations(pageOf(visitor))).toEqual([])
})

test('settings are saved in this browser; axe finds nothing, and no errors occurred', async () => {
  await pageOf(first).goto(links.chat())
  await pageOf(first).getByRole('button', { name: '消息提醒设置' }).click()
  await pageOf(first).getByRole('switch', { name: '新消息提示音' }).click()
  await pageOf(first).reload()
  await pageOf(first).getByRole('button', { name: '消息提醒设置' }).click()
  expect(await pageOf(first).getByRole('switch', { name: '新消息提示音' }).getAttribute('aria-checked')).toBe('true')
  const found = []
  for (const one of all()) found.push(...(await violations(one.page)))
  expect(found).toEqual([])
  // The 404 of an unknown organisation is expected.
  const faults = all().flatMap((one) => one.errors)
  expect(faults.filter((fault) => !fault.includes('orgId=999999'))).toEqual([])
})
