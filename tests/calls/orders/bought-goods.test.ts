import { and, eq, notInArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { orderLines, orders } from '../../../src/db/tables/orders.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor } from '../../support/client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('lists the lines of the company’s orders of goods, and nobody else’s', async () => {
  const buyer = await as(app, 'buyer')
  const [person] = await app.db.select({ companyId: users.companyId }).from(users).where(eq(users.loginName, 'buyer'))
  const expected = await app.db
    .select({ id: orderLines.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orders.buyerCompanyId, person?.companyId ?? 0),
        eq(orders.source, 'cart'),
        eq(orderLines.kind, 'product'),
        notInArray(orders.status, ['declined', 'cancelled']),
      ),
    )
  const { total, data } = contentOf(await buyer.api.orders.boughtGoods({ pageSize: 100 }))
  expect(expected.length).toBeGreaterThan(0)
  expect(total).toBe(expected.length)
  expect(data.map(({ lineId }) => lineId).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
  const [first] = data
  expect(first?.amount).toBe((first?.unitPrice ?? 0) * (first?.quantity ?? 0))
  const named = contentOf(await buyer.api.orders.boughtGoods({ keyword: first?.orderNo ?? '' }))
  expect(named.data.every(({ orderNo }) => orderNo === first?.orderNo)).toBe(true)
  expect(contentOf(await buyer.api.orders.boughtGoods({ keyword: '%_%' })).total).toBe(0)
  const other = contentOf(await (await as(app, 'buyer2')).api.orders.boughtGoods({ pageSize: 100 })).data
  const own = new Set(data.map(({ lineId }) => lineId))
  expect(other.filter(({ lineId }) => own.has(lineId))).toEqual([])
})

test('refuses strangers, people without a company, people without the right and wrong pages', async () => {
  expect(failureOf(await visitor(app).api.orders.boughtGoods({}))).toBe('sessionInvalid')
  expect(failureOf(await (await as(app, 'person')).api.orders.boughtGoods({}))).toBe('notCertified')
  expect(failureOf(await (await as(app, 'sub')).api.orders.boughtGoods({}))).toBe('forbidden')
  expect(faultyFields(await (await as(app, 'buyer')).api.orders.boughtGoods({ current: 0 }))).toEqual(['current'])
})
