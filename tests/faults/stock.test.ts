import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { productSpecs } from '../../src/db/tables/catalogue.ts'
import { orderLines } from '../../src/db/tables/orders.ts'
import { releaseStock, takeStock } from '../../src/server/orders/stock.ts'
import { at, ref } from '../support/scenes/orders/cart.ts'
import { addressOf, othersGoods, stockOf, submitted } from '../support/scenes/orders/checkout.ts'
import { signInAs, contentOf, failureOf, type Client } from '../support/client.ts'
import { appForFile } from '../support/fixtures.ts'

const app = appForFile()
let buyers: Client[]
beforeAll(async () => {
  buyers = [await signInAs(app, 'buyer'), await signInAs(app, 'buyer2')]
  await addressOf(app, at(buyers, 0), 'buyer')
  await addressOf(app, at(buyers, 1), 'buyer2')
})

/** A specification with a minimum order of one and a given stock. */
async function specOf(pieces: number) {
  const both = await Promise.all(['buyer', 'buyer2'].map((name) => othersGoods(app, name)))
  const [first = [], second = []] = both
  const spec = first.find(({ minOrder, specId }) => minOrder === 1 && second.some((other) => other.specId === specId))
  if (spec === undefined) throw new Error('Nothing is sold one by one')
  await app.db.update(productSpecs).set({ stock: pieces }).where(eq(productSpecs.id, spec.specId))
  return spec
}

/** Quantity in orders. */
async function soldOf(specId: number): Promise<number> {
  const lines = await app.db.select().from(orderLines).where(eq(orderLines.specId, specId))
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

test('1,000 parallel purchases of a stock of 100 sell exactly 100', async () => {
  const spec = await specOf(100)
  const asked = { direct: { ...ref(spec), quantity: 1 } }
  const before = await soldOf(spec.specId)
  const sums = await Promise.all(buyers.map((who) => who.api.orders.orderConfirm(asked)))
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => {
      const side = index % 2
      return submitted(at(buyers, side), asked, contentOf(at(sums, side)))
    }),
  )
  const names = Object.groupBy(answers.map(failureOf), (name) => name)
  expect([names.none?.length, names.itemsInvalid?.length]).toEqual([100, 900])
  expect(await stockOf(app, [spec.specId])).toEqual([0])
  expect((await soldOf(spec.specId)) - before).toBe(100)
}, 120_000)

test('concurrent returns of the same stock restore it once', async () => {
  const spec = await specOf(5)
  const asked = { direct: { ...ref(spec), quantity: 3 } }
  const shown = contentOf(await at(buyers, 0).api.orders.orderConfirm(asked))
  const made = contentOf(await submitted(at(buyers, 0), asked, shown))
  expect(await stockOf(app, [spec.specId])).toEqual([2])
  const { orderId } = at(made.orders, 0)
  await Promise.all(Array.from({ length: 20 }, () => app.db.transaction((tx) => releaseStock(tx, orderId))))
  expect(await stockOf(app, [spec.specId])).toEqual([5])
})

test('concurrent orders of the same two listings in opposite order never deadlock', async () => {
  const [first, second] = (await othersGoods(app, 'buyer')).filter(({ minOrder }) => minOrder === 1)
  if (first === undefined || second === undefined) throw new Error('Too few goods')
  for (const { specId } of [first, second]) {
    await app.db.update(productSpecs).set({ stock: 1_000 }).where(eq(productSpecs.id, specId))
  }
  const one = ({ specId }: { specId: number }) => ({ specId, quantity: 1 })
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      app.db.transaction((tx) =>
        takeStock(tx, index % 2 === 0 ? [one(first), one(second)] : [one(second), one(first)]),
      ),
    ),
  )
  expect(await stockOf(app, [first.specId, second.specId])).toEqual([940, 940])
}, 60_000)
