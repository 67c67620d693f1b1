import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/** A buyer pastes numbers and quantities, chooses per line, survives a failure and a reload, and fills the cart at once. */

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function signedIn(screen?: typeof phone) {
  const visitor = await visit(browser, site, screen)
  saveScreenshotsOnFailure({ visitor })
  await visitor.page.goto(`${links.login()}?redirect=${encodeURIComponent(links.quickOrder())}`)
  await signIn(visitor.page, 'buyer')
  await visitor.page.waitForURL(`**${links.quickOrder()}`)
  await waitForIslands(visitor.page)
  return visitor
}

test('finds pasted lines, keeps everything on failures, and adds the chosen ones in one call', async () => {
  const { page, context, errors } = await signedIn()
  await page.getByRole('button', { name: '查找商品' }).click()
  await page.getByText('请粘贴编号与数量，一行一项').waitFor()
  const pasted = 'hp c18 2546\t1\nXX-999, 3\n103-90-2 2\nTH-CK500，许多\nMC-MYC50 9999'
  await page.getByLabel('编号与数量').fill(pasted)
  expect(await violations(page)).toEqual([])
  await context.setOffline(true)
  await page.getByRole('button', { name: '查找商品' }).click()
  await page.getByText('查找失败').waitFor()
  expect(await page.getByLabel('编号与数量').inputValue()).toBe(pasted)
  await context.setOffline(false)
  await page.getByRole('button', { name: '查找商品' }).click()
  await page.getByText('共 5 行，4 行待选择，1 行没有找到').waitFor()
  const line = (no: number) => page.locator(`[data-quick-line="${no}"]`)
  await line(2).getByText('没有找到在售商品，请核对编号').waitFor()
  await line(4).getByText('数量无法识别，请确认后勾选').waitFor()
  const add = page.getByRole('button', { name: '加入购物车', exact: true })
  expect(await add.isDisabled()).toBe(true)
  await line(1)
    .getByRole('button', { name: /供应商与规格/ })
    .click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: '待选择的选最低价' }).click()
  // The line of 9,999 pieces has no package with so many, and the one without a quantity waits.
  await page.getByText('共 5 行，2 行待选择，1 行没有找到').waitFor()
  await line(5)
    .getByRole('button', { name: /供应商与规格/ })
    .click()
  await page.getByRole('option').first().click()
  expect(await page.getByText('已选 3 行').count()).toBe(1)
  expect(await violations(page)).toEqual([])
  // A reload keeps the text and the choices.
  await page.reload()
  await page.getByText('已选 3 行').waitFor()
  await add.click()
  await line(5)
    .getByText(/^库存仅 \d+ /)
    .waitFor()
  await page.getByText('2 行已加入购物车').waitFor()
  expect(await line(1).getByText('已加入').count()).toBe(1)
  expect(await line(5).getByRole('checkbox').isChecked()).toBe(true)
  await page.getByRole('link', { name: '去购物车' }).first().click()
  await page.waitForURL(`**${links.cart()}`)
  await page
    .getByRole('link', { name: /C18 反相色谱柱/ })
    .first()
    .waitFor()
  expect(errors).toEqual([])
})

test('works on a phone, and says when there are too many lines', async () => {
  const { page, errors } = await signedIn(phone)
  await page.getByLabel('编号与数量').fill(Array.from({ length: 201 }, (_, no) => `A-${no} 1`).join('\n'))
  await page.getByRole('button', { name: '查找商品' }).click()
  await page.getByText('共 201 行，一次最多 200 行，请分批粘贴').waitFor()
  await page.getByLabel('编号与数量').fill('103-90-2, 1\nHP-C18-2546 1')
  await page.getByRole('button', { name: '查找商品' }).click()
  await page.getByText('共 2 行，2 行待选择').waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await violations(page)).toEqual([])
  expect(errors).toEqual([])
})
