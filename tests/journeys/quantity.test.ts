import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, visit, type Visitor } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { querySite } from '../support/site-database.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'

/** An invalid quantity is corrected with a message at its field. */

let browser: Browser
let buyer: Visitor
beforeAll(async () => {
  browser = await launchBrowser()
  buyer = await visit(browser, inject('site'))
  await signInOnWay(buyer, 'buyer', links.buyerOrders())
})
afterAll(() => browser.close())

test('corrects more than the stock and less than the minimum, on the detail page and in the cart', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page, errors } = buyer
  const [product] = await querySite(
    inject('databaseSocket'),
    `select p.product_no, p.title from products p join shops s on s.id = p.shop_id
      where p.status = 'published' and p.price_type = 0 and p.min_order = 1
        and s.company_id <> (select company_id from users where login_name = 'buyer')
        and not exists (select 1 from product_specs spec where spec.product_id = p.id and spec.stock not between 20 and 5000)
      order by p.id limit 1`,
  )
  await page.goto(links.goodsDetail(String(product?.['product_no'])))
  const field = page.getByRole('main').getByRole('textbox', { name: '数量', exact: true })
  const spec = page.locator('input[data-spec]').first()
  if ((await spec.count()) > 0) await spec.check({ force: true })
  const stock = (await ((await spec.count()) > 0 ? spec : field).getAttribute('data-stock')) ?? ''
  const unit = (await field.getAttribute('data-unit')) ?? ''
  const note = page.locator('[data-quantity-note]')
  // Typed and submitted at once: the submit stops once, so that the corrected quantity is not ordered unseen.
  await field.fill('9999999')
  await page.getByRole('main').getByRole('button', { name: '加入购物车' }).first().click()
  await expect.poll(() => note.innerText()).toBe(`库存仅剩 ${stock} ${unit}，已改为 ${stock} ${unit}`)
  expect(await field.inputValue()).toBe(String(stock))
  expect(await page.getByText('去购物车').count()).toBe(0)
  await field.fill('0')
  await field.blur()
  await expect.poll(() => note.innerText()).toBe(`最小起订量 1 ${unit}，已改为 1 ${unit}`)
  await field.fill('３')
  await field.blur()
  await expect.poll(() => field.inputValue()).toBe('3')
  expect(await note.innerText()).toBe('')
  await page.getByRole('main').getByRole('button', { name: '加入购物车' }).first().click()
  await page.getByRole('link', { name: /去购物车/ }).waitFor()
  await page.goto(links.cart())
  await waitForIslands(page)
  const inCart = page.getByRole('textbox', { name: `${String(product?.['title'])}的数量`, exact: true }).first()
  await inCart.fill('9999999')
  await inCart.press('Enter')
  await page.getByText(`库存仅剩 ${stock} ${unit}，已改为 ${stock} ${unit}`).waitFor()
  expect(await inCart.inputValue()).toBe(String(stock))
  await inCart.fill('0')
  await inCart.press('Enter')
  await page.getByText(`最小起订量 1 ${unit}，已改为 1 ${unit}`).waitFor()
  expect(errors).toEqual([])
})
