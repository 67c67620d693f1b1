import { eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { productSpecs } from '../../src/db/tables/catalogue.ts'
import { budgetEntries } from '../../src/db/tables/budget-entries.ts'
import { orders } from '../../src/db/tables/orders.ts'
import { signInAs, contentOf, failureOf, type Client } from '../support/client.ts'
import { appForFile } from '../support/fixtures.ts'
import { newKey } from '../support/sentinels.ts'
import { colleague, type Colleague } from '../support/scenes/accounts/people.ts'
import { budgeted, changed, useOf } from '../support/scenes/orders/budgets.ts'
import { at, companyOf, ref } from '../support/scenes/orders/cart.ts'
import { addressOf, othersGoods } from '../support/scenes/orders/checkout.ts'
import { buys, payeeOf, sells, transferred } from '../support/scenes/orders/order.ts'
import * as desk from '../support/scenes/orders/requisitions.ts'

const app = appForFile()
let buyer: Client
let seller: Client
let manager: Colleague
/** Goods that the seller sells one by one. */
let goods: Awaited<ReturnType<typeof othersGoods>>
beforeAll(async () => {
  buyer = await signInAs(app, 'buyer')
  seller = await signInAs(app, 'seller')
  manager = await colleague(app, buyer, ['my_orders', 'apply_manage'])
  await addressOf(app, buyer, 'buyer')
  await payeeOf(app)
  const sellerId = await companyOf(app, 'seller')
  goods = (await othersGoods(app, 'buyer')).filter(
    ({ companyId, minOrder }) => companyId === sellerId && minOrder === 1,
  )
  const ids = goods.map(({ specId }) => specId)
  await app.db.update(productSpecs).set({ stock: 100_000 }).where(inArray(productSpecs.id, ids))
})

/** Submits one of some goods with a cost centre. */
async function asking(index: number) {
  const asked = { direct: { ...ref(at(goods, index)), quantity: 1 } }
  const { orderAmount } = contentOf(await buyer.api.orders.orderConfirm(asked))
  const submit = (costCentre: string, key = newKey()) =>
    buyer.api.orders.orderSubmit({ ...asked, orderAmount, costCentre }, { idempotencyKey: key })
  return { orderAmount, submit }
}

test('500 parallel requests never exceed a budget that stops', async () => {
  const { orderAmount, submit } = await asking(0)
  const { budgetId } = await budgeted(buyer, 'RACE', { amount: orderAmount * 60 + 1 })
  // Each twentieth request is sent twice with its key.
  const keys = Array.from({ length: 500 }, () => newKey())
  const sent = keys.map((key, index) => (index % 20 === 19 ? at(keys, index - 1) : key))
  const answers = await Promise.all(sent.map((key) => submit('RACE', key)))
  const placed = new Set(answers.flatMap((each) => (each.ok ? [each.content.groupId] : [])))
  expect(placed.size).toBe(60)
  expect(new Set(answers.filter((each) => !each.ok).map(failureOf))).toEqual(new Set(['budgetShort']))
  const rows = await app.db.select({ total: orders.total }).from(orders).where(eq(orders.budgetId, budgetId))
  expect(rows).toHaveLength(60)
  expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: orderAmount * 60, spent: 0 })
  expect(await app.db.$count(budgetEntries, eq(budgetEntries.budgetId, budgetId))).toBe(60)
}, 180_000)

test('orders, approvals, cancellations, payments and new ceilings at once neither deadlock nor lose a fen', async () => {
  const [one, two] = [await asking(0), await asking(1)]
  const amount = one.orderAmount * 400
  const { budgetId } = await budgeted(buyer, 'MIXED', { amount })
  const steps = [desk.step('部门', [manager.userId])]
  contentOf(await desk.saveRules(buyer, [desk.rule({ from: Math.max(one.orderAmount, two.orderAmount), steps })]))
  const asked = [one, two].map((each) => () => each.submit('MIXED'))
  const first = await Promise.all(Array.from({ length: 40 }, (_, index) => at(asked, index % 2)()))
  const waiting = first.flatMap((each) => (failureOf(each) === 'approvalPending' ? [desk.pendingOf(each)] : []))
  const open = first.flatMap((each) => (each.ok ? each.content.orders.map(({ orderId }) => orderId) : []))
  expect(waiting.length).toBeGreaterThan(5)
  const work: (() => Promise<unknown>)[] = [
    ...waiting.map(
      (id, index) => () => (index % 3 === 0 ? desk.withdraw(buyer, id) : desk.approve(manager.client, id)),
    ),
    ...waiting.map((id) => () => desk.giveBack(manager.client, id)),
    ...open.flatMap((id, index) => [
      () => (index % 2 === 0 ? buys(buyer, id, 'cancel', { reason: '不再需要' }) : sells(seller, id, 'confirm')),
      () => transferred(buyer, id).catch(() => undefined),
    ]),
    ...Array.from({ length: 30 }, (_, index) => at(asked, index % 2)),
    ...Array.from({ length: 10 }, () => () => changed(buyer, budgetId, { amount: amount + one.orderAmount })),
  ]
  const answers = await Promise.all(work.map((each) => each()))
  expect(answers).toHaveLength(work.length)
  for (const each of answers) expect(JSON.stringify(each ?? null)).not.toMatch(/"code":5\d\d/)
  const { held, committed, spent } = await useOf(app, budgetId)
  const rows = await app.db
    .select({ total: orders.total, status: orders.status })
    .from(orders)
    .where(eq(orders.budgetId, budgetId))
  const live = rows.filter(({ status }) => status !== 'cancelled' && status !== 'declined')
  expect(committed + spent).toBe(live.reduce((sum, { total }) => sum + total, 0))
  expect(held).toBeGreaterThanOrEqual(0)
}, 180_000)
