import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { typedYuan } from '../../src/domain/money-input.ts'
import { pdf } from '../support/uploads.ts'
import { inYuan, type Look, type Made } from './orders-scene.ts'

const voucher = { name: '转账回单.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) }
const linesOf = (page: Page, { orderNo }: Made) =>
  page.getByRole('region', { name: `订单 ${orderNo}` }).getByRole('checkbox')

/** Chooses a transfer for one order of the page and gives its voucher. */
export async function payByTransfer(page: Page, order: Made, look: Look): Promise<void> {
  await page.getByRole('radio', { name: /银行转账/ }).check()
  await linesOf(page, order).check()
  await look(page)
  await page.getByRole('button', { name: '获取转账信息' }).filter({ visible: true }).click()
  await page.getByText('转账备注码').waitFor()
  await page.locator('input[type="file"]').setInputFiles(voucher)
  await page.getByText('转账回单.pdf').waitFor()
  await look(page)
  await page.getByRole('button', { name: '提交凭证' }).click()
}

/** Pays one order of the page at the demo's cash desk, and leaves others of it unpaid. */
export async function payAtDesk(page: Page, order: Made, unpaid: readonly Made[], look: Look): Promise<void> {
  await page.getByRole('radio', { name: /演示收银台/ }).check()
  await linesOf(page, order).check()
  for (const other of unpaid) await linesOf(page, other).uncheck()
  await look(page)
  await page.getByRole('button', { name: '去支付' }).filter({ visible: true }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: '前往演示收银台' }).click()
  const desk = await opened
  await desk.getByText(inYuan(order.total)).first().waitFor()
  await look(desk)
  await desk.getByRole('button', { name: '确认支付' }).click()
  await desk.getByText('支付成功').waitFor()
  await desk.close()
}

/** The payee finds on its page what was transferred for an order, and says how much came in. */
export async function findMoney(page: Page, order: Made, look: Look): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: order.orderNo })
  await row.getByRole('link', { name: '看凭证' }).waitFor()
  await row.getByRole('button', { name: '确认到账' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('到账金额').inputValue()).toBe(typedYuan(order.total))
  await look(page)
  await dialog.getByRole('button', { name: '确认到账' }).click()
  await row.getByText('已到账').waitFor()
}
