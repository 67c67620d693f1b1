import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, violations, visit, type Visitor } from '../support/browser.ts'
import { unpack } from '../support/evidence-pack.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { startSite, type Site } from '../support/site.ts'
import { querySite } from '../support/site-database.ts'
import { downloadPackOn, recordSection, verifyOffline } from '../support/scenes/journeys/evidence.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'

/** Both sides read the record of an order; the buyer downloads its evidence pack and verifies it without network. */

let site: Site
let browser: Browser
let buyer: Visitor
let seller: Visitor
let orderId = 0

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({}, { withDatabaseSocket: true }), launchBrowser()])
  const [row] = await querySite(
    site.databaseSocket,
    `select o.id from orders o
    join users b on b.company_id = o.buyer_company_id and b.login_name = 'buyer'
    join users s on s.company_id = o.seller_company_id and s.login_name = 'seller'
    where o.status = 'in_progress' order by o.id limit 1`,
  )
  orderId = z.object({ id: z.int() }).parse(row).id
  ;[buyer, seller] = [await visit(browser, site.url), await visit(browser, site.url, phone)]
  await signInOnWay(buyer, 'buyer', links.buyerOrder(orderId))
  await signInOnWay(seller, 'seller', links.sellerOrder(orderId))
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})

test('both sides read the same verified record, on the phone too', async () => {
  saveScreenshotsOnFailure({ buyer, seller })
  for (const { page } of [buyer, seller]) {
    await recordSection(page).getByText('校验通过').waitFor()
    await recordSection(page).getByRole('button', { name: '更早的记录' }).click()
    await recordSection(page).getByText('供应商确认接单').waitFor()
    expect(await violations(page)).toEqual([])
    if (process.env.SHOTS !== undefined)
      await recordSection(page).screenshot({
        path: join(process.env.SHOTS, `record-${page === buyer.page ? 'desktop' : 'phone'}.png`),
      })
  }
  expect([...buyer.errors, ...seller.errors]).toEqual([])
})

test('the pack verifies in its own page without network, and a changed file is named there', async () => {
  saveScreenshotsOnFailure({ buyer })
  const folder = await unpack(await downloadPackOn(buyer.page))
  await verifyOffline(browser, folder, async (page) => expect(await violations(page)).toEqual([]))
})
