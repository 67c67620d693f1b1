import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { supplierAgreementVersion } from '../../../src/domain/accounts/certification.ts'
import { services } from '../../../src/db/tables/catalogue.ts'
import { favourites } from '../../../src/db/tables/interest.ts'
import { offers } from '../../../src/db/tables/demands.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { paymentParts } from '../../../src/db/tables/payments.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { categoryOf, wholeService } from '../../support/scenes/catalogue/publishing.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile({ REVIEW: 'manual' })
const seller = clientForFile(app, 'seller')
let shop: { shopId: number; orgId: number; shopName: string }
beforeAll(async () => {
  shop = contentOf(await seller.api.shops.sellerShop({}))
})

const close = (client: Client, shopName = shop.shopName) => client.api.shops.shopClose({ shopName })
const finishAll = async () => {
  await app.db.update(paymentParts).set({ held: 0 })
  await app.db.update(orders).set({ status: 'completed' }).where(eq(orders.sellerCompanyId, shop.orgId))
  await app.db
    .update(offers)
    .set({ status: 'withdrawn' })
    .where(and(eq(offers.companyId, shop.orgId), eq(offers.status, 'submitted')))
}

test('closing a shop requires the main account, its typed name, and no open orders', async () => {
  expect(failureOf(await close(visitor(app)))).toBe('sessionInvalid')
  expect(failureOf(await close(await signInAs(app, 'buyer')))).toBe('notSeller')
  const { client } = await colleague(app, seller, ['corporate_show'])
  expect(failureOf(await close(client))).toBe('forbidden')
  expect(contentOf(await client.api.shops.shopGlance({})).mayClose).toBe(false)
  expect(fieldsWithErrors(await close(seller, '别家的店'))).toEqual(['shopName'])
  const busy = await close(seller)
  expect(failureOf(busy)).toBe('shopBusy')
  expect(contentOf(await visitor(app).api.shops.shopInfo({ shopId: shop.shopId })).shopName).toBe(shop.shopName)
})

test('closing unlists its listings, removes its pages and notifies favouriters; reopening restores them', async () => {
  const category = await categoryOf(app, '临床监查')
  const draft = { ...wholeService(category, '关店时待审的服务'), submit: true }
  const waiting = contentOf(await seller.api.catalogue.serviceSave(draft, { idempotencyKey: newKey() }))
  const out = await app.db
    .select({ id: services.id })
    .from(services)
    .where(and(eq(services.shopId, shop.shopId), eq(services.status, 'published')))
  const [first = { id: 0 }] = out
  contentOf(await (await signInAs(app, 'buyer')).api.shops.favouriteSave({ kind: 'service', listingId: first.id }))
  await finishAll()
  const invalidate = vi.spyOn(app.runtime.pages, 'invalidate')
  const { unlisted } = contentOf(await close(seller))
  expect(unlisted).toBeGreaterThan(out.length)
  const drawn = invalidate.mock.calls.flat(2)
  expect(drawn).toEqual(expect.arrayContaining([`shop:${shop.shopId}`, `service:${first.id}`]))
  invalidate.mockRestore()

  expect(failureOf(await visitor(app).api.shops.shopHome({ shopId: shop.shopId }))).toBe('gone')
  expect(failureOf(await visitor(app).api.catalogue.service({ serviceId: first.id }))).toBe('gone')
  expect(failureOf(await seller.api.shops.sellerShop({}))).toBe('notSeller')
  const [kept] = await app.db.select().from(favourites).where(eq(favourites.listingId, first.id))
  expect(kept?.onSale).toBe(false)
  const [row] = await app.db.select().from(shops).where(eq(shops.id, shop.shopId))
  expect(row).toMatchObject({ serviceCount: 0, productCount: 0 })

  const pass = async () =>
    (await signInAs(app, 'ops')).api.catalogue.listingReview({
      kind: 'service',
      listingId: waiting.serviceId,
      event: 'pass',
    })
  expect(failureOf(await pass())).toBe('shopClosed')

  expect(contentOf(await seller.api.accounts.companyAuth({}))).toMatchObject({
    step: 'shop',
    isSaler: false,
    shopName: shop.shopName,
  })
  const classes = contentOf(await visitor(app).api.reference.dictionaryKey({ dictKey: ' ORG_SERVICE_CLASS' }))
  const again = {
    shopName: shop.shopName,
    brief: '重新开通',
    agreed: true as const,
    serviceClasses: [classes[0]?.dictCode ?? ''],
    agreementVersion: supplierAgreementVersion,
  }
  const opened = await seller.api.accounts.supplierOpen(again, { idempotencyKey: newKey() })
  expect(contentOf(opened).shopId).toBe(shop.shopId)
  const now = contentOf(await seller.api.shops.sellerShop({}))
  expect(now).toMatchObject({ shopName: shop.shopName, brief: '重新开通' })
  const relist = { serviceIds: out.map(({ id }) => id).slice(0, 50), event: 'relist' as const }
  expect(contentOf(await seller.api.catalogue.serviceChangeStatus(relist)).done).toBeGreaterThan(0)
  contentOf(await pass())
  const back = await app.db
    .select({ id: services.id })
    .from(services)
    .where(and(inArray(services.id, [...relist.serviceIds, waiting.serviceId]), eq(services.status, 'published')))
  expect(back.length).toBeGreaterThan(1)
})
