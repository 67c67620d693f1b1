import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { demands, offers } from '../../src/db/tables/demands.ts'
import { stateChanges } from '../../src/db/tables/operations.ts'
import { orders, paymentLines } from '../../src/db/tables/orders.ts'
import { signInAs, contentOf, failureOf, type Client } from '../support/client.ts'
import { newKey } from '../support/sentinels.ts'
import { openDemand, setDeadline, submittedOffer, terms } from '../support/scenes/demands/demand.ts'
import { closeDueDemands } from '../../src/server/demands/close-due-demands.ts'
import { appForFile, clientForFile } from '../support/fixtures.ts'

/** Quality figure 4. PGlite serialises transactions; with DATABASE_URL the races run on PostgreSQL. */
const parallel = 50

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
let sellers: Client[]
beforeAll(async () => {
  sellers = [await signInAs(app, 'seller'), await signInAs(app, 'seller2'), await signInAs(app, 'seller3')]
})

const offersOn = async (demandId: number) => {
  const made: number[] = []
  for (const seller of sellers) made.push(await submittedOffer(seller, demandId))
  return made
}
const tally = (names: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))

test(`${parallel} parallel deals on one demand make one order`, async () => {
  const demandId = await openDemand(app, buyer)
  const ids = await offersOn(demandId)
  const answers = await Promise.all(
    Array.from({ length: parallel }, (_, at) =>
      buyer.api.demands.deal({ offerId: ids[at % ids.length] ?? 0 }, { idempotencyKey: newKey() }),
    ),
  )
  expect(tally(answers.map(failureOf))).toEqual({ none: 1, demandDecided: parallel - 1 })

  const made = await app.db.select().from(orders).where(eq(orders.demandId, demandId))
  expect(made.length).toBe(1)
  const states = await app.db
    .select({ id: offers.id, status: offers.status })
    .from(offers)
    .where(inArray(offers.id, ids))
  expect(tally(states.map(({ status }) => status))).toEqual({ accepted: 1, lost: 2 })
  expect(states.find(({ status }) => status === 'accepted')?.id).toBe(made[0]?.offerId)
  const lines = await app.db
    .select()
    .from(paymentLines)
    .where(eq(paymentLines.orderId, made[0]?.id ?? 0))
  expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(made[0]?.total)
  const awards = await app.db
    .select()
    .from(stateChanges)
    .where(and(eq(stateChanges.entity, 'demand'), eq(stateChanges.entityId, demandId), eq(stateChanges.event, 'award')))
  expect(awards.length).toBe(1)
})

test(`${parallel} parallel deals and order submits, some with outdated totals, make one order`, async () => {
  const demandId = await openDemand(app, buyer)
  const ids = await offersOn(demandId)
  const total = 1_000_001
  const one = (at: number) => {
    const offerId = ids[at % ids.length] ?? 0
    const key = { idempotencyKey: newKey() }
    if (at % 2 === 0) return buyer.api.demands.deal({ offerId }, key)
    // Every fifth page shows an outdated total and is refused.
    return buyer.api.demands.demandOrderSubmit({ offerId, total: at % 5 === 0 ? 1 : total, version: 1 }, key)
  }
  const answers = await Promise.all(Array.from({ length: parallel }, (_, at) => one(at)))
  const names = tally(answers.map(failureOf))
  expect(names.none).toBe(1)
  expect(Object.keys(names).filter((name) => !['none', 'demandDecided', 'conflict'].includes(name))).toEqual([])
  const made = await app.db.select().from(orders).where(eq(orders.demandId, demandId))
  expect(made.length).toBe(1)
  await expectConsistent(demandId)
})

test('concurrent declines and second deals leave at most one active order', async () => {
  for (let round = 0; round < 5; round += 1) {
    const demandId = await openDemand(app, buyer)
    const ids = await offersOn(demandId)
    const [first = 0, second = 0, third = 0] = ids
    const { orderId } = contentOf(await buyer.api.demands.deal({ offerId: first }, { idempotencyKey: newKey() }))
    const [seller] = sellers
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () =>
        seller?.api.orders.sellerOrderStep({ orderId, event: 'decline', reason: '产能不足' }),
      ),
      ...Array.from({ length: 10 }, (_, at) =>
        buyer.api.demands.deal({ offerId: at % 2 === 0 ? second : third }, { idempotencyKey: newKey() }),
      ),
    ])
    const names = answers.flatMap((answer) => (answer === undefined ? [] : [failureOf(answer)]))
    expect(names.filter((name) => name === 'serverError' || name === 'unknown')).toEqual([])
    const made = await app.db.select().from(orders).where(eq(orders.demandId, demandId))
    expect(made.filter(({ status }) => status === 'declined').length).toBe(1)
    const [demand] = await app.db.select().from(demands).where(eq(demands.id, demandId))
    expect(made.filter(({ status }) => status !== 'declined').length).toBe(demand?.status === 'awarded' ? 1 : 0)
  }
})

