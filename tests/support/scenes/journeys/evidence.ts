import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unzipSync } from 'fflate'
import type { Browser, Page } from 'playwright'
import { expect } from 'vitest'
import type { Pack } from '../../evidence-pack.ts'
import type { CheckPage } from './orders.ts'

/** Section of an order's page with its record. */
export const recordSection = (page: Page) => page.getByRole('region', { name: '存证记录' })

/** Downloads the evidence pack of the order on the page; files by path. */
export async function downloadPackOn(page: Page): Promise<Pack> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    recordSection(page).getByRole('link', { name: '下载证据包' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^证据包 .*\.zip$/)
  return unzipSync(await readFile(await download.path()))
}

/**
 * Opens the verifier of an unpacked pack in a browser without network: it finds the pack sound, and names a file that
 * is changed afterwards.
 */
export async function verifyOffline(browser: Browser, folder: string, look: CheckPage): Promise<void> {
  const context = await browser.newContext({ offline: true, locale: 'zh-CN' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(pathToFileURL(join(folder, 'verify.html')).href)
  await page.getByLabel('选择文件夹').setInputFiles(folder)
  await page.locator('#verdict.good').waitFor()
  expect(await page.locator('#verdict').textContent()).toBe('校验通过')
  expect(await page.locator('#list li').first().textContent()).toContain('订单：')
  if (process.env.SHOTS !== undefined)
    await page.screenshot({ path: join(process.env.SHOTS, 'verify.png'), fullPage: true })
  await look(page)
  const record = await readFile(join(folder, 'record.json'), 'utf8')
  await writeFile(join(folder, 'record.json'), record.replace('"orderId":', '"orderID":'))
  await page.reload()
  await page.getByLabel('选择文件夹').setInputFiles(folder)
  await page.locator('#verdict.bad').waitFor()
  expect(await page.locator('#faults li').allTextContents()).toEqual(['record.json：内容已被改动'])
  expect(errors).toEqual([])
  await context.close()
}
