import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { dayAhead } from '../support/scenes/orders/changes.ts'
import { changes, confirmIdentity, signChange } from '../support/scenes/journeys/changes.ts'
import { awardOffer, submitStagedOffer } from '../support/scenes/journeys/staged.ts'
import { postDemand, signInOnWay } from '../support/scenes/journeys/tender.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/** The supplier of a running order proposes another price and day, the buyer signs; two browsers and a phone. */

const site = inject('site')
const door = inject('databaseSocket')
const title = `变更订单 ${Date.now() % 100_000}`
let browser: Browser
let buyer: Visitor
let seller: Visitor
let small: Visitor
let orderId = 0
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))
const day = dayAhead(150)

beforeAll(async () => {
  browser = await launchBrowser()
  buyer = await visit(browser, site)
  seller = await visit(browser, site)
  small = await visit(browser, site, phone)
})
afterAll(() => browser.close())

runAsSteps()

test('a confirmed order with stages has an empty section with a link to the help', async () => {
  saveScreenshotsOnFailure({ buyer, seller })
  await signInOnWay(buyer, 'buyer', links.buyerDemands())
  const demandId = await postDemand(buyer.page, door, title)
  await signInOnWay(seller, 'seller', links.sellerOffers())
  const offerId = await submitStagedOffer(seller.page, demandId)
  orderId = (await awardOffer(buyer.page, offerId)).orderId
  const { page } = seller
  await page.goto(links.sellerConfirmOrder(orderId))
  await waitForIslands(page)
  await page.getByRole('button', { name: '确认接单' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '确认接单' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.goto(links.sellerOrder(orderId))
  await waitForIslands(page)
  await changes(page).getByText('暂无变更单').waitFor()
  await changes(page).getByRole('link', { name: '如何变更订单' }).waitFor()
})

test('the supplier proposes a price, a day and a further stage, after a proof of identity', async () => {
  saveScreenshotsOnFailure({ seller })
  const { page } = seller
  await changes(page).getByRole('button', { name: '提出变更' }).click()
  const dialog = page.getByRole('dialog', { name: '提出变更' })
  await dialog.getByRole('button', { name: '签署并提出' }).click()
  await dialog.getByText('请填写').first().waitFor()
  await dialog.getByLabel('变更原因').fill('病理阅片例数增加')
  const last = dialog.getByRole('group', { name: '里程碑 3' })
  await last.getByLabel('金额').fill('220000')
  await last.getByRole('textbox', { name: '计划日期' }).fill(day)
  await dialog.getByRole('group', { name: '里程碑 2' }).getByLabel('取消这个里程碑').check()
  await dialog.getByRole('button', { name: '新增一行' }).click()
  const added = dialog.getByRole('group', { name: '新增 5' })
  await added.getByLabel('名称').fill('补充试验')
  await added.getByLabel('金额').fill('60000')
  await added.getByRole('textbox', { name: '计划日期' }).fill(day)
  await added.getByLabel('交付内容').fill('补充试验报告')
  const preview = dialog.getByRole('region', { name: '预览' })
  await preview.getByText('¥430,000.00').filter({ visible: true }).first().waitFor()
  for (const mark of ['修改', '取消', '新增'])
    await preview.getByText(mark, { exact: true }).filter({ visible: true }).first().waitFor()
  await look(page)
  // Closing keeps what was typed.
  await dialog.getByRole('button', { name: '取消', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await changes(page).getByRole('button', { name: '提出变更' }).click()
  expect(await dialog.getByLabel('变更原因').inputValue()).toBe('病理阅片例数增加')
  await dialog.getByRole('button', { name: '签署并提出' }).click()
  await confirmIdentity(page)
  await changes(page).getByText('待对方签署').waitFor()
  expect(await changes(page).getByRole('button', { name: '提出变更' }).count()).toBe(0)
  await look(page)
})

test('the buyer finds it among the to-dos, and signs what is shown', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await page.goto(links.buyerDashboard())
  await waitForIslands(page)
  const more = page.getByRole('button', { name: /^展开其余/ }).first()
  if ((await more.count()) > 0) await more.click()
  await page.getByText(`“${title}”的变更单 1待您签署`).first().waitFor()
  await page.goto(links.buyerOrder(orderId))
  await waitForIslands(page)
  await signChange(page, look)
})

test('timeline, payments, contract sum and supplement of both sides show it', async () => {
  saveScreenshotsOnFailure({ buyer, seller })
  for (const { page } of [buyer, seller]) {
    const milestones = page.getByRole('region', { name: '里程碑与验收' })
    await milestones.getByRole('listitem', { name: '里程碑 4“补充试验”' }).waitFor()
    await milestones.getByRole('listitem', { name: '里程碑 2“中期报告”' }).getByText('不再执行').first().waitFor()
    await milestones.getByRole('list', { name: '计划与实际' }).getByText('不再执行').first().waitFor()
    const payment = page.locator('#payments').getByRole('row').filter({ hasText: '总结报告' })
    await payment.getByText('¥220,000.00').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      changes(page).getByRole('button', { name: '下载补充协议 1' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^补充协议 1 .*\.pdf$/)
    await look(page)
  }
})

test('the section and the form fit a phone, and nothing has violations or errors', async () => {
  saveScreenshotsOnFailure({ small })
  const { page } = small
  await signInOnWay(small, 'buyer', links.buyerOrder(orderId))
  await waitForIslands(page)
  await changes(page).getByText('已签署生效').waitFor()
  await changes(page).getByText('变更前后对照').click()
  expect(await sidewaysScroll(page)).toBe(0)
  await look(page)
  await changes(page).getByRole('button', { name: '提出变更' }).click()
  await page.getByRole('dialog', { name: '提出变更' }).getByLabel('变更原因').waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  await look(page)
  expect(found).toEqual([])
  expect([...buyer.errors, ...seller.errors, ...small.errors]).toEqual([])
})
