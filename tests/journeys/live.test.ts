import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { querySite } from '../support/site-database.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/**
 * From a class to a prize: schedule, booking, watching counted by the server, a question answered live by the host, a
 * draw, its claim and delivery; the ended round, verified in the browser. Each page is checked with axe.
 */

const site = inject('site')
const question = `样品运输要走干冰吗 ${Date.now() % 100_000}`
let browser: Browser
let buyer: Visitor
let seller: Visitor
let ops: Visitor
let classId = 0
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))

beforeAll(async () => {
  browser = await launchBrowser()
  buyer = await visit(browser, site)
  seller = await visit(browser, site)
  ops = await visit(browser, site)
})
afterAll(() => browser.close())

runAsSteps()

test('the schedule links to a class, which is booked from the public page', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await signInOnWay(buyer, 'buyer', links.live())
  await look(page)
  await page.getByRole('link', { name: '预告', exact: false }).first().click()
  await page.getByRole('group', { name: '已选条件' }).waitFor()
  await page.getByRole('link', { name: '反相色谱方法开发：从筛选到确认' }).click()
  await page.getByRole('button', { name: '预约', exact: true }).click()
  await page.getByText('已预约，开课前 15 分钟提醒您').waitFor()
  await page.getByRole('button', { name: '已预约，点击取消' }).waitFor()
  await page.goto(links.buyerLive({ part: 'booked' }))
  await page.getByRole('link', { name: '反相色谱方法开发：从筛选到确认' }).waitFor()
  await look(page)
})

test('watching plays the stream and earns points, counted by the server', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  const [row] = await querySite(
    inject('databaseSocket'),
    'select id from live_classes where starts_at < now() and ends_at > now() and company_id is not null order by id',
  )
  classId = Number(row?.['id'])
  await page.goto(links.liveClass(classId))
  const { headers } = await fetch(`${site}/streams/demo/index.m3u8`)
  expect(headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
  await page.getByRole('button', { name: /^播放：/ }).click()
  const video = page.locator('video')
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime > 0.5)).toBe(true)
  // Twenty seconds of server time: there is no shortcut.
  await expect.poll(() => page.locator('[data-class-progress]').innerText(), { timeout: 60_000 }).toContain('获得 5 分')
  await look(page)
  // A second window of the same user counts nothing; browsers without native HLS use the package.
  const second = await buyer.context.newPage()
  await second.addInitScript(() => {
    HTMLMediaElement.prototype.canPlayType = () => ''
  })
  await second.goto(links.liveClass(classId))
  await second.getByRole('button', { name: /^播放：/ }).click()
  const other = second.locator('video')
  await expect.poll(() => other.evaluate((player: HTMLVideoElement) => player.currentTime > 0.5)).toBe(true)
  expect(await other.evaluate((player: HTMLVideoElement) => player.src.startsWith('blob:'))).toBe(true)
  await second.getByText('您在另一个窗口观看，这里不重复计时').waitFor()
  await second.close()
})

test('a question is asked during the class, and its answer appears live', async () => {
  saveScreenshotsOnFailure({ buyer, seller })
  const { page } = buyer
  await page.bringToFront()
  await page.getByLabel('我要提问').fill(question)
  await page.getByRole('button', { name: '提问', exact: true }).click()
  await page.getByText(question).waitFor()
  await signInOnWay(seller, 'seller', links.sellerLive())
  const toAnswer = seller.page.getByRole('link', { name: /解答 \d+ 条提问/ }).first()
  await toAnswer.click()
  await seller.page.waitForURL(`**${links.liveClass(classId)}*`)
  await seller.page.getByRole('button', { name: '提问', exact: true }).click()
  const asked = seller.page.getByRole('listitem').filter({ hasText: question })
  await asked.getByRole('button', { name: '解答', exact: true }).click()
  await seller.page.getByRole('textbox', { name: '解答', exact: true }).fill('需要，冷链记录随货。')
  await look(seller.page)
  await seller.page.getByRole('button', { name: '发布解答' }).click()
  await page.getByText('需要，冷链记录随货。').waitFor({ timeout: 40_000 })
})

