import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { contentOf, fieldsWithErrors } from '../../support/client.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const anyone = visitorForFile(app)

const recommended = async (most = 48) => contentOf(await anyone.api.shops.suppliersRecommended({ most }))

test('recommends certified shops with listings, with facts that match the tables', async () => {
  const shops = await recommended()
  expect(shops.length).toBeGreaterThan(10)
  for (const { orgId, certified, facts, serviceAccount, productAccount } of shops) {
    expect(certified).toBe(true)
    expect(serviceAccount + productAccount).toBeGreaterThan(0)
    const completed = await app.db.$count(
      orders,
      and(eq(orders.sellerCompanyId, orgId), eq(orders.status, 'completed')),
    )
    expect(facts.completedOrders).toBe(completed)
    expect(facts.answered).toBeLessThanOrEqual(facts.inquiries)
  }
  expect(shops.some(({ facts }) => facts.completedOrders > 0)).toBe(true)
  expect((await recommended(3)).map(({ shopId }) => shopId)).toEqual(shops.slice(0, 3).map(({ shopId }) => shopId))
})

test('leaves out companies that lost their certification', async () => {
  const [first] = await recommended()
  await app.db
    .update(companies)
    .set({ certification: 'expired' })
    .where(eq(companies.id, first?.orgId ?? 0))
  app.runtime.pages.invalidate(['shops'])
  expect((await recommended()).map(({ shopId }) => shopId)).not.toContain(first?.shopId)
})

test('rejects a limit that is too large', async () => {
  expect(fieldsWithErrors(await anyone.api.shops.suppliersRecommended({ most: 49 }))).toEqual(['most'])
})
