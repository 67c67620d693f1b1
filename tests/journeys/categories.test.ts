import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import type { Account } from '../support/accounts.ts'
import { launchBrowser, violations, visit, type Visitor } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'
import { startSite, type Site } from '../support/site.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/** An operator merges a category while a supplier has the form of a listing open. */

let browser: Browser
let site: Site
let ops: Visitor
let seller: Visitor
beforeAll(async () => {
  ;[browser, site] = await Promise.all([launchBrowser(), startSite()])
  ;[ops, seller] = [await visit(browser, site.url), await visit(browser, site.url)]
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})

async function arriveAs({ page }: Visitor, account: Account, path: string): Promise<void> {
  await page.goto(links.login(path))
  await signIn(page, account)
  await page.waitForURL((url) => url.pathname === path)
  await waitForIslands(page)
}

const tree = (page: Page) => page.getByRole('list', { name: '分类', exact: true })

async function addBelow(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '新增下级' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill(name)
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'detached' })
  await tree(page).getByRole('button', { name }).first().waitFor()
}

test('a listing whose form was open is saved in the target, and the former address leads there', async () => {
  saveScreenshotsOnFailure({ ops, seller })
  const { page } = ops
  await arriveAs(ops, 'ops', links.opsCategories())
  await tree(page).getByRole('button', { expanded: false }).nth(1).click()
  await addBelow(page, '待并入的检测')
  await addBelow(page, '并入后的检测')
  expect(await violations(page)).toEqual([])

  const menu = await page.request.post(`${site.url}/api/mall/service/multilevelFieldMenu`, { data: {} })
  const [, former = ''] = /"categoryId":(\d+),"categoryName":"待并入的检测"/.exec(await menu.text()) ?? []
  expect(former).not.toBe('')

  await arriveAs(seller, 'seller', links.sellerServices())
  await seller.page.getByRole('link', { name: '编辑' }).first().click()
  await seller.page.waitForURL('**/platform/sellerCenter/serverAdd?**')
  await waitForIslands(seller.page)
  await seller.page.getByLabel('搜索分类').fill('待并入的检测')
  await seller.page.getByRole('list', { name: '找到的分类' }).getByRole('button').first().click()

  await tree(page).getByRole('button', { name: '待并入的检测' }).first().click()
  await page.getByRole('button', { name: '合并到' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('查找').fill('并入后的检测')
  await dialog.getByRole('button', { name: /^并入：/ }).click()
  await page.getByRole('option', { name: /并入后的检测/ }).click()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: '合并', exact: true }).click()
  await page.getByText('分类已合并').waitFor()
  expect(await tree(page).getByRole('button', { name: '待并入的检测' }).count()).toBe(0)

  await seller.page.getByRole('button', { name: /^提交/ }).first().click()
  await seller.page
    .getByText(/服务已上架|修改已提交审核/)
    .first()
    .waitFor()
  await page.reload()
  await waitForIslands(page)
  await tree(page).getByRole('button', { expanded: false }).first().click()
  await tree(page)
    .getByRole('button', { name: /并入后的检测.*1/ })
    .first()
    .waitFor()
  await page.goto(links.serviceList({ fieldLevel2Id: former }))
  expect(new URL(page.url()).searchParams.get('fieldLevel2Id')).not.toBe(former)
  await page.getByRole('heading', { level: 1, name: /并入后的检测/ }).waitFor({ state: 'attached' })
  await page.getByRole('main').locator('a[href*="/serviceHall/serviceDetails"]').first().waitFor()
  expect([...ops.errors, ...seller.errors]).toEqual([])
})
