import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { routes } from '../../src/domain/routes.ts'
import { launchBrowser, visit, type Visitor } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'
import { querySite } from '../support/site-database.ts'

/** Pages make no calls that their reader is not allowed to make. */

const door = inject('databaseSocket')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Refused calls while visiting pages, each with its page. */
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

/** A user of a company without a role, with a known password: a copy of the demo account `sub`. */
async function newcomer(companyOf: string): Promise<string> {
  const loginName = `sub-of-${companyOf}`
  // Generated columns are not copied.
  const [users] = await querySite(
    door,
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_name = 'users' and table_schema = current_schema() and is_generated = 'NEVER'`,
  )
  const columns = String(users?.['columns'])
  await querySite(
    door,
    `insert into users (${columns}) overriding system value
      select ${columns} from (
        select (jsonb_populate_record(null::users, to_jsonb(u) || jsonb_build_object('id', (select max(id) + 1 from users),
          'login_name', $1::text, 'mobile', null, 'email', null,
          'company_id', (select company_id from users where login_name = $2::text)))).*
        from users u where login_name = 'sub') copied`,
    loginName,
    companyOf,
  )
  return loginName
}

const centre = (prefix: string) => Object.keys(routes).filter((path) => path.startsWith(prefix))
const idOf = async (sql: string) => Number((await querySite(door, sql))[0]?.['id'])
const company = (name: string) => `(select company_id from users where login_name = '${name}')`

test('a colleague without a role causes no refused calls in the buyer centre, nor when buying', async () => {
  const sub = await enters('sub')
  saveScreenshotsOnFailure({ sub })
  const order = await idOf(
    `select id from orders where buyer_company_id = ${company('buyer')} order by id desc limit 1`,
  )
  const demand = await idOf(`select id from demands where company_id = ${company('buyer')} order by id limit 1`)
  const product = await idOf(
    `select id from products where status = 'published' and price_type = 0 order by id limit 1`,
  )
  const found = await refusals(sub, [
    ...centre('/platform/buyerAccount'),
    links.buyerOrder(order),
    links.buyerDemand(demand),
    `/shop/payOrder?order=${order}`,
    links.cart(),
    '/shop/confirmOrder',
    `/shop/confirmOrder?direct=product,${product},,1`,
    '/shop/AddressAdd',
    links.home(),
    links.serviceList(),
    links.goodsList(),
    links.demandHall(),
    links.demandDetail(demand),
  ])
  expect(found).toEqual([])
  // Users without the permission for orders see who can grant it.
  await sub.page.goto(links.cart())
  await sub.page.getByText('您没有“我的订单”权限').waitFor()
  expect(sub.errors).toEqual([])
  await sub.context.close()
})

test('a colleague without a role causes no refused calls in the seller centre', async () => {
  const sub = await enters(await newcomer('seller'))
  saveScreenshotsOnFailure({ sub })
  const order = await idOf(
    `select id from orders where seller_company_id = ${company('seller')} order by id desc limit 1`,
  )
  const offer = await idOf(`select id from offers where company_id = ${company('seller')} order by id limit 1`)
  const found = await refusals(sub, [
    ...centre('/platform/sellerCenter'),
    links.sellerOrder(order),
    links.sellerOffer(offer),
    '/platform/sellerCenter/orderManage?view=payments',
    '/platform/sellerCenter/orderManage?view=invoices',
    '/platform/sellerCenter/offerManage?tab=match',
    '/platform/sellerCenter/goodsManage?tab=inquiry',
  ])
  expect(found).toEqual([])
  expect(sub.errors).toEqual([])
  await sub.context.close()
})
