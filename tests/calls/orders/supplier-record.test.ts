import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { reviews } from '../../../src/db/tables/fulfilment.ts'
import { stateChanges } from '../../../src/db/tables/operations.ts'
import { orders, paymentLines } from '../../../src/db/tables/orders.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import type { OrderStatus } from '../../../src/domain/orders/order-states.ts'
import { emptyTradeRecord } from '../../../src/domain/orders/supplier-record.ts'
import { signInAs, contentOf, visitor } from '../../support/client.ts'
import { countQueries } from '../../support/query-count.ts'
import { supplierFacts } from '../../../src/server/shops/supplier-facts.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let companyIds: number[]
beforeAll(async () => {
  companyIds = (await app.db.select({ id: companies.id }).from(companies)).map(({ id }) => id)
})

let made = 0
/** A supplier without history. */
async function newSupplier(): Promise<number> {
  const [row] = await app.db
    .insert(companies)
    .values({ name: `新供应商 ${++made}`, shortName: '新供应商', districtCode: '320505' })
    .returning({ id: companies.id })
  return row?.id ?? 0
}

interface Past {
  readonly status: OrderStatus
  /** Hours until the response. */
  readonly answered?: number
  readonly promised?: string
  readonly delivered?: string
  readonly total?: number
  /** Other history events, and by which side. */
  readonly events?: readonly (readonly [event: string, by: 'buyer' | 'seller'])[]
}

async function past(
  sellerCompanyId: number,
  { status, answered = 4, promised, delivered, total = 100_000, events = [] }: Past,
) {
  const [buyerCompanyId = 0] = companyIds
  const createdAt = new Date('2026-09-01T01:00:00Z')
  const values = {
    orderNo: `R${++made}`,
    source: 'service' as const,
    title: '往年订单',
    total,
    status,
    createdAt,
    buyerCompanyId,
    buyerUserId: 1,
    sellerCompanyId,
    confirmedAt: status === 'declined' ? null : createdAt,
    promisedAt: promised === undefined ? null : new Date(promised),
    firstDeliveredAt: delivered === undefined ? null : new Date(delivered),
  }
  const order = await app.db.transaction(async (tx) => {
    const [row] = await tx.insert(orders).values(values).returning({ id: orders.id })
    await tx.insert(paymentLines).values({ orderId: row?.id ?? 0, seq: 1, name: '全款', percent: 100, amount: total })
    return row
  })
  const step = { entity: 'order' as const, entityId: order?.id ?? 0, fromStatus: '', toStatus: '' }
  const at = new Date(createdAt.getTime() + answered * 3_600_000)
  const answer = status === 'declined' ? 'decline' : 'confirm'
  await app.db.insert(stateChanges).values([
    { ...step, event: answer, createdAt: at },
    ...events.map(([event, by]) => ({
      ...step,
      event,
      companyId: by === 'buyer' ? buyerCompanyId : sellerCompanyId,
    })),
  ])
}
const recordOf = async (companyId: number) => (await supplierFacts(app.db, [companyId])).get(companyId)

