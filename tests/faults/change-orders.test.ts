import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ChangeOrder } from '../../src/contract/orders/change-orders.ts'
import type { Db } from '../../src/db/open.ts'
import { changeOrders } from '../../src/db/tables/change-orders.ts'
import { orders } from '../../src/db/tables/orders.ts'
import { demoPassword } from '../support/accounts.ts'
import { contentOf, failureOf, signInAs, type Client } from '../support/client.ts'
import { appForFile, clientForFile } from '../support/fixtures.ts'
import { startKillableSite, persistentDatabase } from '../support/killable-site.ts'
import { newKey } from '../support/sentinels.ts'
import {
  addedRow,
  changeRows,
  proposalFor,
  propose,
  proposed,
  prove,
  rowWith,
  sign,
  termsVersionOf,
} from '../support/scenes/orders/changes.ts'
import { demandInput, leafOf, saveDemand, submittedOffer } from '../support/scenes/demands/demand.ts'
import { payeeOf, sells } from '../support/scenes/orders/order.ts'
import {
  accept,
  book,
  expectBooksAgree,
  linesOf,
  open as openPayment,
  submitted,
} from '../support/scenes/orders/pay.ts'
import { stagedOrder, stagedSchedule } from '../support/scenes/orders/staged.ts'

/** PGlite serialises transactions; with DATABASE_URL the races run on PostgreSQL. */
const races = 200
/** Each kill restarts the server, one to several seconds; 50 take minutes and were run when this was written. */
const kills = 20

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
beforeAll(async () => {
  await payeeOf(app)
  await prove(buyer)
  await prove(seller)
})

const tally = (names: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))

test('both sides propose at once, twenty times each: there is one open change order', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { orderId } = await stagedOrder(app, buyer, seller)
    const proposal = await proposalFor(buyer, 'buyer', orderId, () => [addedRow()])
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 2 === 0 ? propose(buyer, 'buyer', proposal) : propose(seller, 'seller', proposal),
      ),
    )
    expect(tally(answers.map(failureOf))).toEqual({ none: 1, changeOpen: 39 })
    expect((await changeRows(app, orderId)).map(({ number, status }) => [number, status])).toEqual([[1, 'proposed']])
  }
})

test('twenty signatures at once apply a change order once', async () => {
  const { orderId } = await stagedOrder(app, buyer, seller)
  const change = await proposed(seller, 'seller', orderId, () => [addedRow()])
  const answers = await Promise.all(Array.from({ length: 20 }, () => sign(buyer, 'buyer', change)))
  expect(tally(answers.map(failureOf))).toEqual({ none: 1, stepNotAllowed: 19 })
  expect(await termsVersionOf(app, orderId)).toEqual({ version: 2, total: 1_050_001 })
  expect(await linesOf(app, orderId)).toHaveLength(5)
})

/** Proposes another amount of the last stage; the seller was confirmed before. */
async function repriced(orderId: number, amount: number): Promise<ChangeOrder> {
  const proposal = await proposalFor(seller, 'seller', orderId, (rows) => [rowWith(rows.at(-1), { amount })])
  const [change] = contentOf(await propose(seller, 'seller', proposal)).data
  if (change === undefined) throw new Error('Nothing was proposed')
  return change
}

test(`signing against a payment of the same line, ${races} times: sums hold, no line is below what was paid`, async () => {
  const { orderId } = await stagedOrder(app, buyer, seller)
  const outcomes: string[] = []
  for (let round = 0; round < races; round += 1) {
    // Lowers the last stage while its payment is opened, submitted or received; raises it again where it was lowered.
    const line = (await linesOf(app, orderId)).at(-1)
    if (line === undefined) throw new Error('No line')
    const rest = line.amount - line.paid
    if (rest < 2_000) {
      const more = await repriced(orderId, line.amount + 100_000)
      contentOf(await sign(buyer, 'buyer', more))
      continue
    }
    const amount = line.paid + Math.floor(rest / 2)
    const change = await repriced(orderId, amount)
    const pays =
      round % 3 === 0
        ? async () => {
            const { payment } = contentOf(await openPayment(buyer, [line.id], 'demo'))
            await book(app, payment.paymentNo, Math.min(payment.amount, 1_000))
          }
        : round % 3 === 1
          ? async () => {
              const paymentId = await submitted(app, buyer, orderId, line.seq)
              contentOf(await accept(seller, paymentId, 1_000))
            }
          : () => openPayment(buyer, [line.id], 'demo')
    const [signed] = await Promise.all([
      pause((round * 5) % 40).then(() => sign(buyer, 'buyer', change)),
      pays().catch(() => undefined),
    ])
    const outcome = failureOf(signed)
    outcomes.push(outcome)
    expect(['none', 'changeBelowPaid']).toContain(outcome)
    const lines = await linesOf(app, orderId)
    const { total } = await termsVersionOf(app, orderId)
    expect(lines.reduce((sum, each) => sum + each.amount, 0)).toBe(total)
    for (const each of lines) expect(each.paid).toBeLessThanOrEqual(each.amount)
    if (outcome !== 'none')
      contentOf(await buyer.api.orders.buyerChangeDecline({ changeId: change.changeId, reason: '正在付款' }))
    await app.db.execute(`update payments set status = 'closed' where status = 'open'`)
  }
  await expectBooksAgree(app, [orderId])
  process.stdout.write(`${JSON.stringify(tally(outcomes))}\n`)
  // Both orders of the two came up.
  for (const outcome of ['none', 'changeBelowPaid'])
    expect(outcomes.filter((each) => each === outcome).length, outcome).toBeGreaterThan(10)
}, 300_000)

