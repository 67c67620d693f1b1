import type { Browser, Page } from 'playwright'
import { z } from 'zod'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { callFrom } from '../support/call-from.ts'
import { certificatePdf } from '../support/certificate-pdf.ts'
import { runAsSteps } from '../support/journey-steps.ts'
import { postDemand, signInOnWay, submitOffer } from '../support/scenes/journeys/tender.ts'
import { querySite } from '../support/site-database.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/**
 * A certificate on its way: a supplier uploads and confirms it, an operator notes the register that was looked at, a
 * buyer filters by it, sees in the offers who meets the demand, and the award keeps it in the deal record.
 */

const site = inject('site')
const title = `含量方法学验证 ${Date.now() % 100_000}`
const number = `CNAS L${5000 + (Date.now() % 4_000)}`
const item = '吸入粉雾剂递送剂量均一性'
let browser: Browser
let seller: Visitor
let other: Visitor
let buyer: Visitor
let ops: Visitor
let demandId = 0
let offerId = 0
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

beforeAll(async () => {
  browser = await launchBrowser()
  seller = await visit(browser, site)
  other = await visit(browser, site)
  buyer = await visit(browser, site)
  ops = await visit(browser, site)
  await Promise.all([
    signInOnWay(seller, 'seller', links.sellerTags()),
    signInOnWay(other, 'seller3', links.sellerOffers()),
    signInOnWay(buyer, 'buyer', links.buyerDemands()),
    signInOnWay(ops, 'ops', links.qualificationReviews()),
  ])
})
afterAll(() => browser.close())

runAsSteps(() => ({ seller, other, buyer, ops }))

test('a supplier uploads a paper, whose text fills the form, and confirms it', async () => {
  const { page } = seller
  await page.goto(`${links.sellerTags()}#qualifications`)
  await page.reload()
  await waitForIslands(page)
  const file = await certificatePdf({
    tag: 'CNAS',
    number,
    holder: '另一家检测有限公司',
    site: '天津市滨海新区惠风溪科研楼',
    issuedOn: '2025-03-18',
    until: '2031-03-17',
  })
  await page.getByRole('button', { name: '添加资质证书' }).first().click()
  const form = page.getByRole('dialog')
  const buffer = Buffer.from(await file.arrayBuffer())
  await page.locator('input[type="file"]').setInputFiles({ name: '认可证书.pdf', mimeType: 'application/pdf', buffer })
  await form.getByText(/^已按证书填入/).waitFor()
  await form.getByText(/识别到的持证单位与认证企业“.+”不同/).waitFor()
  expect(await form.getByLabel('编号').inputValue()).toBe(number)
  expect(await form.getByLabel('持证单位').inputValue()).toBe('另一家检测有限公司')
  // The kind that was read is a proposal too.
  await form.getByRole('button', { name: /^资质：/ }).click()
  await page.getByRole('option', { name: 'ISO 17025', exact: true }).click()
  await form.getByLabel('证书名称').fill('ISO/IEC 17025 认可')
  await form.getByLabel('认可项目').fill(`吸入制剂 | ${item} | 通则 0111`)
  await look(page)
  await form.getByRole('button', { name: '提交审核' }).click()
  await form.getByText('请逐项核对后勾选').waitFor()
  await form.getByRole('checkbox', { name: /^已与证书原件逐项核对/ }).check()
  await form.getByRole('button', { name: '提交审核' }).click()
  await form.waitFor({ state: 'detached' })
  await rowOf(page, number).getByText('审核中').waitFor()
  await look(page)
})

test('an operator sees why it waits, and passes it with the register that was looked at', async () => {
  const { page } = ops
  await page.reload()
  await waitForIslands(page)
  await rowOf(page, number).getByRole('button', { name: '审核' }).click()
  const review = page.getByRole('dialog')
  await review.getByText(/持证单位与已认证的企业名称不一致/).waitFor()
  await review.getByLabel('查询地址').fill('')
  await review.getByRole('button', { name: '通过' }).click()
  await review.getByText('请填写所核对的官方查询地址').waitFor()
  await look(page)
  await review.getByLabel('查询地址').fill('https://www.cnas.org.cn/')
  await review.getByLabel('核对备注').fill('证书持有人为本企业检测中心，登记信息一致')
  await review.getByRole('button', { name: '通过' }).click()
  await review.waitFor({ state: 'detached' })
  await page.getByText('已通过', { exact: true }).first().waitFor()
})

test('buyers find the supplier by qualification and by accredited item, and see number and register facts', async () => {
  const { page } = buyer
  await page.goto(`${links.shopList()}?tags=${encodeURIComponent('ISO 17025,GLP')}`)
  await page.getByRole('heading', { name: /臻境/ }).or(page.getByText(/臻境/)).first().waitFor()
  await page.goto(links.shopList({ keyword: item }))
  await page.getByText(/臻境/).first().waitFor()
  const [shop] = await querySite(
    inject('databaseSocket'),
    'select s.id, s.company_id from shop_qualifications q join shops s on s.id = q.shop_id where q.number = $1',
    number,
  )
  await page.goto(links.shopBrief({ id: Number(shop?.['id']), orgId: Number(shop?.['company_id']) }))
  await page.getByText(number).waitFor()
  await page.getByText('认可项目 1 项').click()
  await page.getByText(item).waitFor()
  await look(page)
  const small = await visit(browser, site, phone)
  await small.page.goto(page.url())
  await small.page.getByText(number).waitFor()
  expect(await sidewaysScroll(small.page)).toBe(0)
  expect(small.errors).toEqual([])
})

test('a demand requires it; the comparison says who meets it and what others lack', async () => {
  demandId = await postDemand(buyer.page, inject('databaseSocket'), title, { requiredTags: ['ISO 17025', 'GLP'] })
  offerId = await submitOffer(seller.page, demandId, { yuan: 90_000, days: 60, sealed: false })
  await submitOffer(other.page, demandId, { yuan: 80_000, days: 70, sealed: false })
  const { page } = buyer
  await page.goto(links.demandDetail(demandId))
  await page.getByText('ISO 17025、GLP').first().waitFor()
  await page.goto(links.buyerDemand(demandId))
  const compare = page.getByRole('region', { name: '比价' })
  await compare.getByText('需求要求：ISO 17025、GLP').filter({ visible: true }).first().waitFor()
  await compare.getByText('满足', { exact: true }).filter({ visible: true }).first().waitFor()
  await compare
    .getByText(/^不满足，缺少 ISO 17025/)
    .filter({ visible: true })
    .first()
    .waitFor()
  await look(page)
  await seller.page.goto(links.sellerOffer(offerId))
  await seller.page.getByText('要求的资质 ISO 17025、GLP').waitFor()
  await seller.page.getByText('满足', { exact: true }).first().waitFor()
  await look(seller.page)
})

test('the award keeps the certificates in the deal record', async () => {
  const answer = await callFrom(buyer.page, '/mall/demand/offer/deal', { offerId })
  const { orderId } = z.object({ orderId: z.int() }).parse(answer)
  await buyer.page.goto(links.buyerOrder(orderId))
  await buyer.page
    .getByText(new RegExp(`供应商资质：.*ISO 17025 ${number}`))
    .first()
    .waitFor()
  await look(buyer.page)
})

test('axe finds nothing, and no errors occurred', () => {
  expect(found).toEqual([])
  expect([seller, other, buyer, ops].flatMap(({ errors }) => errors)).toEqual([])
})