describe('supplierFacts', () => {
  test('are null without orders, and for only two', async () => {
    const companyId = await newSupplier()
    expect(await recordOf(companyId)).toEqual(emptyTradeRecord)
    await past(companyId, { status: 'completed', promised: '2026-09-10T00:00:00Z', delivered: '2026-09-09T00:00:00Z' })
    await past(companyId, { status: 'completed', promised: '2026-09-10T00:00:00Z', delivered: '2026-09-09T00:00:00Z' })
    expect(await recordOf(companyId)).toMatchObject({
      completedOrders: 2,
      onTimePercent: null,
      answerHours: null,
      troublePercent: null,
      completedAmountFrom: 0,
    })
  })

  test('a day ends at midnight in Shanghai; undelivered late orders count', async () => {
    const companyId = await newSupplier()
    const promised = '2026-09-10T02:00:00Z'
    const lastMoment = { status: 'completed', promised, delivered: '2026-09-10T15:59:59Z' } as const
    await past(companyId, lastMoment)
    await past(companyId, lastMoment)
    await past(companyId, lastMoment)
    expect((await recordOf(companyId))?.onTimePercent).toBe(100)
    await past(companyId, { ...lastMoment, delivered: '2026-09-10T16:00:00Z' })
    expect((await recordOf(companyId))?.onTimePercent).toBe(75)
    await past(companyId, { status: 'in_progress', promised })
    expect((await recordOf(companyId))?.onTimePercent).toBe(60)
    // Future dates and cancelled orders do not count.
    await past(companyId, { status: 'in_progress', promised: '2036-01-01T00:00:00Z' })
    await past(companyId, { status: 'cancelled', promised })
    expect((await recordOf(companyId))?.onTimePercent).toBe(60)
  })

  test('returns the median response time of new orders', async () => {
    const companyId = await newSupplier()
    for (const answered of [1, 3, 50]) await past(companyId, { status: 'confirmed', answered })
    expect((await recordOf(companyId))?.answerHours).toBe(3)
    await past(companyId, { status: 'declined', answered: 5.5 })
    expect((await recordOf(companyId))?.answerHours).toBe(4.3)
  })

  test('counts disputes and cancellations by the supplier, not those by the buyer', async () => {
    const companyId = await newSupplier()
    for (let count = 0; count < 4; count += 1) await past(companyId, { status: 'completed' })
    await past(companyId, { status: 'cancelled', events: [['askCancel', 'buyer']] })
    expect((await recordOf(companyId))?.troublePercent).toBe(0)
    await past(companyId, { status: 'cancelled', events: [['askCancel', 'seller']] })
    expect((await recordOf(companyId))?.troublePercent).toBe(17)
    await past(companyId, { status: 'completed', events: [['dispute', 'buyer']] })
    await past(companyId, { status: 'completed', events: [['askCancel', 'seller']] })
    expect((await recordOf(companyId))?.troublePercent).toBe(25)
    // Declined orders do not count as ended.
    await past(companyId, { status: 'declined' })
    expect((await recordOf(companyId))?.troublePercent).toBe(25)
  })

  test('round sums down to the first digit', async () => {
    const companyId = await newSupplier()
    for (const total of [12_345_600, 100, 5_000]) await past(companyId, { status: 'completed', total })
    expect((await recordOf(companyId))?.completedAmountFrom).toBe(10_000_000)
  })

  test('need the same number of queries for all suppliers as for one', async () => {
    const one = await countQueries(app, () => supplierFacts(app.db, companyIds.slice(0, 1)))
    const all = await countQueries(app, () => supplierFacts(app.db, companyIds))
    expect(all).toEqual(one)
    expect((await supplierFacts(app.db, [])).size).toBe(0)
  })

  test('are the same in the shop, on its detail pages and in the comparison', async () => {
    const [review] = await app.db
      .select()
      .from(reviews)
      .where(sql`${reviews.side} = 'buyer' and ${reviews.visibleAt} < now()`)
      .limit(1)
    const companyId = review?.ofCompanyId ?? 0
    const [shop] = await app.db.select({ id: shops.id }).from(shops).where(eq(shops.companyId, companyId))
    const shown = contentOf(await visitor(app).api.orders.shopReviews({ shopId: shop?.id ?? 0 }))
    expect(shown.record).toEqual(await recordOf(companyId))
    expect(shown.record.reviews).toBe(shown.total)
    expect(shown.record.completedOrders).toBeGreaterThan(0)
    const list = contentOf(await visitor(app).api.catalogue.shopServices({ shopId: shop?.id ?? 0 }))
    const [service] = list.data
    if (service === undefined) return
    const detail = contentOf(await visitor(app).api.catalogue.service({ serviceId: service.serviceId }))
    expect(detail.shop.record).toEqual(shown.record)
  })
})

test('the comparison of offers shows the suppliers’ records', async () => {
  const buyer = await signInAs(app, 'buyer')
  const { data } = contentOf(await buyer.api.demands.buyerDemands({ pageSize: 100 }))
  for (const { demandId } of data.slice(0, 20)) {
    const offers = contentOf(await buyer.api.demands.buyerOffers({ demandId })).data
    const [offer] = offers
    if (offer === undefined) continue
    expect(offer.record.trade).toEqual(await recordOf(offer.orgId))
    return
  }
  throw new Error('No demand of the buyer has offers')
})
