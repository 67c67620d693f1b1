import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { querySite } from '../support/site-database.ts'
import { signInOnWay, submitOffer, postDemand } from '../support/scenes/journeys/tender.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/**
 * Notices: an offer reaches the buyer's open page and is read in two tabs; a letter to a supplier is answered; unread
 * ones are sent as one mail. Each page is checked with axe.
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

runAsSteps()

test('an offer appears live in the open message centre', async () => {
  saveScreenshotsOnFailure({ buyer, seller })
  await querySite(
    inject('databaseSocket'),
    "update users set email = 'digest@journey.invalid' where login_name = 'buyer'",
  )
  await signInOnWay(buyer, 'buyer', links.buyerMessages())
  await signInOnWay(seller, 'seller', links.sellerMessages())
  await waitForIslands(buyer.page)
  demandId = await postDemand(buyer.page, inject('databaseSocket'), title)
  await submitOffer(seller.page, demandId, { yuan: 500_000, days: 90, sealed: false })
  await list(buyer.page).getByText(title).first().waitFor()
  await look(buyer.page)
})

test('a notice read in one tab is read in the other', async () => {
  saveScreenshotsOnFailure({ buyer })
  const other = await buyer.context.newPage()
  await other.goto(links.buyerMessages({ unread: 1 }))
  await list(other).getByText(title).first().waitFor()
  const row = list(buyer.page).getByRole('button', { name: new RegExp(`^全文：.*${title}`) })
  await row.first().click()
  await list(buyer.page).getByRole('link', { name: '查看详情' }).waitFor()
  // Marked there; a tab that was still connecting reloads its unread notices, without this one.
  const there = list(other).getByRole('link', { name: new RegExp(`未读.*${title}`) })
  await expect.poll(() => there.count()).toBe(0)
  await look(buyer.page)
  await other.close()
  await list(buyer.page)
    .getByRole('link', { name: new RegExp(title) })
    .first()
    .click()
  await buyer.page.waitForURL(`**${links.buyerDemand(demandId)}`)
})

test('the newest five are in the menu of the header', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await page.goto(links.home())
  const word = page.getByRole('region', { name: '顶部栏' }).getByRole('link', { name: /^消息/ })
  await word.hover()
  await page
    .getByRole('region', { name: '顶部栏' })
    .getByRole('link', { name: new RegExp(title) })
    .waitFor()
})

test('a letter to a supplier with a common order is answered; both read it', async () => {
  saveScreenshotsOnFailure({ buyer, seller })
  const { page } = buyer
  await page.goto(links.buyerMessages())
  await waitForIslands(page)
  await page.getByRole('button', { name: '写消息' }).click()
  const dialog = page.getByRole('dialog')
  const company = dialog.getByRole('list', { name: '可选收件人' }).getByRole('button', { name: /有订单往来/ })
  await company.first().waitFor()
  const [own] = await querySite(
    inject('databaseSocket'),
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

test('unread notices are sent as one mail', async () => {
  const door = inject('databaseSocket')
  const [row] = await querySite(door, "select id from users where login_name = 'buyer'")
  const id = Number(row?.['id'])
  await querySite(door, 'delete from digest_queue where user_id = $1', id)
  for (const words of ['摘要甲', '摘要乙']) {
    await querySite(
      door,
      `insert into digest_queue (user_id, channel, event, title, path, due_at)
       values ($1, 'mail', 'order.moved', $2, '/demandHall', now())`,
      id,
      words,
    )
  }
  const { page } = buyer
  // The job runs every minute. Other notices of the buyer, from journeys beside this one, may be in the same mail.
  const outbox = `${links.demoOutbox()}?${new URLSearchParams({ channel: 'mail', recipient: 'digest@journey.invalid' })}`
  await expect
    .poll(
      async () => {
        await page.goto(outbox)
        return page.locator('main').innerText()
      },
      { timeout: 100_000, interval: 3_000 },
    )
    .toMatch(/您有 \d+ 条新消息：[\s\S]*\d+\. 摘要甲。[\s\S]*\d+\. 摘要乙。/)
})

test('everything is available on a phone, and no errors occurred', async () => {
  const small = await visit(browser, site, phone)
  saveScreenshotsOnFailure({ small })
  await signInOnWay(small, 'seller', links.sellerMessages())
  await small.page.getByRole('heading', { name: '消息中心' }).waitFor()
  await waitForIslands(small.page)
  expect(await sidewaysScroll(small.page)).toBe(0)
  await look(small.page)
  expect(found).toEqual([])
  expect([...buyer.errors, ...seller.errors, ...small.errors]).toEqual([])
})
