import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'
import { confirmTransfer, payAtCashier, payByTransfer } from '../support/scenes/journeys/payment.ts'
import * as scene from '../support/scenes/journeys/orders.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/**
 * From a cart of three shops to the end: one order paid by transfer, delivered, accepted, invoiced and reviewed; one
 * paid at the demo cashier; one cancelled. Two users in two browsers; each page is checked with axe.
 */

const site = inject('site')
const door = inject('databaseSocket')
let browser: Browser
let buyer: Visitor
let seller: Visitor
let small: Visitor
let goods: readonly [scene.Goods, scene.Goods, scene.Goods]
let before: readonly number[]
let transfer: scene.CreatedOrder
let online: scene.CreatedOrder
let cancelled: scene.CreatedOrder
const parcelNo = 'SF1234567890123'
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))
/** The same page on the buyer's phone, without horizontal overflow. */
async function lookSmall(path: string, words: string): Promise<void> {
  await small.page.goto(path)
  await waitForIslands(small.page)
  await small.page.getByText(words).filter({ visible: true }).first().waitFor()
  expect(await sidewaysScroll(small.page), path).toBe(0)
  await look(small.page)
}

beforeAll(async () => {
  browser = await launchBrowser()
  buyer = await visit(browser, site)
  seller = await visit(browser, site)
  small = await visit(browser, site, phone)
  goods = await scene.goodsOfThreeShops(door)
  before = await Promise.all(goods.map((one) => scene.readStock(door, one)))
})
afterAll(() => browser.close())

runAsSteps()

test('a visitor’s cart item is there after the login; two other shops are added', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  const join = page.getByRole('main').getByRole('button', { name: '加入购物车', exact: true }).first()
  for (const [at, { productNo, specId }] of goods.entries()) {
    await page.goto(links.goodsDetail(productNo))
    await page.locator(`input[data-spec][value="${specId}"]`).check({ force: true })
    await join.click()
    if (at === 0) {
      await page.getByRole('dialog').getByRole('link', { name: '确定' }).click()
      await signIn(page, 'buyer', 'dialog')
    }
    await page.getByText(`去购物车（${at + 1}）`).waitFor()
  }
  await page.getByRole('link', { name: '去购物车（3）' }).click()
  await page.waitForURL(`**${links.cart()}`)
  await waitForIslands(page)
  const shop = page.getByRole('region', { name: goods[0].shopName })
  await shop.getByRole('button', { name: /^增加/ }).click()
  for (const { shopName, title } of goods) await page.getByRole('region', { name: shopName }).getByText(title).waitFor()
  await look(page)
  await signInOnWay(small, 'buyer', links.cart())
  await lookSmall(links.cart(), goods[2].title)
})

test('three orders in one group: a new address, an invoice, a remark to a shop', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await page.getByRole('button', { name: '结算' }).click()
  await page.waitForURL(`**${links.confirmOrder()}`)
  await waitForIslands(page)
  await page.getByRole('button', { name: '新增地址' }).click()
  await scene.fillAddress(page)
  await look(page)
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await page.getByRole('radio', { name: /温知予/, checked: true }).waitFor()
  await page.getByRole('radiogroup', { name: '发票' }).getByText('增值税普通发票').click()
  await page.getByRole('region', { name: goods[0].shopName }).getByLabel('给供应商留言').fill('请附 COA')
  await page.getByText('将按店铺拆分为 3 个订单').first().waitFor()
  await look(page)
  await lookSmall(links.confirmOrder(), '提交订单')
  await page.getByRole('button', { name: '提交订单' }).filter({ visible: true }).click()
  await page.waitForURL(`**${links.payOrder(0).replace('=0', '=')}*`)
  const groupId = new URL(page.url()).searchParams.get('id') ?? ''
  transfer = await scene.readOrder(door, groupId, goods[0])
  online = await scene.readOrder(door, groupId, goods[1])
  cancelled = await scene.readOrder(door, groupId, goods[2])
  const after = await Promise.all(goods.map((one) => scene.readStock(door, one)))
  expect(after.map((stock, at) => (before[at] ?? 0) - stock)).toEqual([2, 1, 1])
})