test('points pay for a draw; the prize is claimed, sent, and received', async () => {
  saveScreenshotsOnFailure({ buyer, ops })
  const { page } = buyer
  await page.goto(links.buyerLiveScore())
  await page.getByRole('cell', { name: '预约并到课' }).first().waitFor()
  await look(page)
  await page.goto(links.luckDraw())
  await waitForIslands(page)
  await page.getByRole('button', { name: /^抽一次/ }).click()
  await page.getByRole('heading', { name: '抽中奖品' }).waitFor()
  await look(page)
  await page.getByRole('link', { name: '去领取' }).click()
  await page.getByRole('button', { name: /^领取/ }).first().click()
  await page.getByRole('heading', { name: '领取奖品' }).waitFor()
  await look(page)
  await page.getByRole('button', { name: '确认领取' }).click()
  await page.getByText('待发货').first().waitFor()
  await signInOnWay(ops, 'ops', links.awardShipping({ keyword: 'buyer' }))
  await ops.page.getByRole('button', { name: /^发货/ }).first().click()
  await ops.page.getByLabel('承运商').fill('顺丰速运')
  await ops.page.getByLabel('运单号').fill('SF20261122')
  await look(ops.page)
  await ops.page.getByRole('button', { name: '确认发货' }).click()
  await ops.page.getByText('已发货，中奖人会收到通知').waitFor()
  await look(ops.page)
  await page.reload()
  await page
    .getByRole('button', { name: /^确认收到/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '确认收到' }).click()
  await page.getByText('已签收').first().waitFor()
})

test('the ended round is verified in the browser; winners are masked', async () => {
  const guest = await visit(browser, site)
  saveScreenshotsOnFailure({ guest })
  const { page } = guest
  await page.goto(links.luckDrawCurrent())
  await page.getByRole('link', { name: '学习有礼 第一期' }).click()
  await page.getByRole('button', { name: '在我的浏览器中验证' }).click()
  await page.getByText('验证通过：种子与指纹相符').waitFor()
  await look(page)
  await page.goto(links.luckDrawWinners())
  const names = await page.getByRole('row').locator('td:nth-child(2)').allInnerTexts()
  expect(names.length).toBeGreaterThan(0)
  expect(names.every((name) => name.includes('*'))).toBe(true)
  expect(guest.errors).toEqual([])
})

test('a shop announces a class, and operators find it', async () => {
  saveScreenshotsOnFailure({ seller, ops })
  const { page } = seller
  await page.goto(links.sellerLive())
  await waitForIslands(page)
  await page.getByRole('button', { name: '发布课程' }).first().click()
  await page.locator('[name="title"]').fill('毒理报告怎么读')
  await page.getByRole('button', { name: '毒理与药代' }).click()
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await page.locator('[name="day"]').fill(day)
  await page.locator('[name="speaker"]').fill('沈知微')
  await page.locator('[name="speakerTitle"]').fill('专题负责人')
  await page.locator('[name="summary"]').fill('从摘要到附表，一份报告先看哪里。')
  await look(page)
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  await page.getByText('已发布到直播课堂').first().waitFor()
  await page.getByRole('heading', { name: '毒理报告怎么读' }).waitFor()
  await look(page)
  await ops.page.goto(links.liveReviews({ keyword: '毒理报告' }))
  await ops.page.getByText('毒理报告怎么读').first().waitFor()
})

test('on a phone nothing scrolls horizontally, and no errors occurred', async () => {
  const small = await visit(browser, site, phone)
  saveScreenshotsOnFailure({ small })
  for (const path of [links.live(), links.liveClass(classId), links.luckDrawCurrent(), links.luckDrawWinners()]) {
    await small.page.goto(path)
    expect(await sidewaysScroll(small.page)).toBe(0)
    await look(small.page)
  }
  await signInOnWay(small, 'buyer', links.luckDraw())
  for (const path of [links.luckDraw(), links.luckDrawAwards(), links.buyerLive(), links.buyerLiveScore()]) {
    await small.page.goto(path)
    await waitForIslands(small.page)
    expect(await sidewaysScroll(small.page)).toBe(0)
    await look(small.page)
  }
  expect(found).toEqual([])
  expect([buyer, seller, ops, small].flatMap(({ errors }) => errors)).toEqual([])
})
