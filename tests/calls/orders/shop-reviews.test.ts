import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { reviews } from '../../../src/db/tables/fulfilment.ts'
import { orderLines, orders } from '../../../src/db/tables/orders.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { completedOrder } from '../../support/scenes/orders/completed.ts'
import { buyerSays, sellerSays } from '../../support/scenes/orders/review.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

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

  test('is allowed once, for the reviewed side, when the review is visible', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const reviewId = contentOf(await buyerSays(buyer, orderId)).own?.reviewId ?? 0
    expect(failureOf(await reply(seller, reviewId))).toBe('notFound')
    contentOf(await sellerSays(seller, orderId))
    expect(failureOf(await reply(seller3, reviewId))).toBe('notFound')
    expect(fieldsWithErrors(await reply(seller, reviewId, 'QQ：12345678 联系'))).toEqual(['reply'])
    const answers = await Promise.all([reply(seller, reviewId), reply(seller, reviewId, '谢谢您的信任与支持')])
    expect(answers.map(failureOf).toSorted()).toEqual(['none', 'stepNotAllowed'])
    expect((await inShop(orderId)).data[0]?.reply).not.toBe('')
    const mine = (await buyerSees(orderId)).other?.reviewId ?? 0
    expect(failureOf(await buyer.api.orders.buyerReviewReply({ reviewId: mine, reply: '合作愉快，谢谢' }))).toBe('none')
    // The author cannot reply to the own review.
    expect(failureOf(await buyer.api.orders.buyerReviewReply({ reviewId, reply: '合作愉快，谢谢' }))).toBe('notFound')
  })
})

describe('shopReviews', () => {
  test('hides the buyer’s name and titles that are not public', async () => {
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

  test('are paged, newest first; an unknown shop returns 404', async () => {
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