test('one is paid by transfer with a voucher, and one at the demo cashier', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await payByTransfer(page, transfer, look)
  await page.getByText('已付款，等待确认').waitFor()
  await look(page)
  await lookSmall(page.url(), '已付款，等待确认')
  await page.getByRole('button', { name: '支付其余款项' }).click()
  await payAtCashier(page, online, [cancelled], look)
  await page.getByText('付款已到账').waitFor()
  await look(page)
})

test('the third is cancelled, and its stock is released', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await scene.openOrder(page, 'buyer', cancelled)
  await page.getByRole('button', { name: '取消订单' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '计划有变，不再需要' }).click()
  await look(page)
  await dialog.getByRole('button', { name: '取消订单' }).click()
  await page.getByText('已取消', { exact: true }).first().waitFor()
  await look(page)
  expect(await scene.readStock(door, goods[2])).toBe(before[2])
  expect(await scene.readStock(door, goods[0])).toBe((before[0] ?? 0) - 2)
})

test('the supplier confirms the receipt and the order, and delivers it', async () => {
  saveScreenshotsOnFailure({ seller })
  const { page } = seller
  await signInOnWay(seller, 'seller', links.sellerReceivedPayments())
  await confirmTransfer(page, transfer, look)
  await look(page)

  await page.goto(links.sellerConfirmOrder(transfer.id))
  await page.getByText('请附 COA').waitFor()
  await look(page)
  await page.getByRole('button', { name: '确认接单' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '确认接单' }).click()
  await page.getByText('这份订单已答复').waitFor()
  await scene.openOrder(page, 'seller', transfer)
  expect(await page.getByRole('button', { name: '开工' }).count()).toBe(0)
  await scene.sendParcel(page, parcelNo, look)
  await look(page)
})

test('the buyer requests a partial invoice and accepts, which requests the rest; the supplier issues both', async () => {
  saveScreenshotsOnFailure({ buyer, seller })
  const { page } = buyer
  await scene.openOrder(page, 'buyer', transfer)
  await page.getByText(parcelNo).first().waitFor()
  const papers = page.getByRole('region', { name: '发票' })
  await scene.askForInvoice(page, transfer, '200', look)
  await papers.getByText('¥200.00').waitFor()
  await page.getByRole('button', { name: '确认收货' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '确认收货' }).click()
  await page.getByText('已完成', { exact: true }).first().waitFor()
  await papers.getByText(scene.inYuan(transfer.total - 20_000)).waitFor()
  await look(page)

  await scene.openOrder(seller.page, 'seller', transfer)
  await scene.issueInvoice(seller.page, '12345678', look)
  await papers.getByText('12345678').waitFor()
})

test('both review, and each can then read the other’s review', async () => {
  saveScreenshotsOnFailure({ buyer, seller })
  await scene.writeReview(buyer.page, '包装完好，到货很快。')
  const own = buyer.page.getByRole('article', { name: '我方评价' })
  await own.getByText('对方暂时看不到').waitFor()
  await scene.writeReview(seller.page, '付款及时，沟通顺畅。')
  await seller.page.getByRole('article', { name: '买家的评价' }).getByText('包装完好，到货很快。').waitFor()
  await scene.openAtReviews(buyer.page, transfer)
  await buyer.page.getByRole('article', { name: '供应商的评价' }).getByText('付款及时，沟通顺畅。').waitFor()
  await look(buyer.page)
  await look(seller.page)
  await lookSmall(links.buyerOrder(transfer.id), '付款及时，沟通顺畅。')
  await lookSmall(links.buyerOrders(), transfer.orderNo)
})

test('axe finds nothing, and no errors occurred', () => {
  expect(found).toEqual([])
  expect([...buyer.errors, ...seller.errors, ...small.errors]).toEqual([])
})