/** An order is as before its change order, or as after it; nothing in between. */
async function expectWhole(db: Db, orderId: number, step: number): Promise<void> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const rows = await db.select().from(changeOrders).where(eq(changeOrders.orderId, orderId))
  const applied = rows.filter(({ status }) => status === 'applied').length
  expect(order?.termsVersion).toBe(applied + 1)
  const lines = await linesOf({ db }, orderId)
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(order?.total)
  expect(order?.total).toBe(1_000_001 + applied * step)
  expect(new Set(rows.map(({ baseVersion, status }) => `${baseVersion} ${status}`)).size).toBe(rows.length)
}

/** A confirmed order with stages, made without the database at hand. */
async function orderOverHttp(own: { buyer: Client; seller: Client }, categoryId: number): Promise<number> {
  const { demandId } = contentOf(await saveDemand(own.buyer, { ...demandInput(categoryId), submit: true }))
  const offerId = await submittedOffer(own.seller, demandId, { milestones: stagedSchedule })
  const { orderId } = contentOf(await own.buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))
  contentOf(await sells(own.seller, orderId, 'confirm'))
  return orderId
}

test(`kill -9 × ${kills} while change orders are applied: each is applied whole or not at all`, async () => {
  const step = 1_000
  const { env, open } = await persistentDatabase()
  const before = await open()
  const leaf = await leafOf(before)
  await before.close()
  const site = await startKillableSite(env)
  await site.start()
  const own = { buyer: await signInAs(site.app, 'buyer'), seller: await signInAs(site.app, 'seller') }
  const orderId = await orderOverHttp(own, leaf.id)
  const over = new AbortController()
  let acknowledged = 0
  let signing = 0
  let broken = 0
  const untilAnswered = async <T>(
    ask: () => Promise<{ ok: true; content: T } | { ok: false; failure: { code: number } }>,
  ) => {
    for (;;) {
      const answer = await ask().catch(() => undefined)
      if (answer?.ok === true) return answer.content
      if (signing > acknowledged) broken += 1
      if (answer !== undefined && answer.failure.code !== 0) throw new Error(JSON.stringify(answer.failure))
      await site.ready()
      await pause(5)
    }
  }
  const changeOnce = async () => {
    await untilAnswered(() => own.seller.api.accounts.reauthenticate({ password: demoPassword }))
    await untilAnswered(() => own.buyer.api.accounts.reauthenticate({ password: demoPassword }))
    const { base } = await untilAnswered(() => own.seller.api.orders.sellerChangeOrders({ orderId }))
    const last = base.rows.at(-1)
    const row = rowWith(last, { amount: (last?.amount ?? 0) + step })
    const total = base.rows.reduce((sum, { amount }) => sum + amount, step)
    const { version: baseVersion, promisedOn } = base
    const proposal = {
      orderId,
      baseVersion,
      reason: '调整',
      scope: '',
      promisedOn,
      total,
      rows: [row],
      expiresInDays: 7,
    }
    const keys = [newKey(), newKey()] as const
    const { data } = await untilAnswered(() => propose(own.seller, 'seller', proposal, keys[0]))
    const [change] = data
    if (change === undefined) throw new Error('Nothing was proposed')
    signing += 1
    await untilAnswered(() => sign(own.buyer, 'buyer', change, keys[1]))
    acknowledged += 1
  }
  const work = (async () => {
    while (!over.signal.aborted) await changeOnce()
  })()
  for (let round = 0; round < kills; round += 1) {
    // Killed while the second signature is on its way: before, in and after its transaction.
    const known = signing
    await vi.waitFor(() => expect(signing).toBeGreaterThan(known), { timeout: 60_000, interval: 1 })
    await pause((round * 3) % 45)
    await site.kill()
    await site.start()
  }
  over.abort()
  await work
  await site.kill()
  const { db, close } = await open()
  await expectWhole(db, orderId, step)
  const { version } = await termsVersionOf({ db }, orderId)
  expect(version).toBe(acknowledged + 1)
  expect(broken).toBeGreaterThan(0)
  await close()
  process.stdout.write(`${acknowledged} change orders over ${kills} kills, ${broken} signatures without an answer\n`)
}, 600_000)
