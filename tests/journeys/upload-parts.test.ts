import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Browser } from 'playwright'
import { z } from 'zod'
import { filePartsCalls } from '../../src/contract/operations/file-parts.ts'
import { links } from '../../src/domain/links.ts'
import { partBytes } from '../../src/domain/operations/file-rules.ts'
import { launchBrowser, visit } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'

/** A file of several parts, whose network is interrupted during the third one. */

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const part = z.object({ at: z.int(), bytes: z.string() })
const parts = 5
const body = Buffer.from('供试品接收单,批号,数量\n'.repeat(40_000)).subarray(0, partBytes * parts - 1_000)

test('an interrupted upload continues from there, and arrives complete', async () => {
  const visitor = await visit(browser, site)
  const { page, context } = visitor
  saveScreenshotsOnFailure({ visitor })
  await page.goto(`${links.login()}?redirect=${encodeURIComponent(links.chat())}`)
  await signIn(page, 'buyer')
  await page.getByLabel('搜索会话与消息').fill('臻境')
  await page.getByRole('button').filter({ hasText: '臻境' }).first().click()

  /** Offsets of the sent parts: before the interruption, and after. */
  const sent: { readonly before: number[]; readonly since: number[] } = { before: [], since: [] }
  let isCut = false
  await page.route(`**${filePartsCalls.uploadPart.path}`, async (route) => {
    const { at, bytes } = part.parse(route.request().postDataJSON())
    if (bytes !== '') (isCut ? sent.since : sent.before).push(at)
    if (isCut || at < 2 * partBytes) return route.continue()
    isCut = true
    await context.setOffline(true)
    return route.abort('internetdisconnected')
  })
  const name = `接收单 ${String(Date.now() % 1_000_000)}.csv`
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '发送文件', exact: true }).click()
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: body })
  await page.getByRole('log').getByText('等待网络').waitFor()
  expect(await page.getByRole('progressbar', { name: `上传 ${name}` }).getAttribute('aria-valuenow')).toBe('40')

  await context.setOffline(false)
  const file = page.getByRole('link', { name: `下载 ${name}` })
  await file.waitFor()
  expect(sent).toEqual({
    before: [0, partBytes, 2 * partBytes],
    since: [2 * partBytes, 3 * partBytes, 4 * partBytes],
  })
  const arrived = await context.request.get(`${site}${(await file.getAttribute('href')) ?? ''}`)
  expect((await arrived.body()).equals(body)).toBe(true)
  await context.close()
})
