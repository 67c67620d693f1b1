import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { creditCode } from '../../src/db/seeds/codes.ts'
import { desktop, launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { hasChineseFont, licencePicture } from '../support/licence-picture.ts'
import { newPerson, registerOn } from '../support/new-person.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/**
 * A user registers, certifies their company with a licence photo read by text recognition, and becomes a supplier. The
 * steps build on each other; each page is checked with axe.
 */

const [site, door] = [inject('site'), inject('databaseSocket')]
const person = newPerson()
const stamp = person.mobile.slice(-6)
const company = {
  companyName: `苏州澄明生物医药科技有限公司`,
  creditCode: creditCode('320506', `MA${stamp}`),
  legalPerson: '沈嘉言',
  address: '苏州工业园区星湖街 218 号',
  foundedAt: '2019-04-12',
  validUntil: null,
  businessScope: '医药研发服务；技术开发、技术咨询。',
}
let browser: Browser
let visitor: Visitor
const found: string[] = []
const look = async (page: Page) => {
  found.push(...(await violations(page)))
  const wider = await sidewaysScroll(page)
  if (wider > 0) found.push(`${page.url()}: ${wider} px wider than the window`)
}

beforeAll(async () => {
  browser = await launchBrowser()
  visitor = await visit(browser, site, desktop)
})
afterAll(() => browser.close())

runAsSteps(() => ({ visitor }))

test('registers with an SMS code, and is signed in', async () => {
  const { page } = visitor
  await page.goto(links.register())
  await look(page)
  await registerOn(page, door, person)
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('region', { name: '顶部栏' }).getByText('我要成为供应商').waitFor()
  await look(page)
})

test('is led to the certification, and the licence is recognised', async (step) => {
  step.skip(!hasChineseFont, 'this machine cannot draw a licence: it has no Chinese font')
  const { page } = visitor
  await page.getByRole('region', { name: '顶部栏' }).getByText('我要成为供应商').click()
  await page.getByRole('heading', { name: '成为供应商', level: 1 }).waitFor()
  const form = page.getByRole('form', { name: '企业认证' })
  await form.waitFor()
  await look(page)
  const picture = await licencePicture(company)
  await form
    .locator('input[type="file"]')
    .setInputFiles({ name: '营业执照.jpg', mimeType: 'image/jpeg', buffer: picture })
  await form.getByText('识别完成，请在下面核对').waitFor({ timeout: 120_000 })
  expect(await form.getByLabel('统一社会信用代码').inputValue()).toBe(company.creditCode)
  expect(await form.getByLabel('企业名称').inputValue()).toBe(company.companyName)
  await look(page)
})

test('checks the recognised data, submits them, and is certified', async () => {
  const { page } = visitor
  const form = page.getByRole('form', { name: '企业认证' })
  // Corrects recognition errors before submitting, as a person would.
  await form.getByLabel('法定代表人').fill(company.legalPerson)
  await form.getByRole('textbox', { name: '成立日期' }).fill(company.foundedAt)
  await form.getByLabel('住所').fill(company.address)
  if ((await form.getByRole('switch', { name: '长期' }).getAttribute('aria-checked')) !== 'true') {
    await form.getByRole('switch', { name: '长期' }).click()
  }
  await form.getByRole('button', { name: '提交认证' }).click()
  await page.getByRole('form', { name: '填写店铺' }).waitFor()
  await look(page)
})

test('opens a shop: name, business classes, agreement', async () => {
  const { page } = visitor
  const shop = page.getByRole('form', { name: '填写店铺' })
  await shop.getByLabel('店铺名称').fill(`澄明生物 ${stamp}`)
  await shop.getByLabel('店铺简介').fill('小分子药物的药学研究与分析检测。')
  await shop.getByRole('group', { name: '业务分类' }).getByRole('checkbox').first().check()
  await shop.getByRole('button', { name: '下一步' }).click()
  const agreement = page.getByRole('form', { name: '签署入驻协议' })
  await agreement.getByRole('checkbox').check()
  await look(page)
  await agreement.getByRole('button', { name: '开通店铺' }).click()
  const account = page.getByRole('form', { name: '收款账户' })
  await account.getByLabel('开户银行').fill('招商银行成都高新支行')
  await account.getByLabel(/^账号/).fill('6225 8801 2345 6789')
  await look(page)
  await account.getByRole('button', { name: '保存' }).click()
  await page.getByText('店铺已开通').waitFor()
  await look(page)
})

test('is a supplier everywhere', async () => {
  const { page } = visitor
  await page.getByRole('link', { name: '进入卖家中心' }).click()
  await page.waitForURL(`**${links.sellerDashboard()}`)
  await page.goto(links.home())
  await page.getByRole('region', { name: '顶部栏' }).getByText('我是供应商').waitFor()
  await page.goto(links.buyerAccount({ tab: 'certification' }))
  await page.getByRole('region', { name: '认证状态' }).getByText('已认证').first().waitFor()
  await look(page)
})

test('on a phone, registration and sign-in fit the screen and work', async () => {
  const [small, second] = [await visit(browser, site, phone), newPerson()]
  saveScreenshotsOnFailure({ small })
  const { page } = small
  await page.goto(links.register(links.demandHall()))
  await look(page)
  await registerOn(page, door, second)
  await page.waitForURL(`**${links.demandHall()}`)
  await small.context.clearCookies()
  await page.goto(links.login(links.buyerAccount()))
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await look(page)
  await page.getByRole('main').getByLabel('登录名或手机号').fill(second.mobile)
  await page.getByRole('main').getByLabel('密码', { exact: true }).fill(second.password)
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(`**${links.buyerAccount()}*`)
  await look(page)
  await small.context.close()
  expect(small.errors).toEqual([])
})

test('axe finds nothing, and no errors occurred', () => {
  expect(found).toEqual([])
  expect(visitor.errors).toEqual([])
})
