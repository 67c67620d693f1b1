import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, inArray } from 'drizzle-orm'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openDatabase, openEmbedded, type Database } from '../../src/db/open.ts'
import { productSpecs } from '../../src/db/tables/catalogue.ts'
import { orderGroups, orderLines, orders } from '../../src/db/tables/orders.ts'
import { at, ref } from '../calls/orders/cart-scene.ts'
import { othersGoods, submitted } from '../calls/orders/checkout-scene.ts'
import { origin } from '../support/app.ts'
import { as, contentOf } from '../support/client.ts'
import { copyOf, copyUrl } from '../support/database.ts'
import { freePort, startSite, type Site } from '../support/site.ts'

/** A server that is killed again and again while orders are submitted, each retried with its key until it is answered. */

const kills = 50
const workers = 4
const stock = 1_000_000

/** A database that outlives the processes on it, and the settings by which they find it. */
async function database(): Promise<{ env: Record<string, string>; open: () => Promise<Database> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-kill-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const template = inject('template')
  if (template.engine === 'postgres') {
    const kept = await copyOf(template)
    onTestFinished(() => kept.close())
    const url = copyUrl(template)
    return {
      env: { DATABASE_URL: url, DATA_DIR: dataDir },
      open: () => openDatabase({ databaseUrl: url, dataDir: '' }),
    }
  }
  const folder = join(dataDir, 'db')
  await (await openEmbedded(folder, new Blob([readFileSync(template.image)]))).close()
  return { env: { DATA_DIR: dataDir }, open: () => openEmbedded(folder) }
}

/** The built product on one port, to be killed and started again. */
async function server(env: Readonly<Record<string, string>>) {
  const port = await freePort()
  let site: Site | undefined
  let ready: Promise<void> = Promise.resolve()
  const readyAfter: number[] = []
  const start = () => {
    ready = startSite({ ...env, PORT: String(port), SITE_URL: origin, DEMO: '1' }).then((started) => {
      site = started
      readyAfter.push(started.readyAfter)
    })
    return ready
  }
  const kill = async () => {
    const child = site?.process
    if (child === undefined || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  const fetchFrom = async (request: Request) =>
    fetch(`http://127.0.0.1:${port}${new URL(request.url).pathname}`, {
      method: 'POST',
      headers: request.headers,
      body: await request.arrayBuffer(),
    })
  return { start, kill, readyAfter, app: { fetch: fetchFrom }, ready: () => ready }
}

test(`kill -9 × ${kills} during submits: every acknowledged order exists exactly once`, async () => {
  const { env, open } = await database()
  const before = await open()
  const spec = at(await othersGoods(before, 'buyer'), 0)
  await before.db.update(productSpecs).set({ stock }).where(eq(productSpecs.id, spec.specId))
  const groupsBefore = await before.db.$count(orderGroups)
  await before.close()

  const site = await server(env)
  await site.start()
  const buyer = await as(site.app, 'buyer')
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
      // A server that was killed answers nothing; every other answer is a fault.
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
  const made = await db.select().from(orders).where(inArray(orders.id, ids))
  expect(made.length).toBe(acknowledged.size)
  expect((await db.$count(orderGroups)) - groupsBefore).toBe(acknowledged.size)
  const sold = await db.select().from(orderLines).where(inArray(orderLines.orderId, ids))
  const [left] = await db.select().from(productSpecs).where(eq(productSpecs.id, spec.specId))
  expect(left?.stock).toBe(stock - sold.reduce((sum, { quantity }) => sum + quantity, 0))
  await close()
  const slowest = Math.max(...site.readyAfter.slice(1))
  process.stdout.write(`${acknowledged.size} orders, ready again after ${Math.round(slowest)} ms at most\n`)
  expect(slowest).toBeLessThan(5_000)
}, 600_000)
