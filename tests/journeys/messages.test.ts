import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFailed, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { hydrated } from '../support/hydrated.ts'
import { pictureOnFailure } from '../support/picture.ts'
import { query } from '../support/site-database.ts'
import { enter, makeOffer, postDemand } from './tender-scene.ts'

/**
 * What people are told: an offer reaches the buyer's open page, is read in one tab and read in the other; a letter goes
 * to a supplier and is answered; what nobody read goes out as one mail. Each page is looked at with axe.
 */

const site = inject('site')
const title = `消息中心旅程需求 ${Date.now() % 100_000}`
const subject = `样品交接 ${Date.now() % 100_000}`
let browser: Browser
let buyer: Visitor
let seller: Visitor
let demandId = 0
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))
const list = (page: Page) => page.getByRole('region', { name: '消息列表' })

beforeAll(async () => {
  browser = await launchBrowser()
  buyer = await visit(browser, site)
  seller = await visit(browser, site)
})
afterAll(() => browser.close())

/** The steps after one that failed would only wait for what cannot come. */
let broken = false
beforeEach((step) => {
  step.skip(broken, 'an earlier step failed')
  onTestFailed(() => {
    broken = true
  })
})

test('an offer arrives in the open message centre, live', async () => {
  pictureOnFailure({ buyer, seller })
  await query(inject('door'), "update users set email = 'digest@journey.invalid' where login_name = 'buyer'")
  await enter(buyer, 'buyer', links.buyerMessages())
  await enter(seller, 'seller', links.sellerMessages())
  await hydrated(buyer.page)
  demandId = await postDemand(buyer.page, inject('door'), title)
  await makeOffer(seller.page, demandId, { yuan: 500_000, days: 90, sealed: false })
  await list(buyer.page).getByText(title).first().waitFor()
  await look(buyer.page)
})

test('what is read in one tab is read in the other', async () => {
  pictureOnFailure({ buyer })
  const other = await buyer.context.newPage()
  await other.goto(links.buyerMessages({ unread: 1 }))
  await list(other).getByText(title).first().waitFor()
  const row = list(buyer.page).getByRole('button', { name: new RegExp(`未读.*${title}`) })
  await row.click()
  await list(buyer.page).getByRole('link', { name: '查看详情' }).waitFor()
  // It is marked there; a tab that was still connecting reads its unread ones anew, and this is none of them.
  const there = list(other).getByRole('button', { name: new RegExp(`未读.*${title}`) })
  await expect.poll(() => there.count()).toBe(0)
  await look(buyer.page)
  await other.close()
  await list(buyer.page).getByRole('link', { name: '查看详情' }).click()
  await buyer.page.waitForURL(`**${links.buyerDemand(demandId)}`)
})

test('the newest five hang below the word in the header', async () => {
  pictureOnFailure({ buyer })
  const { page } = buyer
  await page.goto(links.home())
  const word = page.getByRole('region', { name: '顶部栏' }).getByRole('link', { name: /^消息/ })
  await word.hover()
  await page
    .getByRole('region', { name: '顶部栏' })
    .getByRole('link', { name: new RegExp(title) })
    .waitFor()
})

test('a letter goes to a supplier one traded with, who answers; both read it', async () => {
  pictureOnFailure({ buyer, seller })
  const { page } = buyer
  await page.goto(links.buyerMessages())
  await hydrated(page)
  await page.getByRole('button', { name: '写消息' }).click()
  const dialog = page.getByRole('dialog')
  const company = dialog.getByRole('list', { name: '可选收件人' }).getByRole('button', { name: /有订单往来/ })
  await company.first().waitFor()
  const [own] = await query(
    inject('door'),
    "select c.name from companies c join users u on u.company_id = c.id where u.login_name = 'seller'",
  )
  await dialog.getByPlaceholder('输入姓名或企业名称').fill(String(own?.['name']).slice(0, 6))
  await dialog.getByRole('button', { name: new RegExp(String(own?.['name'])) }).click()
  await dialog.getByLabel('主题').fill(subject)
  await dialog.getByLabel('内容').fill('样品周三送达，请安排签收。')
  await look(page)
  await dialog.getByRole('button', { name: '发送' }).click()
  await page.getByText('消息已发送').waitFor()

  await seller.page.getByRole('tab', { name: /个人消息/ }).click()
  await list(seller.page)
    .getByRole('button', { name: new RegExp(subject) })
    .click()
  await seller.page.getByText('样品周三送达，请安排签收。').last().waitFor()
  await seller.page.getByRole('textbox', { name: '回复' }).fill('已安排，谢谢。')
  await look(seller.page)
  await seller.page.getByRole('button', { name: '发送', exact: true }).click()
  await seller.page.getByText('回复已发送').waitFor()
  await page.getByRole('tab', { name: /个人消息/ }).click()
  await list(page)
    .getByRole('button', { name: new RegExp(`回复：${subject}`) })
    .click()
  await page.getByText('已安排，谢谢。').last().waitFor()
})

test('what was not read goes out as one mail', async () => {
  const door = inject('door')
  const [row] = await query(door, "select id from users where login_name = 'buyer'")
  const id = Number(row?.['id'])
  await query(door, 'delete from held_news where user_id = $1', id)
  for (const words of ['摘要甲', '摘要乙']) {
    await query(
      door,
      `insert into held_news (user_id, channel, event, title, path, due_at)
       values ($1, 'mail', 'order.moved', $2, '/demandHall', now())`,
      id,
      words,
    )
  }
  const { page } = buyer
  // The job runs every minute.
  await expect
    .poll(
      async () => {
        await page.goto(links.demoOutbox())
        return page.locator('body').innerText()
      },
      { timeout: 100_000, interval: 3_000 },
    )
    .toContain('您有 2 条新消息：摘要甲')
})

test('all of it is there on a phone, and nothing on the way was wrong', async () => {
  const small = await visit(browser, site, phone)
  pictureOnFailure({ small })
  await enter(small, 'seller', links.sellerMessages())
  await small.page.getByRole('heading', { name: '消息中心' }).waitFor()
  await hydrated(small.page)
  expect(await sidewaysScroll(small.page)).toBe(0)
  await look(small.page)
  expect(found).toEqual([])
  expect([...buyer.faults, ...seller.faults, ...small.faults]).toEqual([])
})
