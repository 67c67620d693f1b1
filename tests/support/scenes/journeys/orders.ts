import type { Page } from 'playwright'
import { expect } from 'vitest'
import { z } from 'zod'
import { links } from '../../../../src/domain/links.ts'
import { formatYuanInput } from '../../../../src/domain/money-input.ts'
import { waitForIslands } from '../../wait-for-islands.ts'
import { querySite } from '../../site-database.ts'

const goods = z.object({
  specId: z.int(),
  productNo: z.string(),
  title: z.string(),
  stock: z.int(),
  shopName: z.string(),
  companyId: z.int(),
})
export type Goods = z.output<typeof goods>

/**
 * Fixed-price products of three open shops, one each and the seller's first, with a minimum order of one and enough
 * stock.
 */
export async function goodsOfThreeShops(door: string): Promise<readonly [Goods, Goods, Goods]> {
  const rows = await querySite(
    door,
    `select distinct on (p.company_id) s.id as "specId", p.product_no as "productNo", p.title, s.stock,
        shops.name as "shopName", p.company_id as "companyId"
      from products p
      join product_specs s on s.product_id = p.id and s.removed_at is null and s.stock > 20
      join shops on shops.id = p.shop_id and shops.holiday_from is null
      where p.status = 'published' and p.deleted_at is null and p.price_type = 0 and p.min_order = 1
        and p.company_id <> (select company_id from users where login_name = 'buyer')
      order by p.company_id, p.id, s.sort`,
  )
  const [seller] = await querySite(door, "select company_id from users where login_name = 'seller'")
  const all = z.array(goods).parse(rows)
  const first = all.find(({ companyId }) => companyId === seller?.['company_id'])
  const [second, third] = all.filter(({ companyId }) => companyId !== first?.companyId)
  if (first === undefined || second === undefined || third === undefined) throw new Error('Three shops sell no goods')
  return [first, second, third]
}

export async function readStock(door: string, { specId }: Goods): Promise<number> {
  const [row] = await querySite(door, 'select stock from product_specs where id = $1', specId)
  return z.object({ stock: z.int() }).parse(row).stock
}

/** Checks the current state of a page. */
export type CheckPage = (page: Page) => Promise<unknown>

const createdOrder = z.object({ id: z.int(), orderNo: z.string(), total: z.int(), status: z.string() })
export type CreatedOrder = z.output<typeof createdOrder>

/** The order of one seller in a group. */
export async function readOrder(door: string, groupId: string, { companyId }: Goods): Promise<CreatedOrder> {
  const [row] = await querySite(
    door,
    `select id, order_no as "orderNo", total::int, status from orders where group_id = $1 and seller_company_id = $2`,
    groupId,
    companyId,
  )
  return createdOrder.parse(row)
}

/** An amount as shown on pages: ¥1,234.50. */
export const inYuan = (fen: number) =>
  `¥${(fen / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** Fills in a new address in 浦东新区. */
export async function fillAddress(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('收货人').fill('温知予')
  await dialog.getByLabel('手机号').fill('13900001234')
  for (const [level, name] of [
    ['省份', '上海市'],
    ['城市', '上海市'],
    ['区县', '浦东新区'],
  ] as const) {
    await dialog.getByRole('button', { name: new RegExp(`^${level}：`) }).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await dialog.getByLabel('详细地址').fill('张衡路 1000 弄 18 号楼 302 室')
}

/** Opens an order of a side and waits until it is interactive. */
export async function openOrder(page: Page, side: 'buyer' | 'seller', { id, orderNo }: CreatedOrder): Promise<void> {
  await page.goto(side === 'buyer' ? links.buyerOrder(id) : links.sellerOrder(id))
  await waitForIslands(page)
  await page.getByText(orderNo).first().waitFor()
}

/** Opens an order at its reviews, as the to-do list links to it. */
export async function openAtReviews(page: Page, { id }: CreatedOrder): Promise<void> {
  await page.goto(links.buyerDashboard())
  await page.goto(`${links.buyerOrder(id)}#reviews`)
  const heading = page.getByRole('region', { name: '评价', exact: true }).getByRole('heading').first()
  const height = page.viewportSize()?.height ?? 0
  await expect.poll(async () => (await heading.boundingBox())?.y ?? Infinity, { timeout: 10_000 }).toBeLessThan(height)
}

/** Gives five stars everywhere, with a text, and submits. */
export async function writeReview(page: Page, text: string): Promise<void> {
  const form = page.getByRole('form', { name: '评价订单' })
  const rows = form.getByRole('radiogroup')
  await rows.first().waitFor()
  const count = await rows.count()
  for (let row = 0; row < count; row += 1)
    await rows.nth(row).getByRole('radio', { name: /^5 星/ }).check({ force: true })
  await form.getByLabel('评价内容').fill(text)
  await form.getByRole('button', { name: '提交评价' }).click()
}

/** Delivers an order with a tracking number, from the supplier's page of the order. */
export async function sendParcel(page: Page, parcelNo: string, look: CheckPage): Promise<void> {
  await page.getByRole('button', { name: '发货' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('物流公司').fill('顺丰速运')
  await dialog.getByLabel('物流单号').fill(parcelNo)
  await look(page)
  await dialog.getByRole('button', { name: '确认发货' }).click()
  await page.getByRole('region', { name: '交付记录' }).getByText(parcelNo).waitFor()
}

/**
 * Requests an invoice for part of an order whose invoice preference is 普票; the form is prefilled with that and the
 * full amount.
 */
export async function askForInvoice(page: Page, order: CreatedOrder, yuan: string, look: CheckPage): Promise<void> {
  await page.getByRole('region', { name: '发票' }).getByRole('button', { name: '申请开票' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '增值税普通发票', checked: true }).waitFor()
  expect(await dialog.getByLabel('开票金额').inputValue()).toBe(formatYuanInput(order.total))
  await dialog.getByLabel('开票金额').fill(yuan)
  await dialog.getByText('维护开票资料').waitFor()
  await look(page)
  await dialog.getByRole('button', { name: '提交申请' }).click()
}

/** Issues the newest requested invoice, from the supplier's page of the order. */
export async function issueInvoice(page: Page, number: string, look: CheckPage): Promise<void> {
  const papers = page.getByRole('region', { name: '发票' })
  await papers.getByRole('button', { name: '开具发票' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('发票号码').fill(number)
  await look(page)
  await dialog.getByRole('button', { name: '开具发票' }).click()
  await papers.getByText(number).waitFor()
}
