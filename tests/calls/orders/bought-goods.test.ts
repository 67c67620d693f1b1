import { and, eq, notInArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { orderLines, orders } from '../../../src/db/tables/orders.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

test('lists the product lines of the company’s orders, and no others', async () => {
  const buyer = await signInAs(app, 'buyer')
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
  const other = contentOf(await (await signInAs(app, 'buyer2')).api.orders.boughtGoods({ pageSize: 100 })).data
  const own = new Set(data.map(({ lineId }) => lineId))
  expect(other.filter(({ lineId }) => own.has(lineId))).toEqual([])
})

test('refuses visitors, people without a company or permission, and invalid pages', async () => {
  expect(failureOf(await visitor(app).api.orders.boughtGoods({}))).toBe('sessionInvalid')
  expect(failureOf(await (await signInAs(app, 'person')).api.orders.boughtGoods({}))).toBe('notCertified')
  expect(failureOf(await (await signInAs(app, 'sub')).api.orders.boughtGoods({}))).toBe('forbidden')
  expect(fieldsWithErrors(await (await signInAs(app, 'buyer')).api.orders.boughtGoods({ current: 0 }))).toEqual([
    'current',
  ])
})
