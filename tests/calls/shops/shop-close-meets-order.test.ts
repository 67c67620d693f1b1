import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { products } from '../../../src/db/tables/catalogue.ts'
import { offers } from '../../../src/db/tables/demands.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { paymentParts } from '../../../src/db/tables/payments.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { ref } from '../../support/scenes/orders/cart.ts'
import { addressOf, othersGoods, submitted } from '../../support/scenes/orders/checkout.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
beforeAll(async () => {
  await addressOf(app, buyer, 'buyer')
})

test('closing a shop and ordering from it in parallel: one of them is rejected', async () => {
  const { shopName, orgId } = contentOf(await seller.api.shops.sellerShop({}))
  const spec = (await othersGoods(app, 'buyer')).find(({ companyId }) => companyId === orgId)
  if (spec === undefined) throw new Error('The shop sells nothing')
  const asked = { direct: { ...ref(spec), quantity: spec.minOrder } }
  const underWay = and(
    eq(orders.sellerCompanyId, orgId),
    notInArray(orders.status, ['completed', 'declined', 'cancelled']),
  )
  const [before] = await app.db.select().from(products).where(eq(products.id, spec.listingId))
  await app.db.update(offers).set({ status: 'withdrawn' }).where(eq(offers.companyId, orgId))
  await app.db.update(paymentParts).set({ held: 0 })
  const seen = new Set<string>()
  for (let round = 0; round < 12; round += 1) {
    await app.db.update(orders).set({ status: 'completed' }).where(underWay)
    await app.db.update(companies).set({ isSaler: true }).where(eq(companies.id, orgId))
    await app.db
      .update(products)
      .set({ status: 'published' })
      .where(inArray(products.id, [before?.id ?? 0]))
    const shown = contentOf(await buyer.api.orders.orderConfirm(asked))
    const [closed, made] = await Promise.all([seller.api.shops.shopClose({ shopName }), submitted(buyer, asked, shown)])
    expect([closed.ok, made.ok], JSON.stringify([closed, made])).toContain(true)
    expect([closed.ok, made.ok]).toContain(false)
    seen.add(closed.ok ? failureOf(made) : failureOf(closed))
    expect(await app.db.$count(orders, underWay)).toBe(made.ok ? 1 : 0)
  }
  expect([...seen].every((failure) => ['itemsInvalid', 'shopBusy'].includes(failure))).toBe(true)
})
