import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { prepareColleagues, signInColleague } from '../support/scenes/journeys/colleagues.ts'
import { runAsSteps } from '../support/journey-steps.ts'
import { startSite, type Site } from '../support/site.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { pdf } from '../support/uploads.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/**
 * The owner makes a programme, writes a demand into it, adds an order and a file, and invites a colleague, who sees it
 * on the phone; another colleague sees nothing of it.
 */

let site: Site
let browser: Browser
let owner: Visitor
let member: Visitor
let outsider: Visitor
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))

let personAt: Awaited<ReturnType<typeof prepareColleagues>>

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({}, { withDatabaseSocket: true }), launchBrowser()])
  personAt = await prepareColleagues(site.databaseSocket, [
    ['my_requirement', 'my_orders'],
    ['my_requirement', 'my_orders'],
  ])
  ;[owner, outsider] = [await visit(browser, site.url), await visit(browser, site.url)]
  member = await visit(browser, site.url, phone)
  await signInOnWay(owner, 'buyer', links.buyerProgrammes())
  await signInColleague(member, personAt(0), links.buyerProgrammes())
  await signInColleague(outsider, personAt(1), links.buyerProgrammes())
}, 180_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})
runAsSteps(() => ({ owner, member, outsider }))

const name = '双抗眼科项目'
let programmeId = 0

test('the owner makes a programme', async () => {
  const { page } = owner
  await waitForIslands(page)
  await page.getByRole('link', { name: '缓释片一致性评价' }).waitFor()
  await look(page)
  await page.getByRole('button', { name: '新建研发项目' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByText('请填写').first().waitFor()
  await dialog.getByLabel('项目编号').fill('RD-2026-09')
  await dialog.getByLabel('项目名称').fill(name)
  await dialog.getByLabel('靶点与适应症（保密）').fill('VEGF 与 ANG2')
  await look(page)
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.waitForURL(/programmes\?id=\d+/)
  programmeId = Number(new URL(page.url()).searchParams.get('id'))
  await page.getByRole('heading', { name }).waitFor()
  await page.getByText('VEGF 与 ANG2').waitFor()
  await look(page)
})

test('a demand is written into it', async () => {
  const { page } = owner
  await page.goto(links.buyerAddDemand())
  await waitForIslands(page)
  await page.getByLabel('需求标题').fill('双抗玻璃体腔注射药代动力学')
  await page.getByRole('button', { name: /^研发项目：/ }).click()
  await page.getByRole('option', { name: `RD-2026-09 ${name}` }).click()
  await look(page)
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByText('草稿已保存').first().waitFor()
  await page.goto(links.buyerProgramme(programmeId))
  await waitForIslands(page)
  await page.getByRole('tab', { name: /^需求/ }).click()
  await page.getByText('双抗玻璃体腔注射药代动力学').first().waitFor()
  await look(page)
})

test('an order is added', async () => {
  const { page } = owner
  await page.getByRole('tab', { name: /^订单/ }).click()
  await page.getByText('暂无订单').waitFor()
  await page.getByRole('button', { name: '归入订单' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: /^添加 / })
    .first()
    .waitFor()
  await look(page)
  await dialog
    .getByRole('button', { name: /^添加 / })
    .first()
    .click()
  await dialog.getByRole('button', { name: '完成' }).click()
  await page.getByText('合计（不含已拒绝与已取消的）').waitFor()
  await page.getByRole('button', { name: '导出 Excel' }).waitFor()
  await look(page)
})

test('a file is uploaded and renamed', async () => {
  const { page } = owner
  await page.getByRole('tab', { name: /^文件/ }).click()
  const paper = { name: '方案.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) }
  await page.locator('input[type=file]').setInputFiles(paper)
  await page.getByRole('link', { name: '方案.pdf' }).waitFor()
  await page.getByRole('button', { name: '重命名 方案.pdf' }).click()
  await page.getByRole('dialog').getByLabel('文件名').fill('研究方案')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await page.getByRole('link', { name: '研究方案.pdf' }).waitFor()
  await look(page)
})

test('a colleague is added as member', async () => {
  const { page } = owner
  await page.getByRole('tab', { name: /^成员/ }).click()
  await page.getByRole('button', { name: '添加成员' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: `添加 ${personAt(0).name}` }).click()
  await dialog.getByRole('button', { name: `添加 ${personAt(0).name}` }).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: '完成' }).click()
  await page.getByRole('list', { name: '成员' }).getByText(personAt(0).name).waitFor()
  await look(page)
})

test('the colleague sees it on the phone', async () => {
  const { page } = member
  await page.goto(links.buyerProgrammes())
  await waitForIslands(page)
  await page.getByRole('link', { name }).filter({ visible: true }).click()
  await page.getByRole('heading', { name }).waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  await look(page)
  for (const tab of ['需求', '订单', '文件', '沟通', '成员']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
    expect([tab, await sidewaysScroll(page)]).toEqual([tab, 0])
  }
  await page.getByRole('tab', { name: /^文件/ }).click()
  const link = page.getByRole('link', { name: '研究方案.pdf' })
  const loaded = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(loaded.status()).toBe(200)
  await look(page)
})

test('another colleague sees nothing of it', async () => {
  const { page } = outsider
  await page.goto(links.buyerProgrammes())
  await waitForIslands(page)
  await page.getByRole('heading', { name: '研发项目' }).waitFor()
  expect(await page.getByText(name).count()).toBe(0)
  await page.goto(links.buyerProgramme(programmeId))
  await page.getByText('研发项目不存在').waitFor()
  await look(page)
})

test('the owner closes it', async () => {
  const { page } = owner
  await page.getByRole('button', { name: '结项' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '结项' }).click()
  await page.getByText('该项目已结项').waitFor()
  await page.getByRole('button', { name: '重新开启' }).waitFor()
  await look(page)
})

test('no page has an accessibility violation or an error', () => {
  expect(found).toEqual([])
  expect([owner, member].flatMap(({ errors }) => errors)).toEqual([])
  // The programme that does not exist for the outsider, and nothing else.
  expect(outsider.errors.filter((error) => !error.endsWith('/api/fmall/programme/detail'))).toEqual([])
})
