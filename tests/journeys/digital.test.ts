import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, violations, visit } from '../support/browser.ts'
import { signIn } from '../support/sign-in.ts'

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('a vendor finds an application, applies for the store, and the platform accepts', async () => {
  const vendor = await visit(browser, site)
  const { page } = vendor
  await page.goto(links.digitalStore())
  const search = page.getByRole('search', { name: '搜索应用' })
  await search.getByRole('textbox').fill('LIMS')
  await search.getByRole('button').click()
  await page.waitForURL((url) => url.searchParams.get('keyword') === 'LIMS')
  await page.getByRole('link', { name: '检衡实验室信息管理系统' }).click()
  await page.getByRole('heading', { level: 1, name: '检衡实验室信息管理系统' }).waitFor()
  expect(await violations(page)).toEqual([])

  await page.getByRole('navigation', { name: '数字应用商店' }).getByRole('link', { name: '入驻' }).click()
  const form = page.locator('[data-join-form]')
  await form.getByRole('button', { name: '提交申请' }).click()
  await form.getByText('请填写企业名称').waitFor()
  await form.getByLabel('企业名称').fill('旅程软件公司')
  await form.getByLabel('联系人').fill('王工')
  await form.getByLabel('手机号').fill('13700020001')
  await form.getByLabel('应用名称').fill('旅程样品管理')
  await form.getByLabel('应用分类').selectOption({ label: '实验室与检测' })
  await form.getByLabel('部署方式').selectOption({ label: '云端订阅' })
  await form.getByLabel('应用介绍').fill('覆盖样品登记、流转与留样，已有多家检测实验室在用。')
  await page.reload()
  expect(await form.getByLabel('应用名称').inputValue()).toBe('旅程样品管理')
  expect(await form.getByLabel('部署方式').inputValue()).toBe('saas')
  await form.getByRole('button', { name: '提交申请' }).click()
  await form.getByText('已收到您的入驻申请').waitFor()
  expect(await violations(page)).toEqual([])
  await page.reload()
  expect(await form.getByLabel('应用名称').inputValue()).toBe('')

  const operator = await visit(browser, site)
  const desk = operator.page
  await desk.goto(links.login(links.digitalJoins({ status: 'waiting' })))
  await signIn(desk, 'ops')
  await desk.getByRole('heading', { level: 1, name: '应用入驻申请' }).waitFor()
  await desk.getByRole('button', { name: '接手：旅程样品管理' }).click()
  await desk.getByText('已接手，请尽快联系').waitFor()
  await desk.getByRole('tab', { name: /洽谈中/ }).click()
  await desk.getByRole('button', { name: '同意：旅程样品管理' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('结果与后续安排').fill('资料齐全，下周演示。')
  await dialog.getByRole('button', { name: '同意入驻' }).click()
  await desk.getByText('已同意入驻').waitFor()
  expect(await violations(desk)).toEqual([])
  expect([...vendor.errors, ...operator.errors]).toEqual([])
  await Promise.all([vendor.context.close(), operator.context.close()])
})

test('on a phone the store has no horizontal scroll, from a solution to the role of an application', async () => {
  const { page, context, errors } = await visit(browser, site, phone)
  await page.goto(links.digitalSolutions())
  await page.getByRole('link', { name: 'QC 实验室数据可靠性' }).click()
  await page.getByRole('link', { name: '取样、检验至报告的全流程管理' }).click()
  await page.getByRole('heading', { level: 1, name: '取样、检验至报告的全流程管理' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await violations(page)).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

test('a company saves a declaration as a draft, finds it again, and can delete it', async () => {
  const { page, context, errors } = await visit(browser, site)
  await page.goto(links.login(links.govProjects()))
  await signIn(page, 'buyer2')
  await page.getByRole('link', { name: '药械企业数字化改造专项（示例）' }).click()
  await page.getByRole('link', { name: '填写申报书' }).click()
  await page.getByLabel('申报项目名称').fill('实验室数据系统建设')
  await page.getByRole('button', { name: '提交申报' }).click()
  await page.getByText(/处需要修改/).waitFor()
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.waitForURL((url) => url.searchParams.has('edit'))
  await expect.poll(() => page.getByLabel('申报项目名称').inputValue()).toBe('实验室数据系统建设')
  expect(await violations(page)).toEqual([])
  await page.goto(links.buyerDeclarations())
  await page
    .getByRole('button', { name: /^删除 SB/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '删除申报' }).click()
  await page.getByText('已删除申报').waitFor()
  expect(errors).toEqual([])
  await context.close()
})
