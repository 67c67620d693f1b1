import { eq, gt, and, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { productSpecs } from '../../../src/db/tables/catalogue.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { requisitionEntries, requisitions } from '../../../src/db/tables/requisitions.ts'
import { contentOf, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { colleague, type Colleague } from '../../support/scenes/accounts/people.ts'
import { companyOf } from '../../support/scenes/orders/cart.ts'
import * as scene from '../../support/scenes/orders/requisitions.ts'

/**
 * Random calls of five people: whatever they do, nothing above the limit is bought without two other people. RANDOM_CALLS
 * sets their number, such as 10000 for a long run.
 */
const rounds = Number(process.env.RANDOM_CALLS ?? 400)

const app = appForFile()
const owner = clientForFile(app, 'buyer')
const people: Colleague[] = []
beforeAll(async () => {
  for (const rights of [
    ['my_orders'],
    ['my_orders', 'apply_manage'],
    ['apply_manage'],
    ['my_orders', 'apply_manage', 'corporate_credit'],
    ['apply_manage', 'corporate_credit'],
  ] as const)
    people.push(await colleague(app, owner, rights))
})
const at = <T>(list: readonly T[], index: number): T => {
  const one = list[index]
  if (one === undefined) throw new Error(`There is no ${index}`)
  return one
}

test(`${rounds} random calls of five people`, { timeout: 60_000 + 100 * rounds }, async () => {
  const random = seededRandom(2026)
  const companyId = await companyOf(app, 'buyer')
  const steps = [
    scene.step(
      '部门',
      people.slice(1, 4).map(({ userId }) => userId),
    ),
    scene.step('财务', [], ['corporate_credit']),
  ]
  const buyers = people.filter((_person, index) => [0, 1, 3].includes(index))
  const asked = await Promise.all(
    buyers.flatMap(({ client }) => [1, 4].map((quantity) => scene.askedOrder(app, client, quantity))),
  )
  const [{ spec }] = [at(asked, 0)]
  await app.db.update(productSpecs).set({ stock: 1_000_000 }).where(eq(productSpecs.id, spec.specId))
  const amounts = asked.map(({ orderAmount }) => orderAmount).toSorted((a, b) => a - b)
  const limit = at(amounts, amounts.length - 1)
  expect(at(amounts, 0)).toBeLessThan(limit)
  contentOf(await scene.saveRules(owner, [scene.rule({ from: limit, steps })]))
  const before = new Set((await app.db.select({ id: orders.id }).from(orders)).map(({ id }) => id))

  const ids = async () =>
    (await app.db.select({ id: requisitions.id }).from(requisitions).where(eq(requisitions.companyId, companyId))).map(
      ({ id }) => id,
    )
  let known: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (round % 10 === 0) known = (await ids()).slice(-6)
    const client: Client = at(people, random(people.length)).client
    const id = known.length === 0 ? 0 : at(known, random(known.length))
    switch (random(6)) {
      case 0:
      case 1:
        await at(asked, random(asked.length)).submit()
        break
      case 2:
        if (id > 0) await scene.withdraw(client, id)
        break
      case 3:
        if (id > 0 && random(4) === 0) await scene.giveBack(client, id)
        break
      default:
        if (id > 0) await Promise.all([scene.approve(client, id), scene.approve(at(people, random(5)).client, id)])
    }
  }

  // Chance may have approved few: one more for each buyer is asked for and approved by the two people it needs.
  for (const one of asked.filter(({ orderAmount }) => orderAmount >= limit)) {
    const id = scene.pendingOf(await one.submit())
    for (const index of [2, 4]) contentOf(await scene.approve(at(people, index).client, id))
  }
  const cheap = asked.filter(({ orderAmount }) => orderAmount < limit)
  contentOf(await at(cheap, 0).submit())

  const bought = (
    await app.db
      .select()
      .from(orders)
      .where(and(eq(orders.buyerCompanyId, companyId), gt(orders.total, 0)))
  ).filter(({ id }) => !before.has(id))
  const above = bought.filter(({ total }) => total >= limit)
  const approved = await app.db
    .select()
    .from(requisitions)
    .where(and(eq(requisitions.companyId, companyId), eq(requisitions.status, 'approved')))
  expect(above.length).toBeGreaterThanOrEqual(3)
  expect(bought.length).toBeGreaterThan(above.length)
  // One order for each approved requisition, and none else above the limit.
  expect(above.length).toBe(approved.length)
  const entries = await app.db
    .select()
    .from(requisitionEntries)
    .where(
      inArray(
        requisitionEntries.requisitionId,
        approved.map(({ id }) => id),
      ),
    )
  for (const { id, userId } of approved) {
    const approvals = entries.filter(
      ({ requisitionId, event }) => requisitionId === id && (event === 'pass' || event === 'finish'),
    )
    const approvers = new Set(approvals.map((entry) => entry.userId))
    expect([approvers.size, approvers.has(userId)]).toEqual([2, false])
  }
})
