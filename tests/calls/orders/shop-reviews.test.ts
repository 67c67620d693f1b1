import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { reviews } from '../../../src/db/tables/fulfilment.ts'
import { orderLines, orders } from '../../../src/db/tables/orders.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { completedOrder } from './completed-scene.ts'
import { buyerSays, sellerSays } from './review-scene.ts'

let app: TestApp
let buyer: Client
let seller: Client
let seller3: Client
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  seller = await as(app, 'seller')
  seller3 = await as(app, 'seller3')
})
afterAll(() => app.close())

const buyerSees = async (orderId: number) => contentOf(await buyer.api.orders.buyerOrderReviews({ orderId }))
async function shopOf(orderId: number): Promise<number> {
  const [row] = await app.db
    .select({ id: shops.id })
    .from(orders)
    .innerJoin(shops, eq(shops.companyId, orders.sellerCompanyId))
    .where(eq(orders.id, orderId))
  return row?.id ?? 0
}
const inShop = async (orderId: number, pageSize = 100) =>
  contentOf(await visitor(app).api.orders.shopReviews({ shopId: await shopOf(orderId), pageSize }))

describe('replying', () => {
  const reply = (client: Client, reviewId: number, words = '感谢认可，期待再次合作') =>
    client.api.orders.sellerReviewReply({ reviewId, reply: words })

  test('once, by the reviewed side, once it is shown', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const reviewId = contentOf(await buyerSays(buyer, orderId)).own?.reviewId ?? 0
    expect(failureOf(await reply(seller, reviewId))).toBe('notFound')
    contentOf(await sellerSays(seller, orderId))
    expect(failureOf(await reply(seller3, reviewId))).toBe('notFound')
    expect(faultyFields(await reply(seller, reviewId, 'QQ：12345678 联系'))).toEqual(['reply'])
    const answers = await Promise.all([reply(seller, reviewId), reply(seller, reviewId, '谢谢您的信任与支持')])
    expect(answers.map(failureOf).toSorted()).toEqual(['none', 'stepNotAllowed'])
    expect((await inShop(orderId)).data[0]?.reply).not.toBe('')
    const mine = (await buyerSees(orderId)).other?.reviewId ?? 0
    expect(failureOf(await buyer.api.orders.buyerReviewReply({ reviewId: mine, reply: '合作愉快，谢谢' }))).toBe('none')
    // One's own is not answered by oneself.
    expect(failureOf(await buyer.api.orders.buyerReviewReply({ reviewId, reply: '合作愉快，谢谢' }))).toBe('notFound')
  })
})

describe('shopReviews', () => {
  test('show no name of the buyer and no title that is not public', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    contentOf(await buyerSays(buyer, orderId))
    contentOf(await sellerSays(seller, orderId))
    const { otherName, title } = contentOf(await seller.api.orders.sellerOrder({ orderId }))
    const [first] = (await inShop(orderId, 1)).data
    expect(first?.bought).toBe('定制服务')
    expect(first?.by).toMatch(/^..\*\*\*/)
    const all = JSON.stringify(await inShop(orderId))
    expect(all).not.toContain(otherName)
    expect(all).not.toContain(title)

    const [service] = await app.db.select().from(services).where(eq(services.status, 'published')).limit(1)
    if (service === undefined) throw new Error('No service is on sale')
    await app.db.update(orders).set({ source: 'service' }).where(eq(orders.id, orderId))
    const ofListing = { kind: 'service' as const, listingId: service.id, listingNo: String(service.id) }
    await app.db.update(orderLines).set(ofListing).where(eq(orderLines.orderId, orderId))
    expect((await inShop(orderId, 1)).data[0]?.bought).toBe(`${service.title} 等 2 种`)
    await app.db.update(services).set({ status: 'unlisted' }).where(eq(services.id, service.id))
    expect((await inShop(orderId, 1)).data[0]?.bought).toBe('技术服务')
    await app.db.update(services).set({ status: 'published' }).where(eq(services.id, service.id))
  })

  test('come in pages, the newest first; a shop that is not there is not found', async () => {
    const orderId = await completedOrder(app, buyer, seller, 20)
    contentOf(await buyerSays(buyer, orderId))
    const shopId = await shopOf(orderId)
    const all = await inShop(orderId)
    const read = async (current: number) =>
      contentOf(await visitor(app).api.orders.shopReviews({ shopId, current, pageSize: 2 })).data
    const paged = [...(await read(1)), ...(await read(2))]
    expect(paged.map(({ reviewId }) => reviewId)).toEqual(all.data.slice(0, 4).map(({ reviewId }) => reviewId))
    expect(await read(1_000)).toEqual([])
    expect(failureOf(await visitor(app).api.orders.shopReviews({ shopId: 2_000_000_000 }))).toBe('notFound')
    const stored = await app.db.select().from(reviews).where(eq(reviews.side, 'seller'))
    const bySellers = new Set(stored.map(({ id }) => id))
    expect(all.data.filter(({ reviewId }) => bySellers.has(reviewId))).toEqual([])
  })
})
