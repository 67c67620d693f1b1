import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentParts } from '../../../src/db/tables/payments.ts'
import { isFree, loadHeldMoney } from '../../../src/server/orders/payouts/held-money.ts'
import { makePayouts } from '../../../src/server/orders/payouts/make-payouts.ts'
import { lockPayout, savePayoutLines } from '../../../src/server/orders/payouts/move-payout.ts'
import { loadRefundableItems } from '../../../src/server/orders/refunds/refund-requests.ts'
import { loadRefundable } from '../../../src/server/orders/refunds/refundable.ts'
import { contentOf } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { statementsOf } from '../../support/query-count.ts'
import { companyOf } from '../../support/scenes/orders/cart.ts'
import * as scene from '../../support/scenes/orders/order.ts'
import {
  duePayout,
  paidOnline,
  payoutRow,
  refresh,
  removeDemoPayouts,
  setDisputed,
} from '../../support/scenes/orders/payout.ts'

/** What payouts read, lock and write, and what a failed step leaves behind. */

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const finance = clientForFile(app, 'finance')
beforeAll(() => scene.payeeOf(app))
beforeEach(() => removeDemoPayouts(app))

test('the job locks only payouts that need something, and reads the others at once', async () => {
  const { orderId } = await duePayout(app, buyer, seller)
  const upToDate = await statementsOf(() => refresh(app))
  expect(upToDate.filter((text) => text.includes('for update'))).toEqual([])
  expect(upToDate).toHaveLength(2)
  const other = await duePayout(app, buyer, seller)
  expect(await statementsOf(() => refresh(app))).toHaveLength(2)
  await setDisputed(app, orderId, 'disputed')
  const outdated = await statementsOf(() => refresh(app))
  // The orders of the payout, then the payout.
  expect(outdated.filter((text) => text.includes('for update'))).toHaveLength(2)
  expect((await payoutRow(app, orderId)).status).toBe('held')
  expect((await payoutRow(app, other.orderId)).status).toBe('due')
})

test('a payout that is not committed sends no notices, and the others are made', async () => {
  const { orderId } = await paidOnline(app, buyer, seller)
  const companyId = await companyOf(app, 'seller')
  await app.db.execute(sql`create function refuse_payout() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`)
  await app.db.execute(
    sql.raw(`create constraint trigger refuse_payout after insert on payouts
    deferrable initially deferred for each row when (new.company_id = ${companyId}) execute function refuse_payout()`),
  )
  const { push, config } = app.runtime
  const sent: unknown[] = []
  const failed: unknown[] = []
  const job = {
    push: { ...push, send: async (...notice: unknown[]) => void sent.push(notice) },
    log: { error: (...of: unknown[]) => void failed.push(of) },
    config,
  }
  await makePayouts(app.db, job)
  expect(failed).toHaveLength(1)
  expect(sent).toEqual([])
  await app.db.execute(sql`drop trigger refuse_payout on payouts`)
  await makePayouts(app.db, job)
  expect((await payoutRow(app, orderId)).status).toBe('due')
  expect(sent.length).toBeGreaterThan(0)
})

test('open lines of payouts are looked up by their partial index', async () => {
  const free = app.db.select({ id: paymentParts.id }).from(paymentParts).where(isFree(app.db)).toSQL()
  expect(free.sql).toContain('"payout_lines"."is_open"')
  expect(free.params).toEqual([])
  const { orderId } = await duePayout(app, buyer, seller)
  const [refundable = ''] = await statementsOf(() => loadRefundable(app.db, orderId))
  expect(refundable).toMatch(/"payout_lines"\."is_open" and/)
})

test('refunds are looked up by their order', async () => {
  const { orderId } = await paidOnline(app, buyer, seller)
  const ofOrder = eq(paymentParts.orderId, orderId)
  const [held = ''] = await statementsOf(() => loadHeldMoney(app.db, 7, ofOrder))
  expect(held).toContain('"refunds"."order_id" = "payment_parts"."order_id"')
  const [items = ''] = await statementsOf(() => loadRefundableItems(app.db, orderId))
  // In the shares of requests, and in what they took.
  expect(items.match(/"refund_requests"\."order_id" = \$/g)).toHaveLength(2)
})

test('the list of operators reads no payments, and counts without the companies', async () => {
  await paidOnline(app, buyer, seller)
  const { payoutId } = await duePayout(app, buyer, seller)
  const list = async () => contentOf(await finance.api.orders.payouts({}))
  const statements = await statementsOf(list)
  expect(statements.filter((text) => text.includes('"payment_lines"'))).toEqual([])
  const counts = statements.filter((text) => /count\(\*\)/.test(text) && text.includes('from "payouts"'))
  expect(counts).toHaveLength(1)
  expect(counts[0]).not.toContain('"companies"')
  expect((await list()).data.find((row) => row.payoutId === payoutId)).toMatchObject({ orders: 2 })
})

test('changed lines are saved by one statement', async () => {
  await paidOnline(app, buyer, seller)
  const { payoutId } = await duePayout(app, buyer, seller)
  const statements = await statementsOf(() =>
    app.db.transaction(async (tx) => {
      const { lines } = await lockPayout(tx, payoutId)
      expect(lines).toHaveLength(2)
      await savePayoutLines(
        tx,
        payoutId,
        lines.map((line, at) => ({ ...line, amount: 1_000 + at, fee: at })),
      )
    }),
  )
  expect(statements.filter((text) => text.startsWith('update "payout_lines"'))).toHaveLength(1)
  const { amount, fee } = contentOf(await finance.api.orders.payout({ payoutId }))
  expect([amount, fee]).toEqual([2_001, 1])
})
