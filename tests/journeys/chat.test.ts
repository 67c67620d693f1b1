import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, violations, visit, type Visitor } from '../support/browser.ts'
import { signIn } from '../support/sign-in.ts'
import { querySite } from '../support/site-database.ts'
import { gradient } from '../support/uploads.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/** A buyer, a supplier on two devices and a colleague, each in their own browser; one loses the network. */

const site = inject('site')
const mark = String(Date.now() % 1_000_000)
let browser: Browser
let [buyer, seller, second, colleague]: Visitor[] = []
const all = () => [buyer, seller, second, colleague].flatMap((one) => (one === undefined ? [] : [one]))
const pageOf = (one: Visitor | undefined) => {
  if (one === undefined) throw new Error('not there')
  return one.page
}

beforeAll(async () => {
  browser = await launchBrowser()
  const people = await Promise.all(Array.from({ length: 4 }, () => visit(browser, site)))
  ;[buyer, seller, second, colleague] = people
})
afterAll(() => browser.close())

runAsSteps(() => Object.fromEntries(all().map((visitor, n) => [`person ${n}`, visitor])))

const field = (one: Visitor | undefined) => pageOf(one).getByLabel('消息', { exact: true })
const log = (one: Visitor | undefined) => pageOf(one).getByRole('log')
async function say(one: Visitor | undefined, text: string): Promise<void> {
  await field(one).fill(text)
  await field(one).press('Enter')
}

/** A colleague with the permission for the seller's chats; returns the login name, with the demo password. */
async function colleagueOfSeller(): Promise<string> {
  const [found] = await querySite(
    inject('databaseSocket'),
    `update users set password_hash = owner.password_hash from users owner
     where owner.login_name = 'seller' and users.id = (
       select min(one.id) from users one join user_roles on user_roles.user_id = one.id
         join roles on roles.id = user_roles.role_id and 'message_reply' = any(roles.permissions)
       where one.company_id = owner.company_id and not one.is_owner)
     returning users.login_name`,
  )
  return String(found?.['login_name'])
}

test('all sign in and open the conversation', async () => {
  for (const [one, name] of [
    [buyer, 'buyer'],
    [seller, 'seller'],
    [second, 'seller'],
    [colleague, await colleagueOfSeller()],
  ] as const) {
    await pageOf(one).goto(`${links.login()}?redirect=${encodeURIComponent(links.chat())}`)
    await signIn(pageOf(one), name)
    await pageOf(one).getByRole('heading', { name: '我的沟通' }).waitFor()
  }
  const own = await pageOf(seller).evaluate(() => document.title)
  expect(own).not.toBe('')
  await pageOf(buyer).getByLabel('搜索会话与消息').fill('臻境')
  await pageOf(buyer).getByRole('button').filter({ hasText: '臻境' }).first().click()
  await say(buyer, `开场 ${mark}`)
  for (const one of [seller, second, colleague]) {
    await pageOf(one)
      .getByRole('button')
      .filter({ hasText: `开场 ${mark}` })
      .first()
      .click()
    await log(one).getByText(`开场 ${mark}`).waitFor()
  }
})

test('scripts in a message are shown as text; Ctrl+Enter breaks lines; an empty message shows an error', async () => {
  const hostile = `<img src=x onerror="document.title='hacked'"> ${mark}`
  await field(buyer).fill(hostile)
  await field(buyer).press('Control+Enter')
  await field(buyer).pressSequentially('第二行')
  await field(buyer).press('Enter')
  for (const one of [buyer, seller, second]) await log(one).getByText(hostile).waitFor()
  expect(await pageOf(seller).title()).not.toContain('hacked')
  await field(buyer).press('Enter')
  await pageOf(buyer).getByRole('alert').filter({ hasText: '不能发送空消息' }).waitFor()
})

