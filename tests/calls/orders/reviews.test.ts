import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { reviews } from '../../../src/db/tables/fulfilment.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { revealReviews } from '../../../src/server/orders/reviews/reveal-reviews.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { completedOrder, confirmedOrder, setCompleted } from '../../support/scenes/orders/completed.ts'
import { buyerSays, ofBuyer, ofSeller, said, sellerSays } from '../../support/scenes/orders/review.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const sub = clientForFile(app, 'sub')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

const buyerSees = async (orderId: number) => contentOf(await buyer.api.orders.buyerOrderReviews({ orderId }))
const sellerSees = async (orderId: number) => contentOf(await seller.api.orders.sellerOrderReviews({ orderId }))
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

describe('writing', () => {
  test('a review is hidden from the other side and the public until both have reviewed', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const before = await inShop(orderId)
    const own = contentOf(await buyerSays(buyer, orderId))
    expect(own).toMatchObject({ own: { mean: 467, text: said }, other: null, otherWrote: false, canWrite: false })
    expect(own.hiddenUntil).not.toBeNull()
    const waiting = await sellerSees(orderId)
    expect(waiting).toMatchObject({ own: null, other: null, otherWrote: true, canWrite: true })
    expect(JSON.stringify(waiting)).not.toContain(said)
    expect(await inShop(orderId)).toEqual(before)
    expect(JSON.stringify(contentOf(await seller.api.orders.sellerOrder({ orderId })))).not.toContain(said)

    const invalidate = vi.spyOn(app.runtime.pages, 'invalidate')
    expect(contentOf(await sellerSays(seller, orderId))).toMatchObject({ other: { text: said }, hiddenUntil: null })
    expect(invalidate.mock.calls.flat(2)).toContain(`shop:${await shopOf(orderId)}`)
    invalidate.mockRestore()
    expect(await buyerSees(orderId)).toMatchObject({ other: { scores: ofSeller }, hiddenUntil: null })
    const after = await inShop(orderId)
    expect(after.total).toBe(before.total + 1)
    expect(after.data[0]).toMatchObject({ text: said, mean: 467, side: 'buyer' })
    expect(after.record.reviews).toBe(before.record.reviews + 1)
  })

  test('a one-sided review becomes visible after 14 days, with one notice', async () => {
    const orderId = await completedOrder(app, buyer, seller, 13.999)
    contentOf(await buyerSays(buyer, orderId))
    await revealReviews(app.db, app.runtime)
    expect((await sellerSees(orderId)).other).toBeNull()
    const [row] = await app.db.select().from(reviews).where(eq(reviews.orderId, orderId))
    const now = new Date()
    await app.db
      .update(reviews)
      .set({ visibleAt: now, createdAt: new Date(now.getTime() - 1_000) })
      .where(eq(reviews.id, row?.id ?? 0))
    const invalidate = vi.spyOn(app.runtime.pages, 'invalidate')
    await Promise.all([revealReviews(app.db, app.runtime), revealReviews(app.db, app.runtime)])
    await revealReviews(app.db, app.runtime)
    expect(invalidate.mock.calls.flat(2).filter((tag) => tag.startsWith('shop:'))).toHaveLength(1)
    invalidate.mockRestore()
    expect((await sellerSees(orderId)).other).toMatchObject({ text: said })
    const { orderNo } = contentOf(await seller.api.orders.sellerOrder({ orderId }))
    const told = await app.db.select().from(notices).where(eq(notices.event, 'review.written'))
    const people = told.filter(({ title }) => title.includes(orderNo) && title.includes('收到评价'))
    expect(people.length).toBeGreaterThan(0)
    expect(new Set(people.map(({ userId }) => userId)).size).toBe(people.length)
  })

  test('a review written after 14 days is visible at once', async () => {
    const orderId = await completedOrder(app, buyer, seller, 20)
    expect(contentOf(await sellerSays(seller, orderId)).hiddenUntil).toBeNull()
    expect((await buyerSees(orderId)).other).toMatchObject({ scores: ofSeller })
  })

  test('allows one review per side, also for repeated keys and parallel requests', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const key = newKey()
    const answers = [await buyerSays(buyer, orderId, {}, key), await buyerSays(buyer, orderId, {}, key)]
    expect(answers.map(failureOf)).toEqual(['none', 'none'])
    expect(failureOf(await buyerSays(buyer, orderId))).toBe('reviewed')
    const many = await Promise.all(Array.from({ length: 8 }, () => sellerSays(seller, orderId)))
    expect(many.map(failureOf).filter((name) => name === 'none')).toHaveLength(1)
    expect(many.map(failureOf).filter((name) => name === 'reviewed')).toHaveLength(7)
  })

  test('parallel reviews of both sides become visible', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const answers = await Promise.all([buyerSays(buyer, orderId), sellerSays(seller, orderId)])
    expect(answers.map(failureOf)).toEqual(['none', 'none'])
    expect((await buyerSees(orderId)).other).not.toBeNull()
    expect((await sellerSees(orderId)).other).not.toBeNull()
  })

  test('requires a completed order, within 90 days', async () => {
    const orderId = await confirmedOrder(app, buyer, seller)
    expect(failureOf(await buyerSays(buyer, orderId))).toBe('stepNotAllowed')
    expect(await buyerSees(orderId)).toMatchObject({ canWrite: false, writeUntil: null })
    await setCompleted(app, orderId, 90.001)
    expect(failureOf(await buyerSays(buyer, orderId))).toBe('stepNotAllowed')
    await setCompleted(app, orderId, 89.99)
    expect(failureOf(await buyerSays(buyer, orderId))).toBe('none')
  })

  test('refuses missing, unknown or prohibited content', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const faults = async (more: object) => fieldsWithErrors(await buyerSays(buyer, orderId, more))
    expect(await faults({ scores: { quality: 5, speed: 4 } })).toEqual(['scores.service'])
    expect(await faults({ scores: { ...ofBuyer, clarity: 5 } })).toEqual(['scores.clarity'])
    expect(await faults({ scores: { ...ofBuyer, speed: 6 } })).toEqual(['scores.speed'])
    expect(await faults({ scores: { ...ofBuyer, speed: 0 } })).toEqual(['scores.speed'])
    expect(await faults({ scores: { ...ofBuyer, speed: 2 }, text: '' })).toEqual(['text'])
    expect(await faults({ text: '好' })).toEqual(['text'])
    expect(await faults({ text: '请加我微信: abcde123' })).toEqual(['text'])
    expect(await faults({ text: '电话 138 8070 2046 找我' })).toEqual(['text'])
    expect(await faults({ text: '长'.repeat(1001) })).toEqual(['text'])
    expect(failureOf(await buyerSays(buyer, orderId, { text: '' }))).toBe('none')
  })

  test('is available to the two sides only', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    expect(failureOf(await buyerSays(other, orderId))).toBe('notFound')
    expect(failureOf(await buyerSays(seller, orderId))).toBe('notFound')
    expect(failureOf(await buyerSays(sub, orderId))).toBe('forbidden')
    expect(failureOf(await sellerSays(seller3, orderId))).toBe('notFound')
    expect(failureOf(await sellerSays(buyer, orderId))).toBe('notSeller')
    expect(failureOf(await other.api.orders.buyerOrderReviews({ orderId }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.orders.buyerOrderReviews({ orderId }))).toBe('sessionInvalid')
  })
})
