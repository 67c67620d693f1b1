import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { routes } from '../../src/domain/routes.ts'
import { launchBrowser, visit, type Visitor } from '../support/browser.ts'
import { pictureOnFailure } from '../support/picture.ts'
import { signIn } from '../support/sign-in.ts'
import { query } from '../support/site-database.ts'

/** Pages ask the server only for what their reader may see: somebody without any right makes no call that is refused. */

const door = inject('door')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** What was refused on the way through pages, each with its page. */
async function refusals({ page }: Visitor, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  let at = ''
  page.on('response', (response) => {
    if (response.status() === 403) found.push(`${at}: ${new URL(response.url()).pathname}`)
  })
  for (const path of paths) {
    at = path
    await page.goto(path, { waitUntil: 'networkidle' })
  }
  return found
}

async function enters(account: string): Promise<Visitor> {
  const visitor = await visit(browser, inject('site'))
  await visitor.page.goto(links.login('/'))
  await signIn(visitor.page, account)
  await visitor.page.waitForURL((url) => url.pathname === '/')
  return visitor
}

/** Somebody of a company without a role, with a password that is known: a copy of the demo's `sub`. */
async function newcomer(companyOf: string): Promise<string> {
  const loginName = `sub-of-${companyOf}`
  await query(
    door,
    `insert into users overriding system value
      select (jsonb_populate_record(null::users, to_jsonb(u) || jsonb_build_object('id', (select max(id) + 1 from users),
        'login_name', $1::text, 'mobile', null, 'email', null,
        'company_id', (select company_id from users where login_name = $2::text)))).*
      from users u where login_name = 'sub'`,
    loginName,
    companyOf,
  )
  return loginName
}

const centre = (prefix: string) => Object.keys(routes).filter((path) => path.startsWith(prefix))
const idOf = async (sql: string) => Number((await query(door, sql))[0]?.['id'])
const company = (name: string) => `(select company_id from users where login_name = '${name}')`

test('a colleague without a role meets no refused call in the buyer centre, nor on the way to buy', async () => {
  const sub = await enters('sub')
  pictureOnFailure({ sub })
  const order = await idOf(
    `select id from orders where buyer_company_id = ${company('buyer')} order by id desc limit 1`,
  )
  const demand = await idOf(`select id from demands where company_id = ${company('buyer')} order by id limit 1`)
  const product = await idOf(
    `select id from products where status = 'published' and price_type = 0 order by id limit 1`,
  )
  const found = await refusals(sub, [
    ...centre('/platform/buyerAccount'),
    ...[links.buyerOrder(order), links.buyerDemand(demand), `/shop/payOrder?order=${order}`],
    ...[links.cart(), '/shop/confirmOrder', `/shop/confirmOrder?direct=product,${product},,1`, '/shop/AddressAdd'],
    ...[links.home(), links.serviceList(), links.goodsList(), links.demandHall(), links.demandDetail(demand)],
  ])
  expect(found).toEqual([])
  // Who may not see orders is told so, and by whom it is changed.
  await sub.page.goto(links.cart())
  await sub.page.getByText('您没有“我的订单”权限').waitFor()
  expect(sub.faults).toEqual([])
  await sub.context.close()
})

test('a colleague without a role meets no refused call in the seller centre', async () => {
  const sub = await enters(await newcomer('seller'))
  pictureOnFailure({ sub })
  const order = await idOf(
    `select id from orders where seller_company_id = ${company('seller')} order by id desc limit 1`,
  )
  const offer = await idOf(`select id from offers where company_id = ${company('seller')} order by id limit 1`)
  const found = await refusals(sub, [
    ...centre('/platform/sellerCenter'),
    ...[links.sellerOrder(order), links.sellerOffer(offer)],
    ...['/platform/sellerCenter/orderManage?view=payments', '/platform/sellerCenter/orderManage?view=invoices'],
    ...['/platform/sellerCenter/offerManage?tab=match', '/platform/sellerCenter/goodsManage?tab=inquiry'],
  ])
  expect(found).toEqual([])
  expect(sub.faults).toEqual([])
  await sub.context.close()
})