test("a reply with a quote reaches the buyer and the sender's second device", async () => {
  await log(seller).getByText(`开场 ${mark}`).hover()
  const row = pageOf(seller)
    .locator('[data-message]')
    .filter({ hasText: `开场 ${mark}` })
  await row.getByRole('button', { name: '回复此消息' }).click()
  await say(seller, `答 ${mark}`)
  for (const one of [buyer, second]) {
    const answer = pageOf(one)
      .locator('[data-message]')
      .filter({ hasText: `答 ${mark}` })
    await answer.waitFor()
    expect(await answer.innerText()).toContain(`开场 ${mark}`)
  }
})

test('a colleague sees both sides and who answered; visitors see the shop as one sender', async () => {
  const answered = (one: Visitor | undefined) =>
    pageOf(one)
      .locator('[data-message]')
      .filter({ hasText: `同事 ${mark}` })
  await log(colleague).getByText(`答 ${mark}`, { exact: true }).waitFor()
  await say(colleague, `同事 ${mark}`)
  const names = new Set<string>()
  for (const one of [seller, second]) {
    await answered(one).waitFor()
    names.add((await answered(one).innerText()).split('\n')[0] ?? '')
  }
  const [name = ''] = names
  expect([names.size, name === '' || name.includes(mark)]).toEqual([1, false])
  await answered(buyer).waitFor()
  expect(await log(buyer).innerText()).not.toContain(name)
})

test('a message written offline is sent once when the network returns', async () => {
  if (buyer === undefined) throw new Error('not there')
  await buyer.context.setOffline(true)
  await say(buyer, `断网一 ${mark}`)
  await say(buyer, `断网二 ${mark}`)
  await log(buyer).getByText('等待网络').first().waitFor()
  await buyer.context.setOffline(false)
  for (const text of [`断网一 ${mark}`, `断网二 ${mark}`]) {
    for (const one of [seller, second]) {
      await log(one).getByText(text).waitFor()
      expect(await log(one).getByText(text).count()).toBe(1)
    }
  }
})

test('a picture is sent with its preview; a recalled message disappears everywhere', async () => {
  const bytes = await gradient(700, 500)
  const chooser = pageOf(buyer).waitForEvent('filechooser')
  await pageOf(buyer).getByRole('button', { name: '发送图片', exact: true }).click()
  await (await chooser).setFiles({ name: `样品 ${mark}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(bytes) })
  for (const one of [buyer, seller, second])
    await pageOf(one)
      .getByRole('img', { name: `样品 ${mark}.jpg` })
      .waitFor()
  await say(buyer, `说错了 ${mark}`)
  await log(seller).getByText(`说错了 ${mark}`).waitFor()
  const row = pageOf(buyer)
    .locator('[data-message]')
    .filter({ hasText: `说错了 ${mark}` })
  await row.hover()
  await row.getByRole('button', { name: '撤回此消息' }).click()
  for (const one of [seller, second]) await log(one).getByText(`说错了 ${mark}`).waitFor({ state: 'detached' })
  await pageOf(buyer).getByRole('button', { name: '重新编辑' }).click()
  expect(await field(buyer).inputValue()).toBe(`说错了 ${mark}`)
})

test('a message is found and shown; pinned and muted states are the same on both devices', async () => {
  await pageOf(seller).getByLabel('搜索会话与消息').fill(`断网一 ${mark}`)
  await pageOf(seller)
    .getByRole('button')
    .filter({ hasText: `断网一 ${mark}` })
    .first()
    .click()
  await log(seller).getByText(`断网一 ${mark}`).waitFor()
  await pageOf(seller).getByRole('button', { name: '会话设置' }).click()
  await pageOf(seller).getByRole('menuitem', { name: '消息免打扰' }).click()
  await pageOf(second).getByLabel('免打扰').first().waitFor()
})

test('axe finds nothing, and no errors occurred', async () => {
  const found = []
  for (const one of all()) found.push(...(await violations(one.page)))
  expect(found).toEqual([])
  // Browsers report a lost network as an error, which one step provokes.
  const faults = all().flatMap((one) => one.errors)
  expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|WebSocket connection/.test(fault))).toEqual([])
})
