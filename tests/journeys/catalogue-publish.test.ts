import { readFileSync } from 'node:fs'
import { readSheet } from 'read-excel-file/node'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import writeSheet from 'write-excel-file/node'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, violations, visit, type Visitor } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'
import { queueJob } from '../support/site-database.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/**
 * A supplier imports a sheet: template, an error, the corrected sheet, drafts, preview, publication; a buyer finds the
 * product by the alert of a saved search and by its initials. Then a change of the published product, and its stock.
 */

const site = inject('site')
const stamp = `${Date.now() % 100_000}`
const title = `猪胰蛋白酶溶液 ${stamp}`
/** Pinyin initials of its title. */
const initials = 'zydbm'
const searchName = `胰酶 ${stamp}`
let browser: Browser
let seller: Visitor
let buyer: Visitor
let productNo = ''
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))
const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: title })

beforeAll(async () => {
  browser = await launchBrowser()
  seller = await visit(browser, site)
  buyer = await visit(browser, site)
})
afterAll(() => browser.close())

runAsSteps()

/** The template with one row, by column heads. */
async function sheetWith(head: readonly string[], cells: Readonly<Record<string, string | number>>) {
  const row = head.map((name) => cells[name.replace('*', '')] ?? null)
  return {
    name: '商品.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await writeSheet([[...head], row]).toBuffer(),
  }
}

test('reports a sheet error by row and column; imports the corrected sheet as a draft', async () => {
  saveScreenshotsOnFailure({ seller })
  const { page } = seller
  await page.goto(links.login(links.sellerGoods()))
  await signIn(page, 'seller')
  await page.waitForURL(`**${links.sellerGoods()}`)
  await waitForIslands(page)
  await page.getByRole('button', { name: '批量导入' }).click()
  const dialog = page.getByRole('dialog')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载模板' }).click()
  const [head = []] = await readSheet(readFileSync(await (await saved).path()), 1)
  const heads = head.map(String)
  const cells = {
    标题: title,
    分类: '试剂/生化试剂/缓冲与裂解',
    简介: '无菌过滤，不含酚红，适合贴壁细胞消化。',
    详情: '每批附无菌、支原体与酶活检验报告。',
    规格: '100 mL',
    库存: 40,
    品牌: '臻试',
  }
  await look(page)
  const file = page.locator('input[type="file"]').first()
  await file.setInputFiles(await sheetWith(heads, cells))
  await dialog.getByText('没有导入任何一行').waitFor()
  await dialog.getByRole('cell', { name: /价格/ }).first().waitFor()
  await look(page)
  await dialog.getByRole('button', { name: '重新选择文件' }).click()
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(await sheetWith(heads, { ...cells, '价格（元）': 186.5 }))
  await dialog.getByText('1 行全部无误').waitFor()
  await dialog.getByRole('button', { name: '导入为草稿' }).click()
  await dialog.getByText('已导入 1 行').waitFor()
  await dialog.getByRole('button', { name: '完成' }).click()
  await rowOf(page).getByText('草稿').waitFor()
  await look(page)
})

test('a buyer saves a search that finds nothing of it yet', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  const path = links.goodsList({ keyword: '胰蛋白酶' })
  await page.goto(links.login(path))
  await signIn(page, 'buyer')
  await page.waitForURL(`**${path}`)
  expect(await page.getByRole('main').getByRole('link', { name: title }).count()).toBe(0)
  await page.getByRole('button', { name: '保存搜索' }).click()
  const dialog = page.getByRole('dialog', { name: '保存搜索' })
  await dialog.getByLabel('名称').fill(searchName)
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('搜索已保存').waitFor()
})

test('shows the preview, to its owner only, and publishes', async () => {
  saveScreenshotsOnFailure({ seller })
  const { page, context } = seller
  await rowOf(page).getByRole('link', { name: '编辑' }).click()
  const named = page.getByRole('textbox', { name: /^标题/ })
  await named.waitFor()
  expect(await named.inputValue()).toBe(title)
  await look(page)
  const opening = context.waitForEvent('page')
  await page.getByRole('main').getByText('预览', { exact: true }).click()
  const preview = await opening
  await preview.getByRole('heading', { level: 1, name: title }).waitFor()
  await preview.getByText('仅本企业可见').first().waitFor()
  productNo = new URL(preview.url()).searchParams.get('productNo') ?? ''
  expect(productNo).not.toBe('')
  await look(preview)
  const others = await buyer.page.goto(links.goodsDetail(productNo))
  expect(others?.status()).toBe(404)
  await preview.close()
  await page.getByRole('button', { name: '提交发布' }).click()
  await page.getByText('已上架').first().waitFor()
  await look(page)
})

test('an alert of the saved search reaches the open message centre and leads to it', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await page.goto(links.buyerMessages())
  await waitForIslands(page)
  await queueJob(inject('databaseSocket'), 'catalogue-saved-searches')
  const list = page.getByRole('region', { name: '消息列表' })
  const alert = list.getByRole('button', { name: new RegExp(`“${searchName}”有 1 件新商品`) })
  // Jobs are looked for every 20 seconds.
  await alert.waitFor({ timeout: 60_000 })
  await alert.click()
  await look(page)
  await list.getByRole('link', { name: '查看详情' }).click()
  await page.getByRole('main').getByRole('link', { name: title }).first().waitFor()
})

test('a buyer finds it by its pinyin initials and in its shop', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await page.goto(links.goodsList({ keyword: initials }))
  await page.getByRole('main').getByRole('link', { name: title }).first().click()
  await page.waitForURL('**/marketHall/marketDetails?**')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByText('186').first().waitFor()
  await look(page)
})

test('changes the stock in the list, and the product page shows it', async () => {
  saveScreenshotsOnFailure({ seller, buyer })
  const { page } = seller
  await page.goto(links.sellerStock())
  await waitForIslands(page)
  await page.getByRole('searchbox').or(page.getByLabel('商品、规格或编码')).filter({ visible: true }).last().fill(title)
  await page.keyboard.press('Enter')
  const stock = rowOf(page).getByRole('textbox').or(rowOf(page).getByRole('spinbutton')).first()
  await stock.fill('3')
  await stock.press('Enter')
  await rowOf(page).getByText('已保存').waitFor()
  await look(page)
  await buyer.page.goto(links.goodsDetail(productNo))
  await buyer.page.getByText('仅剩 3').first().waitFor()
})

test('an unlisted product is not in the list, and its page says so', async () => {
  saveScreenshotsOnFailure({ seller, buyer })
  const { page } = seller
  await page.goto(links.sellerGoods())
  await waitForIslands(page)
  await rowOf(page).getByRole('checkbox').check()
  await page.getByRole('button', { name: '下架' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '下架' }).click()
  await rowOf(page).getByText('已下架').waitFor()
  const answer = await buyer.page.goto(links.goodsDetail(productNo))
  expect(answer?.status()).toBe(410)
  await buyer.page.getByRole('main').getByText('已下架').first().waitFor()
  await look(buyer.page)
})

test('axe finds nothing, and no errors occurred', () => {
  expect([...found, ...seller.errors, ...buyer.errors]).toEqual([])
})
