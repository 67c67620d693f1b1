import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'
import { pdf } from '../support/uploads.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/** Goods by their structure: pasted, drawn, similar to others; a supplier registers structure, hazards and a batch. */

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('a visitor pastes a fragment, sees where it matches, opens goods and looks for similar ones', async () => {
  const visitor = await visit(browser, site)
  saveScreenshotsOnFailure({ visitor })
  const { page, errors } = visitor
  await page.goto(links.goodsHall())
  await page.getByRole('main').getByRole('link', { name: '按化学结构检索' }).click()
  await page.waitForURL(`**${links.structureSearch()}`)
  const text = page.getByRole('textbox', { name: /^结构/ })
  await text.fill('NC(C)=O')
  const submit = page.getByRole('button', { name: '检索', exact: true })
  await submit.click()
  const found = page.getByRole('heading', { name: /^找到 \d+ 件商品$/ })
  await found.waitFor()
  expect(await page.getByRole('img', { name: /的结构$/ }).count()).toBeGreaterThan(3)
  expect(await violations(page)).toEqual([])
  // Nothing of the structure is in the address or in what the browser keeps.
  expect(new URL(page.url()).search).toBe('')
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    'NC(C)=O',
  )
  await page.getByText('完全一致').click()
  await page.getByText('没有找到符合的在售商品').waitFor()
  await page.getByRole('link', { name: '发布需求' }).first().waitFor()
  await page.getByRole('button', { name: '查找相似结构' }).click()
  await page.getByText('结构相似').waitFor()
  await text.fill('CC(=O)Nc1ccc(O)cc1')
  await submit.click()
  await page.getByText('相似度 100%').first().waitFor()
  await page
    .getByRole('list')
    .getByRole('link', { name: /对乙酰氨基酚/ })
    .first()
    .click()
  await page.waitForURL('**/marketHall/marketDetails?**')
  await page.getByRole('heading', { name: '化学结构' }).waitFor()
  await page.getByRole('heading', { name: '安全信息' }).waitFor()
  expect(await page.locator('sub').count()).toBeGreaterThan(2)
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: '查找相似结构' }).click()
  await page.getByText('相似度 100%').first().waitFor()
  expect(errors).toEqual([])
})

test('the board is loaded when it is opened; what is drawn is searched for', async () => {
  const visitor = await visit(browser, site)
  saveScreenshotsOnFailure({ visitor })
  const { page, errors } = visitor
  const libraries: string[] = []
  page.on('request', (request) => request.url().includes('openchemlib') && libraries.push(request.url()))
  await page.goto(links.structureSearch())
  await waitForIslands(page)
  expect(libraries).toEqual([])
  await page.getByRole('button', { name: '打开画板' }).click()
  const board = page.getByRole('application', { name: '结构画板' })
  await page.getByText('画板加载中').waitFor({ state: 'detached' })
  const box = await board.boundingBox()
  if (box === null) throw new Error('There is no board')
  const text = page.getByRole('textbox', { name: /^结构/ })
  // The canvas takes clicks once it has its size.
  const draw = async () => {
    await page.mouse.click(box.x + box.width * 0.6, box.y + box.height * 0.5)
    return text.inputValue()
  }
  await expect.poll(draw, { interval: 500 }).not.toBe('')
  await page.getByRole('button', { name: '检索', exact: true }).click()
  await page.getByRole('heading', { name: /^找到 \d+\+? 件商品$/ }).waitFor()
  // A wrong text is named at its field, and nothing typed is lost.
  await text.fill('c1ccccc1C(')
  await page.getByRole('button', { name: '检索', exact: true }).click()
  await page.getByText('无法识别该结构').waitFor()
  expect(await text.inputValue()).toBe('c1ccccc1C(')
  expect(errors).toEqual([])
})

test('fits a phone', async () => {
  const visitor = await visit(browser, site, phone)
  saveScreenshotsOnFailure({ visitor })
  const { page } = visitor
  await page.goto(links.structureSearch())
  await page.getByRole('textbox', { name: /^结构/ }).fill('c1ccncc1')
  await page.getByRole('button', { name: '检索', exact: true }).click()
  await page.getByRole('heading', { name: /^找到 \d+\+? 件商品$/ }).waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await violations(page)).toEqual([])
})

test('a supplier gives goods a structure, hazards and a batch; a buyer opens its certificate', async () => {
  const [seller, buyer] = [await visit(browser, site), await visit(browser, site)]
  saveScreenshotsOnFailure({ seller, buyer })
  await seller.page.goto(`${links.login()}?redirect=${encodeURIComponent(links.sellerGoods())}`)
  await signIn(seller.page, 'seller')
  await seller.page.waitForURL(`**${links.sellerGoods()}`)
  await waitForIslands(seller.page)
  const { page } = seller
  await page.getByRole('tab', { name: /^已上架/ }).click()
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: '编辑' }), hasText: '已上架' })
    .first()
  await row.getByRole('link', { name: '编辑' }).click()
  const structure = page.getByRole('textbox', { name: '化学结构' })
  await structure.fill('CCOC(C)=O')
  await page.getByRole('button', { name: '查看结构' }).click()
  await page.getByRole('img', { name: '结构预览' }).waitFor()
  await page.getByText('88.11 g/mol').waitFor()
  await page.getByRole('textbox', { name: '危险说明（GHS）' }).fill('H225、H319')
  await page.getByText('H225 高度易燃液体和蒸气').waitFor()
  await page.getByRole('button', { name: '登记批次' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '批号' }).fill('J-2026-07')
  await dialog
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'coa.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) })
  await dialog.getByRole('link', { name: 'coa.pdf' }).waitFor()
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('批号 J-2026-07').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: '提交修改' }).click()
  await page.getByText('已上架').first().waitFor()

  const address = (await page.getByRole('link', { name: '查看商品页' }).getAttribute('href')) ?? ''
  await buyer.page.goto(address)
  await buyer.page.getByRole('heading', { name: '安全信息' }).waitFor()
  const certificate = buyer.page.getByRole('button', { name: /批号 J-2026-07/ })
  await certificate.click()
  await buyer.page.getByRole('dialog').getByText(/登录/).first().waitFor()
  await buyer.page.goto(links.login(address))
  await signIn(buyer.page, 'buyer')
  await buyer.page.waitForURL('**/marketHall/marketDetails?**')
  const saved = buyer.page.waitForEvent('download')
  await certificate.click()
  expect((await saved).suggestedFilename()).toBe('coa.pdf')
})
