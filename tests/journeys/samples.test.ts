import type { Browser, Page } from 'playwright'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { runAsSteps } from '../support/journey-steps.ts'
import { connectSensor, readingOf } from '../support/scenes/orders/samples.ts'
import { startSite, type Site } from '../support/site.ts'
import { querySite } from '../support/site-database.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/**
 * The buyer registers a sample, puts a sensor into its box and ships it; the sensor measures an excursion; the supplier
 * receives the box on a phone by scanning its label; the buyer decides, and the deal record has all of it.
 */

let site: Site
let browser: Browser
let buyer: Visitor
let seller: Visitor
const found: string[] = []
const look = async (page: Page) => {
  found.push(...(await violations(page)))
  expect(await sidewaysScroll(page)).toBe(0)
}
const query = (statement: string, ...values: unknown[]) => querySite(site.databaseSocket, statement, ...values)
const shared = { orderId: 0, sampleNo: '', shipmentId: 0, userName: '', secret: '', topic: '' }

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({}, { withDatabaseSocket: true }), launchBrowser()])
  buyer = await visit(browser, site.url)
  seller = await visit(browser, site.url, phone)
  const [row] = await query(
    `select o.id from orders o
      join users b on b.company_id = o.buyer_company_id and b.login_name = 'buyer'
      join users s on s.company_id = o.seller_company_id and s.login_name = 'seller'
      where o.status in ('confirmed', 'in_progress', 'changes_requested', 'delivered') order by o.id desc limit 1`,
  )
  shared.orderId = z.object({ id: z.int() }).parse(row).id
  await signInOnWay(buyer, 'buyer', links.buyerOrder(shared.orderId))
  await signInOnWay(seller, 'seller', links.sellerSamples())
}, 180_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})
runAsSteps(() => ({ buyer, seller }))