test(`${parallel} repetitions of one deal with one key return the same order`, async () => {
  const demandId = await openDemand(app, buyer)
  const [offerId = 0] = await offersOn(demandId)
  const idempotencyKey = newKey()
  const answers = await Promise.all(
    Array.from({ length: parallel }, () => buyer.api.demands.deal({ offerId }, { idempotencyKey })),
  )
  expect(new Set(answers.map((answer) => contentOf(answer).orderId)).size).toBe(1)
})

test('concurrent deals, versions, withdrawals, closing and jobs end in a consistent state', async () => {
  for (let round = 0; round < 10; round += 1) {
    const demandId = await openDemand(app, buyer)
    const ids = await offersOn(demandId)
    if (round % 2 === 1) await setDeadline(app, demandId, 0.00003)
    const answers = await Promise.all([
      ...ids.map((offerId) => buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() })),
      ...sellers.map((seller) => seller.api.demands.offerSave({ ...terms(), demandId, submit: true })),
      ...sellers.map((seller, at) => seller.api.demands.sellerOfferDelete({ offerId: ids[at] ?? 0, reason: '撤回' })),
      buyer.api.demands.demandEditStatus({ demandId, event: 'close', reason: '不做了' }),
    ])
    await closeDueDemands(app.db)
    expect(answers.map(failureOf).filter((name) => name === 'serverError' || name === 'unknown')).toEqual([])
    await expectConsistent(demandId)
  }
})

/**
 * Asserts consistency: awarded means one accepted offer, one order and no other active offer; otherwise neither. The
 * stored count matches.
 */
async function expectConsistent(demandId: number): Promise<void> {
  const [demand] = await app.db.select().from(demands).where(eq(demands.id, demandId))
  const all = await app.db.select().from(offers).where(eq(offers.demandId, demandId))
  const made = await app.db.select().from(orders).where(eq(orders.demandId, demandId))
  const accepted = all.filter(({ status }) => status === 'accepted')
  const awarded = demand?.status === 'awarded'
  expect([accepted.length, made.length]).toEqual(awarded ? [1, 1] : [0, 0])
  const live = all.filter(({ status }) => status === 'submitted' || status === 'draft')
  expect(awarded ? live : []).toEqual([])
  expect(demand?.offerCount).toBe(all.filter(({ version, status }) => version > 0 && status !== 'withdrawn').length)
  const moves = await app.db
    .select()
    .from(stateChanges)
    .where(
      and(
        eq(stateChanges.entity, 'offer'),
        inArray(
          stateChanges.entityId,
          all.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(stateChanges.id)
  for (const { id, status } of all) {
    const own = moves.filter(({ entityId }) => entityId === id)
    expect(own.at(-1)?.toStatus).toBe(status)
    expect(own.slice(1).map(({ fromStatus }) => fromStatus)).toEqual(own.slice(0, -1).map(({ toStatus }) => toStatus))
  }
}

test('three suppliers saving thirty times in parallel have one active offer each', async () => {
  const demandId = await openDemand(app, buyer)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      sellers[at % 3]?.api.demands.offerSave({ ...terms({ note: `第 ${at} 稿` }), demandId, submit: at % 2 === 0 }),
    ),
  )
  expect(
    answers.flatMap((answer) => (answer === undefined ? [] : [failureOf(answer)])).filter((name) => name !== 'none'),
  ).toEqual([])
  const all = await app.db.select().from(offers).where(eq(offers.demandId, demandId))
  expect(all.map(({ status, version }) => [status, version])).toEqual([
    ['submitted', 5],
    ['submitted', 5],
    ['submitted', 5],
  ])
  await expectConsistent(demandId)
})
