import { setTimeout as pause } from 'node:timers/promises'
import { eq, inArray } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { productSpecs } from '../../src/db/tables/catalogue.ts'
import { orderGroups, orderLines, orders } from '../../src/db/tables/orders.ts'
import { at, ref } from '../support/scenes/orders/cart.ts'
import { othersGoods, submitted } from '../support/scenes/orders/checkout.ts'
import { signInAs, contentOf } from '../support/client.ts'
import { startKillableSite, persistentDatabase } from '../support/killable-site.ts'

/** A server is killed repeatedly during order submits, each retried with its key until there is a response. */

const kills = 50
const workers = 4
const stock = 1_000_000

test(`kill -9 × ${kills} during submits: every acknowledged order exists exactly once`, async () => {
  const { env, open } = await persistentDatabase()
  const before = await open()
  const spec = at(await othersGoods(before, 'buyer'), 0)
  await before.db.update(productSpecs).set({ stock }).where(eq(productSpecs.id, spec.specId))
  const groupsBefore = await before.db.$count(orderGroups)
  await before.close()

  const site = await startKillableSite(env)
  await site.start()
  const buyer = await signInAs(site.app, 'buyer')
  const address = { receiver: '王收', mobile: '13812345678', districtCode: '510104', street: '一号楼', isDefault: true }
  contentOf(await buyer.api.orders.addressSave(address))
  const asked = { direct: { ...ref(spec), quantity: spec.minOrder } }
  const shown = contentOf(await buyer.api.orders.orderConfirm(asked))

  const over = new AbortController()
  const acknowledged = new Map<string, number[]>()
  const submitOne = async () => {
    const key = crypto.randomUUID()
    for (;;) {
      const answer = await submitted(buyer, asked, shown, {}, key).catch(() => undefined)
      if (answer?.ok === true) {
        acknowledged.set(
          key,
          answer.content.orders.map(({ orderId }) => orderId),
        )
        return
      }
      // A killed server sends no response; any other failure is an error.
      if (answer !== undefined && answer.failure.code !== 0) throw new Error(JSON.stringify(answer.failure))
      await site.ready()
      await pause(5)
    }
  }
  const work = Promise.all(
    Array.from({ length: workers }, async () => {
      while (!over.signal.aborted) await submitOne()
    }),
  )
  for (let round = 0; round < kills; round += 1) {
    const known = acknowledged.size
    await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(known), { timeout: 60_000, interval: 2 })
    await pause((round * 7) % 40)
    await site.kill()
    await site.start()
  }
  over.abort()
  await work
  await site.kill()

  const { db, close } = await open()
  const ids = [...acknowledged.values()].flat()
  expect(new Set(ids).size).toBe(acknowledged.size)
  expect(await db.$count(orders, inArray(orders.id, ids))).toBe(acknowledged.size)
  expect((await db.$count(orderGroups)) - groupsBefore).toBe(acknowledged.size)
  const sold = await db.select().from(orderLines).where(inArray(orderLines.orderId, ids))
  const [left] = await db.select().from(productSpecs).where(eq(productSpecs.id, spec.specId))
  expect(left?.stock).toBe(stock - sold.reduce((sum, { quantity }) => sum + quantity, 0))
  await close()
  const slowest = Math.max(...site.readyAfter.slice(1))
  process.stdout.write(`${acknowledged.size} orders, ready again after ${Math.round(slowest)} ms at most\n`)
  expect(slowest).toBeLessThan(5_000)
}, 600_000)