test('the buyer registers a sample on the page of the order', async () => {
  const { page } = buyer
  await waitForIslands(page)
  const section = page.getByRole('region', { name: '样品', exact: true })
  await section.getByRole('button', { name: '登记样品' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '登记', exact: true }).click()
  await dialog.getByText('请填写大于 0 的数量，最多三位小数').waitFor()
  await look(page)
  await dialog.getByLabel('样品名称').fill('旅程样品 X-1')
  await dialog.getByLabel('每个的数量').fill('250.5')
  await dialog.getByRole('checkbox', { name: '有毒' }).check()
  await dialog.getByRole('button', { name: '登记', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  const row = section.getByRole('row', { name: /旅程样品 X-1/ })
  await row.waitFor()
  shared.sampleNo = /SP\d{8}-\d+/.exec((await row.textContent()) ?? '')?.[0] ?? ''
  expect(shared.sampleNo).not.toBe('')
  await row.getByRole('checkbox').check()
  const download = page.waitForEvent('download')
  await section.getByRole('button', { name: '打印标签' }).click()
  expect((await download).suggestedFilename()).toContain(shared.sampleNo)
  await look(page)
})

test('it is packed without tolerance, and a sensor is put into the box', async () => {
  const { page } = buyer
  const section = page.getByRole('region', { name: '样品', exact: true })
  await section.getByRole('button', { name: '装箱' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('允许超出').fill('0')
  await dialog.getByLabel('允许持续').fill('0')
  await look(page)
  await dialog.getByRole('button', { name: '装箱' }).click()
  await page.waitForURL('**/samples?shipment=*')
  shared.shipmentId = Number(new URL(page.url()).searchParams.get('shipment'))
  await waitForIslands(page)

  await page.goto(links.buyerSamples({ view: 'sensors' }))
  await waitForIslands(page)
  await page.getByRole('button', { name: '登记传感器' }).click()
  await dialog.getByLabel('名称').fill('旅程传感器')
  await dialog.getByRole('button', { name: '登记', exact: true }).click()
  await dialog.getByText('凭证只显示这一次').waitFor()
  await look(page)
  const valueOf = async (label: string) =>
    (
      (await dialog
        .locator('dt', { hasText: new RegExp(`^${label}$`) })
        .locator('+ dd')
        .textContent()) ?? ''
    ).trim()
  shared.userName = await valueOf('用户名')
  shared.secret = await valueOf('凭证')
  shared.topic = await valueOf('主题')
  await dialog.getByRole('button', { name: '已保存' }).click()
  await look(page)

  await page.goto(links.buyerShipment(shared.shipmentId))
  await waitForIslands(page)
  await page.getByRole('button', { name: '放入传感器' }).click()
  await dialog.getByRole('button', { name: '放入 旅程传感器' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('list', { name: '传感器' }).getByText('旅程传感器').waitFor()
})

test('the buyer ships it, and a real MQTT client sends readings', async () => {
  const { page } = buyer
  await page.getByRole('button', { name: '确认交出' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('承运方').fill('顺丰医药冷运')
  await dialog.getByLabel('运单号').fill('SF900')
  await dialog.getByRole('button', { name: '确认交出' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('待对方签收').first().waitFor()
  const sensor = await connectSensor(`${site.url.replace('http', 'ws')}/mqtt`, shared)
  if (sensor === undefined) throw new Error('The sensor was refused')
  const start = Date.now()
  for (const [n, celsius] of [5, 5.2, 11.4, 5.1].entries())
    await sensor.publishAsync(shared.topic, readingOf(celsius, new Date(start + n), n), { qos: 1 })
  await sensor.endAsync(true)
  // The notice of the excursion refreshes the open page.
  await page.getByText('运输超温，样品已隔离，请给出处置意见。').waitFor({ timeout: 30_000 })
  await page.getByRole('img', { name: /^运输温度，旅程传感器最低 5 ℃/ }).waitFor()
  await look(page)
})

test('the supplier opens the sample by its code on a phone and confirms the receipt', async () => {
  const { page } = seller
  await waitForIslands(page)
  await look(page)
  await page.goto(links.scanSample())
  await waitForIslands(page)
  await look(page)
  await page.getByLabel('样品编号').fill('SP20200101-9999')
  await page.getByRole('button', { name: '确定', exact: true }).click()
  await page.getByText('没有找到样品').waitFor()
  await page.getByLabel('样品编号').fill(shared.sampleNo)
  await page.getByRole('button', { name: '确定', exact: true }).click()
  await page.waitForURL('**/sellerCenter/samples?id=*')
  await page.getByText('运输超温，样品已隔离').first().waitFor()
  await look(page)
  await page.getByRole('region', { name: '运输与交接' }).getByRole('link').first().click()
  await page.waitForURL('**/samples?shipment=*')
  await waitForIslands(page)
  await page.getByRole('button', { name: '确认签收' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '冷媒已融化' }).check({ force: true })
  await dialog.getByRole('button', { name: '确认签收' }).click()
  await dialog.getByText('请说明到货状况').waitFor()
  await look(page)
  await dialog.getByLabel('说明').fill('冰排已软')
  await dialog.getByRole('button', { name: '确认签收' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('双方已交接').first().waitFor()
  await look(page)
})

test('the buyer decides, the sample is free, and the deal record has it all', async () => {
  const { page } = buyer
  await page.getByRole('button', { name: '继续使用' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('理由').fill('加速稳定性数据支持')
  await dialog.getByRole('button', { name: '决定继续使用' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('买家决定：继续使用').first().waitFor()
  await page.goto(links.buyerOrder(shared.orderId))
  await waitForIslands(page)
  const record = page.getByRole('region', { name: '存证记录' })
  for (const text of [
    '登记样品',
    '样品交出并发运',
    '样品运输超温，已隔离',
    '样品签收，双方完成交接',
    '买家决定超温样品继续使用',
  ])
    await record.getByText(text).first().waitFor()
  await record.getByText('校验通过').waitFor()
  await look(page)
  for (const width of [768, 1200]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await sidewaysScroll(page)).toBe(0)
  }
})

test('no page has a fault of accessibility', () => {
  expect(found).toEqual([])
})
