import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { formatYuanInput } from '../../../../src/domain/money-input.ts'
import { pdf } from '../../uploads.ts'
import { inYuan, type CheckPage, type CreatedOrder } from './orders.ts'

/** A voucher of its own: the match finds one that is used twice. */
const voucher = () => ({
  name: '转账回单.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from(pdf), Buffer.from(`\n% ${randomUUID()}\n`)]),
})
const linesOf = (page: Page, { orderNo }: CreatedOrder, name = '') =>
  page.getByRole('region', { name: `订单 ${orderNo}` }).getByRole('checkbox', { name })

/** Selects a transfer for one order of the page, or for its payment of this name, and uploads its voucher. */
export async function payByTransfer(page: Page, order: CreatedOrder, look: CheckPage, name?: string): Promise<void> {
  await page.getByRole('radio', { name: /银行转账/ }).check()
  await linesOf(page, order, name).check()
  await look(page)
  await page.getByRole('button', { name: '获取转账信息' }).filter({ visible: true }).click()
  await page.getByText('转账备注码').waitFor()
  await page.locator('input[type="file"]').setInputFiles(voucher())
  await page.getByText('转账回单.pdf').waitFor()
  await look(page)
  await page.getByRole('button', { name: '提交凭证' }).click()
}

/** Pays one order of the page at the demo cashier, and leaves the others unpaid. */
export async function payAtCashier(
  page: Page,
  order: CreatedOrder,
  unpaid: readonly CreatedOrder[],
  look: CheckPage,
): Promise<void> {
  await page.getByRole('radio', { name: /演示收银台/ }).check()
  await linesOf(page, order).check()
  for (const other of unpaid) await linesOf(page, other).uncheck()
  await look(page)
  await page.getByRole('button', { name: '去付款' }).filter({ visible: true }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: '前往演示收银台' }).click()
  const desk = await opened
  await desk.getByText(inYuan(order.total)).first().waitFor()
  await look(desk)
  await desk.getByRole('button', { name: '确认付款' }).click()
  await desk.getByText('付款成功').waitFor()
  await desk.close()
}

/** The payee finds the transfer of an order on its page, and confirms the received amount. */
export async function confirmTransfer(page: Page, order: CreatedOrder, look: CheckPage): Promise<void> {
  const row = page
    .getByRole('row')
    .filter({ hasText: order.orderNo })
    .filter({ hasText: inYuan(order.total) })
  await row.getByRole('link', { name: '看凭证' }).waitFor()
  await row.getByRole('button', { name: '确认到账' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('到账金额').inputValue()).toBe(formatYuanInput(order.total))
  await look(page)
  await dialog.getByRole('button', { name: '确认到账' }).click()
  await row.getByText('已到账').waitFor()
}
