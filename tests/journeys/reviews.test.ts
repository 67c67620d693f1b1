import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, violations, visit, type Visitor } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { startSite, type Site } from '../support/site.ts'
import { pdf } from '../support/uploads.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/**
 * Reviews by operators: a rejection gives the reason to the submitter, who corrects it and is approved. A certificate
 * in its list, a product on its review page; a double click does not approve the next entry.
 */

const certificate = 'CNAS 认可证书（检验机构）'
const paper = { name: '认可证书.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) }
const product = '食蟹猴空白血浆'
let site: Site
let browser: Browser
let seller: Visitor
let ops: Visitor
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({ REVIEW: 'manual' }), launchBrowser()])
  seller = await visit(browser, site.url)
  ops = await visit(browser, site.url)
  await Promise.all([
    signInOnWay(seller, 'seller', links.sellerTags()),
    signInOnWay(ops, 'ops', links.qualificationReviews()),
  ])
})
afterAll(async () => {
  await browser.close()
  await site.remove()
})

runAsSteps(() => ({ seller, ops }))

async function openCertificates(page: Page): Promise<void> {
  await page.goto(`${links.sellerTags()}#qualifications`)
  await page.reload()
  await waitForIslands(page)
}

test('a certificate is rejected with a reason, which its supplier sees beside it', async () => {
  const { page } = seller
  await openCertificates(page)
  await page.getByRole('button', { name: '添加资质证书' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: '提交审核' }).click()
  await form.getByText('请上传证书').last().waitFor()
  // The first invalid field has the focus: the upload.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('选择文件')
  await look(page)
  await form.getByRole('button', { name: /^资质：/ }).click()
  await page.getByRole('option', { name: 'CNAS', exact: true }).click()
  await form.getByLabel('证书名称').fill(certificate)
  await form.getByLabel('编号').fill('CNAS IB0012')
  await form.getByLabel('发证机构').fill('中国合格评定国家认可委员会')
  await form.getByLabel('持证单位').fill('本企业检验机构')
  await form.getByRole('checkbox', { name: '长期有效' }).check()
  await page.locator('input[type="file"]').setInputFiles(paper)
  await form.getByText(/^未能识别证书内容/).waitFor()
  await form.getByRole('checkbox', { name: /^已与证书原件逐项核对/ }).check()
  await form.getByRole('button', { name: '提交审核' }).click()
  await form.waitFor({ state: 'detached' })
  await rowOf(page, certificate).getByText('审核中').waitFor()

  await ops.page.reload()
  await waitForIslands(ops.page)
  await rowOf(ops.page, certificate).getByRole('button', { name: '审核' }).click()
  const review = ops.page.getByRole('dialog')
  await review.getByRole('button', { name: '驳回' }).click()
  await review.getByText('请填写驳回原因').waitFor()
  const reason = review.getByLabel('驳回原因')
  expect(await reason.evaluate((box) => box === document.activeElement)).toBe(true)
  await look(ops.page)
  await reason.fill('证书影像缺少附表，请补充认可范围')
  await review.getByRole('button', { name: '驳回' }).click()
  await review.waitFor({ state: 'detached' })
  await ops.page.getByText('已驳回', { exact: true }).waitFor()
})

test('a corrected certificate is approved, and the rejection is gone', async () => {
  const { page } = seller
  await openCertificates(page)
  const row = rowOf(page, certificate)
  await row.getByText('证书影像缺少附表，请补充认可范围').waitFor()
  await look(page)
  await row.getByRole('button', { name: '修改' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('认可范围').fill('生物样本分析，附表 1~3')
  await form.getByRole('checkbox', { name: /^已与证书原件逐项核对/ }).check()
  await form.getByRole('button', { name: '提交审核' }).click()
  await row.getByText('审核中').waitFor()

  await ops.page.reload()
  await waitForIslands(ops.page)
  await rowOf(ops.page, certificate).getByRole('button', { name: '审核' }).click()
  await ops.page.getByRole('dialog').getByText('生物样本分析，附表 1~3').waitFor()
  await ops.page.getByRole('dialog').getByRole('button', { name: '通过' }).click()
  await ops.page.getByText('已通过', { exact: true }).first().waitFor()
  await openCertificates(page)
  await row.getByText('已通过').waitFor()
  expect(await row.getByText('证书影像缺少附表').count()).toBe(0)
})

test('a product is rejected on its review page; its form shows why, and it is submitted again', async () => {
  const { page: queue } = ops
  await queue.goto(links.listingReviews())
  await rowOf(queue, product).getByRole('button', { name: '审核' }).click()
  await queue.getByRole('heading', { name: product }).waitFor()
  await queue.getByRole('button', { name: '内容与资质不符，请核对' }).click()
  await look(queue)
  await queue.getByRole('button', { name: '驳回' }).click()
  await queue.getByText(/已驳回$/).waitFor()

  const { page } = seller
  await page.goto(links.sellerGoods())
  await rowOf(page, product).getByText('内容与资质不符，请核对').waitFor()
  await rowOf(page, product).getByRole('link', { name: '编辑' }).click()
  await page.getByText('内容与资质不符，请核对').first().waitFor()
  await waitForIslands(page)
  await look(page)
  await page.getByLabel('简介').fill('抗凝 EDTA-K2，供体 ≥ 4 只，随货附检验报告。')
  await page.getByRole('button', { name: '提交发布' }).click()
  await page.getByText('审核中').first().waitFor()
})

test('a double click approves the displayed entry, and not the next one', async () => {
  const { page } = ops
  await page.goto(links.listingReviews())
  const reviews = page.getByRole('row').getByRole('button', { name: '审核' })
  await reviews.first().waitFor()
  const waiting = await reviews.count()
  await rowOf(page, product).getByRole('button', { name: '审核' }).click()
  const pass = page.getByRole('button', { name: '通过', exact: true })
  await pass.click()
  await page.getByText(/已通过$/).waitFor()
  // By now the next entry is displayed; its button receives the second click.
  await pass.waitFor()
  await pass.dispatchEvent('click', { detail: 2 })
  await page.getByRole('button', { name: '返回列表' }).click()
  await reviews.first().waitFor()
  expect(await reviews.count()).toBe(waiting - 1)
})

test('axe finds nothing, and no errors occurred', () => {
  expect(found).toEqual([])
  expect([...seller.errors, ...ops.errors]).toEqual([])
})
