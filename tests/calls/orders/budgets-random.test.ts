import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { productSpecs } from '../../../src/db/tables/catalogue.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { requisitions } from '../../../src/db/tables/requisitions.ts'
import { usedSum } from '../../../src/domain/orders/budgets/budgets.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { colleague, type Colleague } from '../../support/scenes/accounts/people.ts'
import { budgeted, changed, eventsOf, useOf } from '../../support/scenes/orders/budgets.ts'
import { companyOf } from '../../support/scenes/orders/cart.ts'
import { othersGoods } from '../../support/scenes/orders/checkout.ts'
import { buys, payeeOf, sells, transferred } from '../../support/scenes/orders/order.ts'
import { paidBack } from '../../support/scenes/orders/refund.ts'
import * as desk from '../../support/scenes/orders/requisitions.ts'

/** Random calls on orders, requisitions and payments of one budget: balances are the sum of entries after each round. */
const rounds = 250

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
let manager: Colleague
beforeAll(async () => {
  manager = await colleague(app, buyer, ['my_orders', 'apply_manage'])
  await payeeOf(app)
})

test(`${rounds} random rounds of parallel calls`, { timeout: 300_000 }, async () => {
  const random = seededRandom(44)
  const sellerId = await companyOf(app, 'seller')
  const place = (await othersGoods(app, 'buyer')).findIndex(({ companyId }) => companyId === sellerId)
  const small = await desk.askedOrder(app, buyer, 1, place)
  const great = await desk.askedOrder(app, buyer, 3, place)
  await app.db.update(productSpecs).set({ stock: 1_000_000 }).where(eq(productSpecs.id, small.spec.specId))
  const costCentre = 'RANDOM'
  const amount = small.orderAmount * 12
  const { budgetId } = await budgeted(buyer, costCentre, { amount })
  // The greater order waits for the manager.
  const steps = [desk.step('部门', [manager.userId])]
  contentOf(await desk.saveRules(buyer, [desk.rule({ from: great.orderAmount, steps })]))

  const placed = () =>
    app.db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.budgetId, budgetId), eq(orders.sellerCompanyId, sellerId)))
      .orderBy(orders.id)
  const waiting = () =>
    app.db
      .select({ id: requisitions.id })
      .from(requisitions)
      .where(and(eq(requisitions.budgetId, budgetId), eq(requisitions.status, 'waiting')))
      .orderBy(requisitions.id)
  let [refused, highest] = [0, 0]
  const ask = async (asked: typeof small) => {
    if (failureOf(await asked.submit({ costCentre })) === 'budgetShort') refused += 1
  }
  const oneOf = (rows: readonly { readonly id: number }[]) => rows.at(random(Math.max(1, rows.length)))?.id

  for (let round = 0; round < rounds; round += 1) {
    const [order, requisition] = [oneOf((await placed()).slice(-12)), oneOf(await waiting())]
    const calls = Array.from({ length: 1 + random(4) }, (): (() => Promise<unknown>) => {
      switch (random(9)) {
        case 0:
        case 1:
          return () => ask(small)
        case 2:
          return () => ask(great)
        case 3:
          return async () => requisition && desk.approve(manager.client, requisition)
        case 4:
          return async () => requisition && desk.withdraw(buyer, requisition)
        case 5:
          return async () => order && buys(buyer, order, 'cancel', { reason: '不再需要' })
        case 6:
          return async () => order && sells(seller, order, random(3) === 0 ? 'decline' : 'confirm', { reason: '缺货' })
        case 7:
          return async () => order && transferred(buyer, order).catch(() => undefined)
        default:
          return () => changed(buyer, budgetId, { amount: amount + random(3) * small.orderAmount })
      }
    })
    await Promise.all(calls.map((call) => call()))
    if (order !== undefined && random(6) === 0) {
      // A voucher that waits is confirmed, and what is to be refunded is paid back.
      const waits = contentOf(await seller.api.orders.sellerPayments({})).data.filter(
        ({ status }) => status === 'submitted',
      )
      for (const { paymentId, amount: received } of waits.slice(0, 2))
        await seller.api.orders.paymentVerdict(
          { paymentId, verdict: 'confirm', received },
          { idempotencyKey: crypto.randomUUID() },
        )
    }
    highest = Math.max(highest, usedSum(await useOf(app, budgetId)))
  }
  const events = new Set(await eventsOf(app, budgetId))
  expect([...events]).toEqual(
    expect.arrayContaining(['order commit', 'order end', 'requisition hold', 'requisition release', 'payment spend']),
  )
  expect(refused).toBeGreaterThan(0)
  expect(highest).toBeGreaterThan(0)

  // What ended holds and commits nothing; what is left is that of the orders as they are.
  for (const { id } of await waiting()) contentOf(await desk.withdraw(buyer, id))
  for (const { id } of await placed()) {
    await buys(buyer, id, 'cancel', { reason: '收尾' })
    await sells(seller, id, 'decline', { reason: '收尾' })
    await paidBack(app, { buyer, seller }, id).catch(() => undefined)
  }
  expect((await useOf(app, budgetId)).held).toBe(0)
})
