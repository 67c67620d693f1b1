import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failures } from '../../src/contract/failures.ts'
import { allCalls } from '../support/all-calls.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { as, contentOf, envelope, failureOf, type Client } from '../support/client.ts'
import { missingId, newKey } from '../support/sentinels.ts'
import { openDemand, submittedOffer } from './demands/scene.ts'

let app: TestApp
let buyer: Client
let seller: Client
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  seller = await as(app, 'seller')
})
afterAll(() => app.close())

const deal = (offerId: number, idempotencyKey: string) => buyer.api.demands.deal({ offerId }, { idempotencyKey })
const offerToTake = async () => submittedOffer(seller, await openDemand(app, buyer))

const once = allCalls.filter(({ call }) => call.idempotent === true)

describe.each(once)('$name', ({ call }) => {
  test.each(['', 'short', 'x'.repeat(101)])('refuses the key "%s" before it does anything', async (key) => {
    if (!call.input.safeParse({ offerId: missingId }).success) return
    const headers = key === '' ? {} : { 'idempotency-key': key }
    const caller = call.access.who === 'seller' ? seller : buyer
    const { code } = await envelope(await caller.post(call.path, JSON.stringify({ offerId: missingId }), headers))
    expect(code).toBe(failures.keyMissing.code)
  })
})

describe('a key', () => {
  test('gives the first answer again', async () => {
    const [offerId, key] = [await offerToTake(), newKey()]
    const first = contentOf(await deal(offerId, key))
    expect(contentOf(await deal(offerId, key))).toEqual(first)
  })

  test('lets one of many at once do the work, and all get its answer', async () => {
    const [offerId, key] = [await offerToTake(), newKey()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => deal(offerId, key)))
    const orders = answers.map((answer) => contentOf(answer).orderId)
    expect(new Set(orders).size).toBe(1)
  })

  test('is refused for another body, and the first work stands', async () => {
    const [offerId, another, key] = [await offerToTake(), await offerToTake(), newKey()]
    const { orderId } = contentOf(await deal(offerId, key))
    expect(failureOf(await deal(another, key))).toBe('keyReused')
    expect(contentOf(await deal(offerId, key)).orderId).toBe(orderId)
  })

  test('is free again after a call that failed', async () => {
    const [offerId, key] = [await offerToTake(), newKey()]
    expect(failureOf(await deal(missingId, key))).toBe('notFound')
    expect(contentOf(await deal(offerId, key)).orderId).toBeGreaterThan(0)
  })

  test('belongs to its person: the same one of somebody else means something else', async () => {
    const [offerId, key] = [await offerToTake(), newKey()]
    contentOf(await deal(offerId, key))
    const other = await as(app, 'buyer2')
    expect(failureOf(await other.api.demands.deal({ offerId }, { idempotencyKey: key }))).toBe('notFound')
  })
})
