import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import {
  accept,
  card,
  confirmIn,
  deliver,
  milestones,
  press,
  requestChanges,
  start,
  waitForLabel,
} from '../support/scenes/journeys/milestones.ts'
import { awardOffer, submitStagedOffer } from '../support/scenes/journeys/staged.ts'
import { postDemand, signInOnWay } from '../support/scenes/journeys/tender.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/**
 * An order with three milestones, one of them reworked, by two users in two browsers; each page is checked with axe, on
 * desktop and phone.
 */

const site = inject('site')
const door = inject('databaseSocket')
const title = `里程碑订单 ${Date.now() % 100_000}`
let browser: Browser
let buyer: Visitor
let seller: Visitor
let small: Visitor
let demandId = 0
let orderId = 0
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))

beforeAll(async () => {
  browser = await launchBrowser()
  buyer = await visit(browser, site)
  seller = await visit(browser, site)
  small = await visit(browser, site, phone)
})
afterAll(() => browser.close())

runAsSteps()

test('an offer names what each payment delivers, in its form and in the comparison', async () => {
  saveScreenshotsOnFailure({ buyer, seller })
  await signInOnWay(buyer, 'buyer', links.buyerDemands())
  demandId = await postDemand(buyer.page, door, title)
  await signInOnWay(seller, 'seller', links.sellerOffers())
  const offerId = await submitStagedOffer(seller.page, demandId)
  await seller.page.goto(links.makeOffer(demandId))
  await waitForIslands(seller.page)
  await expect.poll(() => seller.page.getByLabel('交付内容 3').inputValue()).toBe('给药期数据与中期小结')
  expect(await seller.page.getByLabel('交付内容 1').inputValue()).toBe('')
  await look(seller.page)
  await buyer.page.goto(links.buyerDemand(demandId))
  await waitForIslands(buyer.page)
  await buyer.page.getByText('方案：签字的试验方案').filter({ visible: true }).first().waitFor()
  await look(buyer.page)
  orderId = (await awardOffer(buyer.page, offerId)).orderId
})

test('the supplier reads the milestones and confirms', async () => {
  saveScreenshotsOnFailure({ seller })
  const { page } = seller
  await page.goto(links.sellerConfirmOrder(orderId))
  await waitForIslands(page)
  await card(page, '方案').getByText('签字的试验方案').waitFor()
  expect(await milestones(page).getByRole('button', { name: /^开工/ }).count()).toBe(0)
  await look(page)
  await page.getByRole('button', { name: '确认接单' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '确认接单' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('the first milestone is started, delivered, sent back, delivered again and accepted', async () => {
  saveScreenshotsOnFailure({ buyer, seller })
  await seller.page.goto(links.sellerOrder(orderId))
  await waitForIslands(seller.page)
  await buyer.page.goto(links.buyerOrder(orderId))
  await waitForIslands(buyer.page)
  await start(seller.page, '方案')
  // Closing the dialog keeps what was typed.
  await press(seller.page, '方案', '提交交付')
  await seller.page.getByRole('dialog').getByLabel('交付说明').fill('方案初稿')
  await look(seller.page)
  await seller.page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await press(seller.page, '方案', '提交交付')
  expect(await seller.page.getByRole('dialog').getByLabel('交付说明').inputValue()).toBe('方案初稿')
  await confirmIn(seller.page, '提交交付')

  await requestChanges(buyer.page, '方案', '请补充样品稳定性一节')
  await waitForLabel(seller.page, '方案', '待修改')
  await card(seller.page, '方案').getByText('请补充样品稳定性一节').waitFor()
  await deliver(seller.page, '方案', '方案终稿，含样品稳定性')
  await accept(buyer.page, '方案')
  const payment = buyer.page.locator('#payments').getByRole('row').filter({ hasText: '方案' })
  await payment.getByText('待付款').waitFor()
  await card(buyer.page, '方案').getByText('之前的 1 次交付').click()
  await card(buyer.page, '方案').getByText('方案初稿').waitFor()
  await look(buyer.page)
})

test('two milestones run beside each other; the last acceptance completes the order', async () => {
  saveScreenshotsOnFailure({ buyer, seller })
  await start(seller.page, '中期报告')
  await start(seller.page, '总结报告')
  await deliver(seller.page, '总结报告', '总结报告')
  await deliver(seller.page, '中期报告', '中期数据')
  await accept(buyer.page, '总结报告')
  expect(await buyer.page.getByRole('region', { name: '下一步' }).getByText('里程碑 2“中期报告”').count()).toBe(1)
  await accept(buyer.page, '中期报告')
  await buyer.page.getByRole('region', { name: '订单概况' }).getByText('已完成').first().waitFor()
  await milestones(buyer.page).getByText('3 个里程碑，已验收 3 个').waitFor()
  await look(buyer.page)
})

test('the calendar file is downloaded', async () => {
  saveScreenshotsOnFailure({ buyer })
  const [download] = await Promise.all([
    buyer.page.waitForEvent('download'),
    buyer.page.getByRole('button', { name: '导出日历' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.ics$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('BEGIN:VCALENDAR')
  expect(text.match(/BEGIN:VEVENT/g)?.length).toBe(7)
})

test('the milestones fit a phone, and no page has accessibility violations or errors', async () => {
  saveScreenshotsOnFailure({ small })
  await signInOnWay(small, 'buyer', links.buyerOrder(orderId))
  await waitForIslands(small.page)
  await card(small.page, '方案').waitFor()
  expect(await sidewaysScroll(small.page)).toBe(0)
  await look(small.page)
  expect(found).toEqual([])
  expect([...buyer.errors, ...seller.errors, ...small.errors]).toEqual([])
})
