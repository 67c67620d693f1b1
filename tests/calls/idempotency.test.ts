import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DemandInput } from '../../src/contract/demands/demands.ts'
import { failures } from '../../src/contract/failures.ts'
import { users } from '../../src/db/tables/accounts.ts'
import { demands, offers } from '../../src/db/tables/demands.ts'
import { idempotencyKeys } from '../../src/db/tables/operations.ts'
import { repeatSeconds } from '../../src/server/platform/idempotency/run-once.ts'
import { signInAs, contentOf, envelope, failureOf, type Client } from '../support/client.ts'
import { missingId, newKey } from '../support/sentinels.ts'
import { demandInput, leafOf, openDemand, submittedOffer } from '../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')

const deal = (offerId: number, idempotencyKey: string) => buyer.api.demands.deal({ offerId }, { idempotencyKey })
const offerToTake = async () => submittedOffer(seller, await openDemand(app, buyer))

describe('an invalid key', () => {
  test.each(['short', 'x'.repeat(101)])('"%s" is refused before any work', async (key) => {
    const body = JSON.stringify({ offerId: missingId })
    const { code } = await envelope(await buyer.post('/mall/demand/offer/deal', body, { 'idempotency-key': key }))
    expect(code).toBe(failures.keyMissing.code)
  })

  test('own calls require a key', async () => {
    expect(failureOf(await buyer.api.live.drawTake({ roundId: missingId }))).toBe('keyMissing')
  })
})

describe('a key', () => {
  test('returns the first response again', async () => {
    const [offerId, key] = [await offerToTake(), newKey()]
    const first = contentOf(await deal(offerId, key))
    expect(contentOf(await deal(offerId, key))).toEqual(first)
  })

  test('does the work once for parallel requests, with the same response for all', async () => {
    const [offerId, key] = [await offerToTake(), newKey()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => deal(offerId, key)))
    const orders = answers.map((answer) => contentOf(answer).orderId)
    expect(new Set(orders).size).toBe(1)
  })

  test('is refused with another body, and the first result stands', async () => {
    const [offerId, another, key] = [await offerToTake(), await offerToTake(), newKey()]
    const { orderId } = contentOf(await deal(offerId, key))
    expect(failureOf(await deal(another, key))).toBe('keyReused')
    expect(contentOf(await deal(offerId, key)).orderId).toBe(orderId)
  })

  test('is available again after a failed call', async () => {
    const [offerId, key] = [await offerToTake(), newKey()]
    expect(failureOf(await deal(missingId, key))).toBe('notFound')
    expect(contentOf(await deal(offerId, key)).orderId).toBeGreaterThan(0)
  })

  test('is scoped to its user', async () => {
    const [offerId, key] = [await offerToTake(), newKey()]
    contentOf(await deal(offerId, key))
    const other = await signInAs(app, 'buyer2')
    expect(failureOf(await other.api.demands.deal({ offerId }, { idempotencyKey: key }))).toBe('notFound')
  })
})

describe('a call of the specification without a key', () => {
  let categoryId = 0
  beforeAll(async () => {
    categoryId = (await leafOf(app)).id
  })
  const save = (client: Client, input: DemandInput) => client.api.demands.demandSave(input)
  const idOf = async (client: Client, input: DemandInput) => contentOf(await save(client, input)).demandId

  test('is executed once for the same body, with the same response', async () => {
    const input = demandInput(categoryId)
    const demandId = await idOf(buyer, input)
    expect(await idOf(buyer, input)).toBe(demandId)
    // Numbers as text and another field order are the same content.
    const turned = Object.fromEntries(Object.entries(input).toReversed())
    const body = JSON.stringify({ ...turned, categoryId: String(categoryId) })
    expect(await envelope(await buyer.post('/mall/demand/save', body))).toMatchObject({ content: { demandId } })
  })

  test('is executed once for parallel requests', async () => {
    const input = demandInput(categoryId)
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(buyer, input)))
    const ids = new Set(answers.map((answer) => contentOf(answer).demandId))
    expect(ids.size).toBe(1)
    const [only = 0] = ids
    const named = await app.db.select().from(demands).where(eq(demands.title, input.demandTitle))
    expect(named.map((row) => row.id)).toEqual([only])
  })

  test('is executed again for another body', async () => {
    const input = demandInput(categoryId)
    expect(await idOf(buyer, { ...input, demandBudget: 1_000_000 })).not.toBe(await idOf(buyer, input))
  })

  test('is executed separately for two companies, and again after the person changed companies', async () => {
    const input = demandInput(categoryId)
    const demandId = await idOf(buyer, input)
    const other = await signInAs(app, 'buyer2')
    expect(await idOf(other, input)).not.toBe(demandId)
    const [mine, its] = await Promise.all([companyOf('buyer'), companyOf('buyer2')])
    await app.db.update(users).set({ companyId: its }).where(eq(users.loginName, 'buyer'))
    const moved = await idOf(buyer, input)
    await app.db.update(users).set({ companyId: mine }).where(eq(users.loginName, 'buyer'))
    expect(moved).not.toBe(demandId)
    expect(await idOf(buyer, input)).toBe(demandId)
  })

  test('is executed once more after the deduplication window', async () => {
    const input = demandInput(categoryId)
    const first = await idOf(buyer, input)
    await app.db
      .update(idempotencyKeys)
      .set({ createdAt: sql`${idempotencyKeys.createdAt} - make_interval(secs => ${repeatSeconds + 1})` })
    const second = await idOf(buyer, input)
    expect(second).not.toBe(first)
    expect(await idOf(buyer, input)).toBe(second)
  })

  test('a failed call stores nothing and can be retried', async () => {
    const offerId = await offerToTake()
    const [{ demandId } = { demandId: 0 }] = await app.db.select().from(offers).where(eq(offers.id, offerId))
    await app.db.update(offers).set({ status: 'withdrawn' }).where(eq(offers.id, offerId))
    expect((await buyer.api.demands.deal({ offerId })).ok).toBe(false)
    await app.db.update(offers).set({ status: 'submitted' }).where(eq(offers.id, offerId))
    const { orderId } = contentOf(await buyer.api.demands.deal({ offerId }))
    expect(contentOf(await buyer.api.demands.deal({ offerId }))).toMatchObject({ orderId })
    const [row] = await app.db.select().from(demands).where(eq(demands.id, demandId))
    expect(row?.status).toBe('awarded')
  })
})

const companyOf = async (loginName: string) =>
  (await app.db.select().from(users).where(eq(users.loginName, loginName)))[0]?.companyId ?? null
