import { beforeAll, expect, test, vi } from 'vitest'
import { eq } from 'drizzle-orm'
import type { Agreement } from '../../../src/contract/orders/agreements.ts'
import { companies } from '../../../src/db/tables/accounts.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { assertNotBlocked } from '../../../src/server/shops/supplier-marks.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { newKey } from '../../support/sentinels.ts'
import { openDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import {
  agreed,
  callOffOf,
  frameworkTerms,
  ndaTerms,
  proposeAgreement,
  specOfSeller,
} from '../../support/scenes/orders/agreements.ts'
import { companyOf } from '../../support/scenes/orders/cart.ts'
import { prove } from '../../support/scenes/orders/changes.ts'
import { addressOf, submitted } from '../../support/scenes/orders/checkout.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const buyer2 = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
let [orgId, shopId, addressId] = [0, 0, 0]
beforeAll(async () => {
  await Promise.all([buyer, seller].map(prove))
  orgId = await companyOf(app, 'seller')
  const [shop] = await app.db.select({ id: shops.id }).from(shops).where(eq(shops.companyId, orgId))
  shopId = shop?.id ?? 0
  addressId = await addressOf(app, buyer, 'buyer')
})
const reason = '审计缺陷未关闭'
const mark = (kind: 'preferred' | 'blocked') => buyer.api.shops.supplierMarkSave({ orgId, mark: kind, reason })
const blockedCount = async () => {
  const [row] = await app.db
    .select({ count: companies.blockedSuppliers })
    .from(companies)
    .where(eq(companies.id, await companyOf(app, 'buyer')))
  return row?.count ?? 0
}

test('a blocked supplier gets no order, call-off, award, invitation or agreement; only the own people learn why', async () => {
  const running = await agreed(app, buyer, seller, frameworkTerms(await specOfSeller(app)))
  const demandId = await openDemand(app, buyer)
  const offerId = await submittedOffer(seller, demandId)
  const { kind, listingId, specId, minOrder } = await specOfSeller(app)
  const direct = { direct: { kind, listingId, specId, quantity: minOrder }, addressId }
  const shown = contentOf(await buyer.api.orders.orderConfirm(direct))
  const called = { ...callOffOf(running, 1), addressId }
  const shownCall = contentOf(await buyer.api.orders.orderConfirm(called))
  const before = await blockedCount()
  contentOf(await mark('blocked'))
  expect(await blockedCount()).toBe(before + 1)

  const own = await submitted(buyer, direct, shown)
  const { name } = (await app.db.select().from(companies).where(eq(companies.id, orgId)))[0] ?? { name: '' }
  expect(own).toMatchObject({ ok: false, failure: { code: 1492, content: { name, reason } } })
  expect(failureOf(await submitted(buyer, called, shownCall))).toBe('supplierBlocked')
  expect(failureOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))).toBe('supplierBlocked')
  const other = await openDemand(app, buyer)
  expect(failureOf(await buyer.api.demands.demandInvite({ demandId: other, shopId }))).toBe('supplierBlocked')
  const nda = { partnerId: orgId, terms: ndaTerms }
  expect(failureOf(await proposeAgreement(buyer, 'buyer', nda))).toBe('supplierBlocked')
  // It is said before the last step, and no agreed price of it is shown.
  expect(await buyer.api.orders.orderConfirm(called)).toMatchObject({
    ok: false,
    failure: { code: 1492, content: { name, reason } },
  })
  const { agreementId } = running
  const refusalOf = ({ callRefusal, isCallable }: Agreement) => [callRefusal, isCallable]
  expect(refusalOf(contentOf(await buyer.api.orders.buyerAgreement({ agreementId })))).toEqual(['blocked', false])
  expect(refusalOf(contentOf(await seller.api.orders.sellerAgreement({ agreementId })))).toEqual([null, true])
  expect(contentOf(await buyer.api.orders.agreedPrices({ kind, listingId }))).toEqual([])
  const partners = contentOf(await buyer.api.orders.buyerAgreementPartners({ words: name }))
  expect(partners.map((partner) => partner.orgId)).not.toContain(orgId)

  // The supplier learns nothing: its own call succeeds, and no notice has the reason.
  const theirs = await proposeAgreement(seller, 'seller', { partnerId: await companyOf(app, 'buyer'), terms: ndaTerms })
  expect(theirs.ok).toBe(true)
  expect(contentOf(await seller.api.shops.ownSupplierMarks({ orgIds: [orgId] }))).toEqual([])
  const texts = await app.db.select({ title: notices.title, text: notices.text }).from(notices)
  expect(texts.filter(({ title, text }) => `${title}${text}`.includes(reason))).toEqual([])
  // Other companies order as before.
  expect(contentOf(await buyer2.api.shops.supplierMarks({})).data.map((row) => row.orgId)).not.toContain(orgId)

  contentOf(await buyer.api.shops.supplierMarkDelete({ orgId }))
  expect(await blockedCount()).toBe(before)
  expect(contentOf(await buyer.api.orders.agreedPrices({ kind, listingId }))).not.toEqual([])
  expect((await submitted(buyer, direct, shown)).ok).toBe(true)
})

test('a preferred supplier is marked for the own people and suggested first', async () => {
  const demandId = await openDemand(app, buyer)
  const suggested = async (client: typeof buyer) =>
    contentOf(await client.api.demands.demandSuppliers({ demandId, most: 24 })).map((row) => row.orgId)
  const usual = await suggested(buyer2)
  const last = usual.at(-1) ?? 0
  contentOf(await buyer.api.shops.supplierMarkSave({ orgId: last, mark: 'preferred', reason: '交付准时' }))
  // The demo has another preferred supplier.
  expect((await suggested(buyer)).slice(0, 2)).toContain(last)
  expect(await suggested(buyer2)).toEqual(usual)
  expect(contentOf(await buyer.api.shops.ownSupplierMarks({ orgIds: [last] }))).toMatchObject([{ mark: 'preferred' }])
  const { data } = contentOf(await buyer.api.shops.supplierMarks({ mark: 'preferred' }))
  expect(data[0]).toMatchObject({ orgId: last, reason: '交付准时' })
  expect(data[0]?.by).not.toBe('')
  const byShop = contentOf(await buyer.api.shops.ownSupplierMarks({ shopIds: [data[0]?.shopId ?? 0] }))
  expect(byShop).toMatchObject([{ orgId: last }])
  contentOf(await buyer.api.shops.supplierMarkDelete({ orgId: last }))
})

test('a company without blocked suppliers pays no statement for them', async () => {
  const select = vi.spyOn(app.db, 'select')
  await assertNotBlocked(app.db, { companyId: orgId, blockedSuppliers: 0 }, [orgId])
  expect(select).not.toHaveBeenCalled()
  await assertNotBlocked(app.db, { companyId: orgId, blockedSuppliers: 1 }, [orgId])
  expect(select).toHaveBeenCalledOnce()
  select.mockRestore()
})

test('refuses its own company, companies that sell nothing, and forms without a reason', async () => {
  const buyerId = await companyOf(app, 'buyer')
  expect(failureOf(await buyer.api.shops.supplierMarkSave({ orgId: buyerId, mark: 'blocked', reason }))).toBe(
    'invalidInput',
  )
  expect(failureOf(await buyer.api.shops.supplierMarkSave({ orgId: 999_999, mark: 'blocked', reason }))).toBe(
    'notFound',
  )
  expect(failureOf(await buyer.api.shops.supplierMarkSave({ orgId, mark: 'blocked', reason: ' ' }))).toBe(
    'invalidInput',
  )
})
