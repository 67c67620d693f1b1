import { asc, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dealEntries } from '../../src/db/tables/deal-record.ts'
import { stateChanges } from '../../src/db/tables/operations.ts'
import { orders } from '../../src/db/tables/orders.ts'
import { checkRecords } from '../../src/server/orders/deal-record/check-records.ts'
import { createDealRoot } from '../../src/server/orders/deal-record/create-root.ts'
import { recordDeal } from '../../src/server/orders/deal-record/record-deal.ts'
import { lockOrderOfAnyCompany } from '../../src/server/orders/lock-order.ts'
import { recordOrderStep } from '../../src/server/orders/move-order.ts'
import { appForFile } from '../support/fixtures.ts'

const app = appForFile()
const steps = 1_000

/** As many as may wait for the database, and some room for jobs. */
const atOnce = 500

test('1,000 parallel steps on 50 orders leave chains without a gap, and one entry for each step that was not undone', async () => {
  const ids = (await app.db.select({ id: orders.id }).from(orders).orderBy(asc(orders.id)).limit(50)).map(
    ({ id }) => id,
  )
  expect(ids).toHaveLength(50)
  const before = await checkRecords(app.db, ids)
  const made = new Map(ids.map((id) => [id, 0]))
  const takeStep = async (index: number) => {
    const id = ids[(index * 7) % ids.length] ?? 0
    const isUndone = index % 9 === 0
    const step = app.db.transaction(async (tx) => {
      const order = await lockOrderOfAnyCompany(tx, id)
      await recordOrderStep(tx, order, { event: 'askCancel', by: null, reason: `第 ${index} 步` })
      if (isUndone) throw new Error('undone')
    })
    if (isUndone) return expect(step).rejects.toThrow('undone')
    await step
    return made.set(id, (made.get(id) ?? 0) + 1)
  }
  const workers = Array.from({ length: atOnce }, async (_, worker) => {
    for (let index = worker; index < steps; index += atOnce) await takeStep(index)
  })
  await Promise.all(workers)
  const after = await checkRecords(app.db, ids)
  expect(after.map(({ broken }) => broken).filter((broken) => broken !== null)).toEqual([])
  expect(after.map(({ entries }, at) => entries - (before[at]?.entries ?? 0))).toEqual([...made.values()])
  const recorded = await app.db.$count(stateChanges, eq(stateChanges.event, 'askCancel'))
  expect(recorded).toBe([...made.values()].reduce((sum, each) => sum + each, 0))
}, 120_000)

test('a writer that forgot the lock of the order waits for it', async () => {
  const [order] = await app.db.select().from(orders).limit(1)
  const id = order?.id ?? 0
  const [before] = await checkRecords(app.db, [id])
  const step = { orderId: id, kind: 'document', event: 'add', side: 'system' } as const
  await Promise.all(Array.from({ length: 40 }, () => app.db.transaction((tx) => recordDeal(tx, [step, step]))))
  const [after] = await checkRecords(app.db, [id])
  expect(after).toEqual({ orderId: id, entries: (before?.entries ?? 0) + 80, broken: null })
})

test('of parallel runs of the nightly job one makes the root of the day, while orders go on', async () => {
  const ids = (await app.db.select({ id: orders.id }).from(orders).limit(20)).map(({ id }) => id)
  const moves = ids.map((id) =>
    app.db.transaction(async (tx) => {
      const order = await lockOrderOfAnyCompany(tx, id)
      await recordOrderStep(tx, order, { event: 'dropCancel', by: null })
    }),
  )
  const runs = Array.from({ length: 8 }, () => createDealRoot(app.db, undefined, new Date()))
  const [made] = await Promise.all([Promise.all(runs), Promise.all(moves)])
  expect(made.filter(Boolean)).toHaveLength(1)
  expect((await checkRecords(app.db, ids)).filter(({ broken }) => broken !== null)).toEqual([])
  expect(await app.db.$count(dealEntries, inArray(dealEntries.orderId, ids))).toBeGreaterThan(20)
})
