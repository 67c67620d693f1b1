import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { publicDemandStatuses } from '../../../src/domain/demands/demand-states.ts'
import { goodsIllustrations, serviceIllustrations } from '../../../src/ui/picture/mark-names.ts'
import { startAppForTest } from '../../support/app.ts'
import { contentOf, visitor } from '../../support/client.ts'

const figureNames: readonly string[] = [...serviceIllustrations, ...goodsIllustrations]

test('statistics are consistent with each other and with the rows', async () => {
  const app = await startAppForTest()
  const figures = contentOf(await visitor(app).api.operations.platformStatistics({}))
  const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0)
  const { totals } = figures
  expect(totals.demands).toBe(await app.db.$count(demands, inArray(demands.status, [...publicDemandStatuses])))
  expect(totals.openDemands).toBe(await app.db.$count(demands, eq(demands.status, 'open')))
  expect(sum(figures.demandCells)).toBe(totals.demands)
  expect(sum(figures.demandPlaces)).toBe(totals.demands)
  expect(sum(figures.shopPlaces)).toBe(totals.shops)
  expect(figures.fields.reduce((all, { services }) => all + services, 0)).toBe(totals.services)
  expect(sum(figures.goods)).toBe(totals.products)
  expect(Math.min(...Object.values(totals))).toBeGreaterThan(0)
  expect([figures.months.length, figures.latest.length]).toEqual([12, 8])
  expect(new Set(figures.pictures.map(({ figure }) => figure)).size).toBe(figures.pictures.length)
  expect(figures.pictures.filter(({ figure }) => !figureNames.includes(figure))).toEqual([])
})

test('values of few companies are suppressed', async () => {
  const app = await startAppForTest()
  const [only] = await app.db.select({ id: orders.id }).from(orders).limit(1)
  await app.db.update(orders).set({ createdAt: new Date() })
  const all = contentOf(await visitor(app).api.operations.platformStatistics({})).months.at(-1)
  expect(all?.amount).toBeGreaterThan(0)
  const other = await startAppForTest()
  await other.db.update(orders).set({ createdAt: new Date('2020-01-01') })
  await other.db
    .update(orders)
    .set({ createdAt: new Date(), status: 'completed' })
    .where(eq(orders.id, only?.id ?? 0))
  const months = contentOf(await visitor(other).api.operations.platformStatistics({})).months
  expect(months.map(({ orders: count, amount }) => [count, amount])).toEqual(
    Array.from({ length: 12 }, () => [null, null]),
  )
})

test('statistics are computed once under parallel requests and concurrent writes', async () => {
  const app = await startAppForTest()
  const first = contentOf(await visitor(app).api.operations.platformStatistics({}))
  app.runtime.pages.invalidate(['demands', 'services'])
  const again = await Promise.all(
    Array.from({ length: 20 }, async () => contentOf(await visitor(app).api.operations.platformStatistics({}))),
  )
  expect(new Set(again.map(({ at }) => at))).toEqual(new Set([first.at]))
})
