import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')
let orgId: number
let shopId: number
beforeAll(async () => {
  ;({ orgId, shopId } = contentOf(await seller.api.shops.sellerShop({})))
  await app.db
    .update(companies)
    .set({ contactName: '岳明朗', contactPhone: '022-66000001', address: '惠风溪科研楼 3 号' })
    .where(eq(companies.id, orgId))
})

const company = async (client: Client) => contentOf(await client.api.shops.otherCompany({ orgId }))
const more = async (client: Client) => contentOf(await client.api.shops.shopMore({ shopId }))

test('visible fields depend on the reader: public, signed in, partners, the own company', async () => {
  const [nobody, stranger] = [visitor(app), await signInAs(app, 'person')]
  const choose = (contact: 'public' | 'signed_in' | 'nobody') =>
    seller.api.accounts.orgInfoPermissionSet({ contact, address: contact })
  const seen = async (client: Client) => [
    (await company(client)).contactPhone !== '',
    (await company(client)).address !== '',
    (await more(client)).contactPhone !== '',
    !(await more(client)).contactHidden,
  ]
  contentOf(await choose('public'))
  expect(await seen(nobody)).toEqual([true, true, true, true])
  contentOf(await choose('signed_in'))
  expect(await seen(nobody)).toEqual([false, false, false, false])
  expect(await seen(stranger)).toEqual([true, true, true, true])
  contentOf(await choose('nobody'))
  expect(await seen(stranger)).toEqual([false, false, false, false])
  expect(await seen(seller)).toEqual([true, true, true, true])
  expect(await company(nobody)).toMatchObject({ orgId, shopId, certified: true })
})

test('a company never certified and without shop is not visible', async () => {
  const buyer = await signInAs(app, 'buyer')
  const { companyId } = contentOf(await buyer.api.accounts.companyInfo({}))
  const other = { orgId: companyId ?? 0 }
  expect(contentOf(await visitor(app).api.shops.otherCompany(other)).shopId).toBeNull()
  await app.db.update(companies).set({ certification: 'draft' }).where(eq(companies.id, other.orgId))
  expect(failureOf(await visitor(app).api.shops.otherCompany(other))).toBe('notFound')
  expect(contentOf(await buyer.api.shops.otherCompany(other)).orgId).toBe(companyId)
  expect(failureOf(await visitor(app).api.shops.otherCompany({ orgId: missingId }))).toBe('notFound')
  expect(fieldsWithErrors(await visitor(app).api.shops.otherCompany({ orgId: 0 }))).toEqual(['orgId'])
})

test('a closed shop has no further data, and its company no shop', async () => {
  const open = (isSaler: boolean) => app.db.update(companies).set({ isSaler }).where(eq(companies.id, orgId))
  await open(false)
  expect(failureOf(await visitor(app).api.shops.shopMore({ shopId }))).toBe('notFound')
  expect((await company(visitor(app))).shopId).toBeNull()
  await open(true)
  expect(fieldsWithErrors(await visitor(app).api.shops.shopMore({}))).toEqual(['shopId'])
  expect(failureOf(await visitor(app).api.shops.shopMore({ shopId: missingId }))).toBe('notFound')
})

test('the list of shops contains the three newest listings of each shop', async () => {
  const { data } = contentOf(await visitor(app).api.shops.shopsByKeywords({ pageSize: 30 }))
  for (const shop of data) {
    expect(shop.listings.length).toBe(Math.min(3, shop.serviceAccount + shop.productAccount))
  }
  const [shop] = data
  const [listing] = shop?.listings ?? []
  const home = contentOf(await visitor(app).api.shops.shopHome({ shopId: shop?.shopId }))
  const newest = [
    ...home.mallServiceListVOs.map(({ serviceId }) => String(serviceId)),
    ...home.products.map(({ productNo }) => productNo),
  ]
  expect(newest).toContain(listing?.ref)
})
