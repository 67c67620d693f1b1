import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveries } from '../../src/db/tables/fulfilment.ts'
import { stateChanges } from '../../src/db/tables/operations.ts'
import { completeOrders } from '../../src/server/orders/jobs/expire-orders.ts'
import { contentOf, failureOf } from '../support/client.ts'
import { appForFile, clientForFile } from '../support/fixtures.ts'
import { newKey } from '../support/sentinels.ts'
import { bought, buys, deliver, noticesOf, rowOf, sells } from '../support/scenes/orders/order.ts'
import { linesOf } from '../support/scenes/orders/pay.ts'
import { acceptStage, deliveredStage, milestoneRows, stagedOrder, startStage } from '../support/scenes/orders/staged.ts'
import { stagedOrderState } from '../../src/domain/orders/milestone-states.ts'

/** PGlite serialises transactions; with DATABASE_URL the races run on PostgreSQL. */
const parallel = 200

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')

const tally = (names: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))
const times = <T>(count: number, one: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => one(at)))
const stepsOf = (entity: 'milestone' | 'payment', entityId: number, event: string) =>
  app.db
    .select()
    .from(stateChanges)
    .where(and(eq(stateChanges.entity, entity), eq(stateChanges.entityId, entityId), eq(stateChanges.event, event)))

test(`${parallel} parallel acceptances of one milestone make one`, async () => {
  const { orderId, ids } = await stagedOrder(app, buyer, seller)
  const [one] = ids
  await deliveredStage(seller, orderId, one)
  const answers = await times(parallel, () => acceptStage(buyer, orderId, one))
  expect(tally(answers.map(failureOf))).toEqual({ none: 1, stepNotAllowed: parallel - 1 })
  expect((await milestoneRows(app, orderId)).map(({ status }) => status)).toEqual(['accepted', 'planned', 'planned'])
  expect(await stepsOf('milestone', one, 'accept')).toHaveLength(1)
  const lines = await linesOf(app, orderId)
  expect(lines.map(({ status }) => status)).toEqual(['due', 'due', 'scheduled', 'scheduled'])
  expect(await stepsOf('payment', lines[1]?.id ?? 0, 'due')).toHaveLength(1)
  const { orderNo } = await bought(buyer, orderId)
  const told = (await noticesOf(app, 'seller', orderNo)).filter(({ title }) => title.includes('已由买家验收'))
  expect(told).toHaveLength(1)
  expect((await rowOf(app, orderId)).status).toBe('in_progress')
})

test('parallel acceptances of the last two milestones complete the order once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    for (const id of ids) await deliveredStage(seller, orderId, id)
    contentOf(await acceptStage(buyer, orderId, ids[0]))
    const answers = await times(20, (at) => acceptStage(buyer, orderId, at % 2 === 0 ? ids[1] : ids[2]))
    expect(tally(answers.map(failureOf))).toEqual({ none: 2, stepNotAllowed: 18 })
    const order = await bought(buyer, orderId)
    expect(order.status).toBe('completed')
    expect(order.history.filter(({ toStatus }) => toStatus === 'completed')).toHaveLength(1)
  }
})

test('acceptances, changes, deliveries, jobs and a dispute at once leave an order that agrees with its milestones', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const [one, two, three] = ids
    await deliveredStage(seller, orderId, one)
    contentOf(await startStage(seller, orderId, two))
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => acceptStage(buyer, orderId, one)),
      ...Array.from({ length: 5 }, () => buys(buyer, orderId, 'requestChanges', { milestoneId: one, reason: '补充' })),
      ...Array.from({ length: 5 }, () => deliver(seller, orderId, { milestoneId: two }, newKey())),
      ...Array.from({ length: 5 }, () => startStage(seller, orderId, three)),
      ...(round % 2 === 0 ? [] : [sells(seller, orderId, 'dispute', { reason: '买家未按约提供样品' })]),
    ])
    await completeOrders(app.db, app.runtime)
    const names = answers.map(failureOf)
    expect(names.filter((name) => name !== 'none' && name !== 'stepNotAllowed')).toEqual([])
    const rows = await milestoneRows(app, orderId)
    const order = await rowOf(app, orderId)
    if (order.status !== 'disputed') expect(order.status).toBe(stagedOrderState(rows).status)
    const lines = await linesOf(app, orderId)
    for (const row of rows) {
      const line = lines.find(({ id }) => id === row.paymentLineId)
      expect([row.status === 'accepted', line?.dueAt !== null]).toEqual([
        row.status === 'accepted',
        row.status === 'accepted',
      ])
    }
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.total)
    const made = await app.db.select().from(deliveries).where(eq(deliveries.orderId, orderId))
    expect(made.map(({ seq }) => seq).toSorted()).toEqual(made.map((_, at) => at + 1))
  }
})
