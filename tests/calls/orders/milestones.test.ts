import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { deliveries, invoices } from '../../../src/db/tables/fulfilment.ts'
import { stateChanges } from '../../../src/db/tables/operations.ts'
import { orderMilestones, orders, paymentLines } from '../../../src/db/tables/orders.ts'
import { offerVersions } from '../../../src/db/tables/demands.ts'
import { endOfDay } from '../../../src/domain/orders/deadlines.ts'
import { date } from '../../../src/domain/time.ts'
import { completeOrders } from '../../../src/server/orders/jobs/expire-orders.ts'
import { remindOrders } from '../../../src/server/orders/jobs/remind-orders.ts'
import { origin } from '../../support/app.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { countQueries } from '../../support/query-count.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { openDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import * as scene from '../../support/scenes/orders/order.ts'
import { linesOf, paid, submitted, reject } from '../../support/scenes/orders/pay.ts'
import { give, ofLine, paidBack } from '../../support/scenes/orders/refund.ts'
import {
  acceptStage,
  deliveredStage,
  milestoneRows,
  stagedOrder,
  stagedSchedule,
  startStage,
} from '../../support/scenes/orders/staged.ts'

const { bought, buys, deliver, noticesOf, offerOrder, payeeOf, rowOf, sells, sold } = scene
const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')
const buyer2 = clientForFile(app, 'buyer2')
const ops = clientForFile(app, 'ops')
beforeAll(async () => {
  await payeeOf(app)
})

const statusesOf = async (orderId: number) => (await milestoneRows(app, orderId)).map(({ status }) => status)
const daysUntil = (at: string | null | undefined) => (Date.parse(at ?? '') - Date.now()) / 86_400_000
const setMilestone = (id: number, columns: Partial<typeof orderMilestones.$inferInsert>) =>
  app.db.update(orderMilestones).set(columns).where(eq(orderMilestones.id, id))
const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
const lineStates = async (orderId: number) => (await linesOf(app, orderId)).map(({ status }) => status)

describe('an order from an offer with deliverables', () => {
  test('has a milestone for each row that names them, and no calendar date for its payment', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller, { confirmed: false })
    for (const order of [await bought(buyer, orderId), await sold(seller, orderId)]) {
      expect(
        order.milestones.map(({ seq, name, deliverables, status, steps }) => [seq, name, deliverables, status, steps]),
      ).toEqual([
        [1, '方案', '签字的试验方案', 'planned', []],
        [2, '中期报告', '中期数据；脏器称重', 'planned', []],
        [3, '总结报告', 'GLP 总结报告', 'planned', []],
      ])
      expect(order.payments.map(({ amount }) => amount)).toEqual([100_000, 200_000, 300_000, 400_001])
      expect(order.milestones.map(({ lineId }) => lineId)).toEqual(order.payments.slice(1).map(({ lineId }) => lineId))
      expect(order.payments.map(({ dueAt }) => dueAt !== null)).toEqual([true, false, false, false])
    }
    const today = date(new Date().toISOString())
    const planned = (await milestoneRows(app, orderId)).map(({ plannedAt }) => plannedAt.getTime())
    expect(planned).toEqual([30, 60, 120].map((days) => endOfDay(today).getTime() + days * 86_400_000))
  })

  test('plans from the day of the confirmation, and the prepayment is due with it', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller, { confirmed: false })
    const before = await milestoneRows(app, orderId)
    await app.db
      .update(orders)
      .set({ createdAt: ago(3) })
      .where(eq(orders.id, orderId))
    contentOf(await sells(seller, orderId, 'confirm'))
    const after = await milestoneRows(app, orderId)
    expect(after.map(({ plannedAt }) => plannedAt.getTime())).toEqual(
      before.map(({ plannedAt }) => plannedAt.getTime() + 3 * 86_400_000),
    )
    expect(await lineStates(orderId)).toEqual(['due', 'scheduled', 'scheduled', 'scheduled'])
  })

  test('owes nothing at the confirmation where the first payment belongs to a stage', async () => {
    const milestones = stagedSchedule.map((row, index) =>
      index === 0
        ? { ...row, deliverables: '开题材料' }
        : { ...row, deliverables: index === 3 ? '' : row.deliverables },
    )
    const { orderId } = await stagedOrder(app, buyer, seller, { milestones })
    expect(await lineStates(orderId)).toEqual(['scheduled', 'scheduled', 'scheduled', 'scheduled'])
    const { orderNo } = await bought(buyer, orderId)
    const told = (await noticesOf(app, 'buyer', orderNo)).find(({ title }) => title.includes('已由供应商确认'))
    expect(told?.text).toContain('里程碑验收后应付')
  })

  test('gives a payment by date that follows a stage at least a day, whatever its days', async () => {
    const milestones = stagedSchedule.map((row, index) =>
      index === 0
        ? { ...row, deliverables: '开题材料' }
        : { ...row, dueDays: 0, deliverables: index === 3 ? '' : row.deliverables },
    )
    const { orderId } = await stagedOrder(app, buyer, seller, { milestones })
    await remindOrders(app.db, app.runtime)
    expect((await lineStates(orderId))[3]).not.toBe('overdue')
    expect(daysUntil((await bought(buyer, orderId)).payments[3]?.dueAt)).toBeCloseTo(1, 1)
  })

  test('is read with at most two queries more than one without stages', async () => {
    const staged = await stagedOrder(app, buyer, seller)
    const plain = await offerOrder(app, buyer, seller)
    const of = (orderId: number) => countQueries(app, () => buyer.api.orders.buyerOrder({ orderId }).then(contentOf))
    expect(await of(staged.orderId)).toBeLessThanOrEqual((await of(plain.orderId)) + 1)
  })
})

describe('stages', () => {
  test('are started, delivered, reworked and accepted one by one, each acceptance making its payment due', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const [one, two, three] = ids
    expect((await sold(seller, orderId)).steps).not.toContain('start')
    expect((await sold(seller, orderId)).milestones.map(({ steps }) => steps)).toEqual([
      ['start'],
      ['start'],
      ['start'],
    ])

    expect(contentOf(await startStage(seller, orderId, one)).status).toBe('in_progress')
    expect(contentOf(await deliver(seller, orderId, { milestoneId: one })).status).toBe('delivered')
    expect((await bought(buyer, orderId)).milestones[0]?.steps).toEqual(['accept', 'requestChanges'])
    expect((await bought(buyer, orderId)).steps).not.toContain('accept')

    // The second stage runs beside the first, which waits for acceptance.
    expect(contentOf(await startStage(seller, orderId, two)).status).toBe('delivered')
    const asked = await buys(buyer, orderId, 'requestChanges', { milestoneId: one, reason: '补充附录' })
    expect(contentOf(asked).status).toBe('changes_requested')
    expect(await statusesOf(orderId)).toEqual(['changes_requested', 'in_work', 'planned'])
    expect(contentOf(await deliver(seller, orderId, { milestoneId: one, note: '含附录' })).status).toBe('delivered')

    expect(contentOf(await acceptStage(buyer, orderId, one)).status).toBe('in_progress')
    const { payments, deliveries: all, milestones } = await bought(buyer, orderId)
    expect(payments.map(({ status }) => status)).toEqual(['due', 'due', 'scheduled', 'scheduled'])
    expect(daysUntil(payments[1]?.dueAt)).toBeGreaterThan(6.99)
    expect(daysUntil(payments[1]?.dueAt)).toBeLessThan(7.01)
    expect(all.map(({ milestoneId, verdict, reason }) => [milestoneId, verdict, reason])).toEqual([
      [one, 'accepted', ''],
      [one, 'changes', '补充附录'],
    ])
    expect(milestones[0]).toMatchObject({ status: 'accepted', steps: [] })
    expect((await rowOf(app, orderId)).firstDeliveredAt).toBeNull()

    contentOf(await deliver(seller, orderId, { milestoneId: two }))
    contentOf(await acceptStage(buyer, orderId, two))
    await deliveredStage(seller, orderId, three)
    expect((await rowOf(app, orderId)).firstDeliveredAt).not.toBeNull()
    expect(contentOf(await acceptStage(buyer, orderId, three)).status).toBe('completed')
    const done = await rowOf(app, orderId)
    expect(done).toMatchObject({ status: 'completed' })
    expect(done.completedAt).not.toBeNull()
    expect(await lineStates(orderId)).toEqual(['due', 'due', 'due', 'due'])
    expect((await bought(buyer, orderId)).canPay).toBe(true)

    const steps = await app.db
      .select()
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, 'milestone'), inArray(stateChanges.entityId, [...ids])))
      .orderBy(stateChanges.id)
    expect(
      steps.filter(({ entityId }) => entityId === one).map(({ event, toStatus }) => `${event} ${toStatus}`),
    ).toEqual([
      'start in_work',
      'deliver delivered',
      'requestChanges changes_requested',
      'deliver delivered',
      'accept accepted',
    ])
    const { history, orderNo } = await bought(buyer, orderId)
    expect(history.map(({ event }) => event)).toEqual([
      'create',
      'confirm',
      'start',
      'deliverMilestone',
      'startMilestone',
      'requestMilestoneChanges',
      'deliverMilestone',
      'acceptMilestone',
      'deliverMilestone',
      'acceptMilestone',
      'startMilestone',
      'deliverMilestone',
      'accept',
    ])
    history.slice(1).forEach((step, at) => expect(step.fromStatus).toBe(history[at]?.toStatus))
    const toldSeller = (await noticesOf(app, 'seller', orderNo)).map(({ title }) => title)
    expect(toldSeller.filter((title) => title.includes('已由买家验收'))).toHaveLength(3)
    expect(toldSeller.filter((title) => title.includes('买家要求修改'))).toHaveLength(1)
    const toldBuyer = (await noticesOf(app, 'buyer', orderNo)).map(({ title }) => title)
    expect(toldBuyer.filter((title) => title.includes('已交付，请验收'))).toHaveLength(4)
    expect(toldBuyer.filter((title) => title.includes('已开工'))).toHaveLength(3)
  })

  test('with requested changes are to-dos of the supplier while another one waits for acceptance', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    await deliveredStage(seller, orderId, ids[0])
    await deliveredStage(seller, orderId, ids[1])
    contentOf(await buys(buyer, orderId, 'requestChanges', { milestoneId: ids[1], reason: '补充原始数据' }))
    expect((await rowOf(app, orderId)).status).toBe('delivered')
    const { todos } = contentOf(await seller.api.orders.sellerDashboard({}))
    const own = todos.filter(({ path }) => path.endsWith(`id=${orderId}`))
    expect(own.map(({ kind, title }) => [kind, title.includes('中期报告')])).toEqual([['revise', true]])
  })

  test('follow their table: nothing is skipped, repeated or done by the other side', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const [one] = ids
    expect(failureOf(await deliver(seller, orderId, { milestoneId: one }))).toBe('stepNotAllowed')
    expect(failureOf(await acceptStage(buyer, orderId, one))).toBe('stepNotAllowed')
    contentOf(await startStage(seller, orderId, one))
    expect(failureOf(await startStage(seller, orderId, one))).toBe('stepNotAllowed')
    expect(failureOf(await acceptStage(buyer, orderId, one))).toBe('stepNotAllowed')
    contentOf(await deliver(seller, orderId, { milestoneId: one }))
    expect(failureOf(await deliver(seller, orderId, { milestoneId: one }))).toBe('stepNotAllowed')
    contentOf(await acceptStage(buyer, orderId, one))
    expect(failureOf(await acceptStage(buyer, orderId, one))).toBe('stepNotAllowed')
    expect(failureOf(await buys(buyer, orderId, 'requestChanges', { milestoneId: one, reason: '再改' }))).toBe(
      'stepNotAllowed',
    )
    expect(await statusesOf(orderId)).toEqual(['accepted', 'planned', 'planned'])
    expect(await app.db.select().from(deliveries).where(eq(deliveries.orderId, orderId))).toHaveLength(1)
  })

  test('need their milestone, of this order, and orders without stages take none', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const other = await stagedOrder(app, buyer, seller)
    expect(failureOf(await sells(seller, orderId, 'start'))).toBe('milestoneNeeded')
    expect(failureOf(await startStage(seller, orderId, other.ids[0]))).toBe('notFound')
    expect(failureOf(await startStage(seller, orderId, missingId))).toBe('notFound')
    expect(failureOf(await startStage(seller, orderId, -1))).toBe('invalidInput')
    contentOf(await startStage(seller, orderId, ids[0]))
    expect(failureOf(await deliver(seller, orderId))).toBe('milestoneNeeded')
    contentOf(await deliver(seller, orderId, { milestoneId: ids[0] }))
    expect(failureOf(await buys(buyer, orderId, 'accept'))).toBe('milestoneNeeded')
    expect(failureOf(await buys(buyer, orderId, 'requestChanges', { reason: '改' }))).toBe('milestoneNeeded')
    expect(await statusesOf(orderId)).toEqual(['delivered', 'planned', 'planned'])

    const plain = await offerOrder(app, buyer, seller)
    contentOf(await sells(seller, plain.orderId, 'confirm'))
    expect(failureOf(await startStage(seller, plain.orderId, ids[0]))).toBe('milestoneUnneeded')
    contentOf(await sells(seller, plain.orderId, 'start'))
    expect(failureOf(await deliver(seller, plain.orderId, { milestoneId: ids[0] }))).toBe('milestoneUnneeded')
    contentOf(await deliver(seller, plain.orderId))
    expect(failureOf(await acceptStage(buyer, plain.orderId, ids[0]))).toBe('milestoneUnneeded')
    expect(contentOf(await buys(buyer, plain.orderId, 'accept')).status).toBe('completed')
  })

  test('belong to the two sides', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const [one] = ids
    for (const client of [seller3, buyer2]) {
      expect(failureOf(await startStage(client, orderId, one))).toMatch(/notFound|notSeller/)
      expect(failureOf(await acceptStage(client, orderId, one))).toBe('notFound')
    }
    expect(failureOf(await startStage(visitor(app), orderId, one))).toBe('sessionInvalid')
    expect(failureOf(await startStage(buyer, orderId, one))).toMatch(/notFound|notSeller/)
    await deliveredStage(seller, orderId, one)
    expect(failureOf(await acceptStage(seller, orderId, one))).toBe('notFound')
    expect(await statusesOf(orderId)).toEqual(['delivered', 'planned', 'planned'])
  })

  test('change nothing on bad input', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const [one] = ids
    contentOf(await startStage(seller, orderId, one))
    expect(failureOf(await deliver(seller, orderId, { milestoneId: one, note: '' }))).toBe('nothingDelivered')
    expect(failureOf(await deliver(seller, orderId, { milestoneId: one, fileIds: ['missing'] }))).toBe('notFound')
    expect(await statusesOf(orderId)).toEqual(['in_work', 'planned', 'planned'])
    expect((await rowOf(app, orderId)).status).toBe('in_progress')
    contentOf(await deliver(seller, orderId, { milestoneId: one }))
    const [delivery] = (await bought(buyer, orderId)).deliveries
    expect(fieldsWithErrors(await buys(buyer, orderId, 'requestChanges', { milestoneId: one }))).toEqual(['reason'])
    const outdated = { milestoneId: one, deliveryId: missingId }
    expect(failureOf(await buys(buyer, orderId, 'accept', outdated))).toBe('conflict')
    expect(await statusesOf(orderId)).toEqual(['delivered', 'planned', 'planned'])
    contentOf(await buys(buyer, orderId, 'accept', { milestoneId: one, deliveryId: delivery?.deliveryId ?? 0 }))
  })

  test('answer the newest delivery of their own milestone', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const [one, two] = ids
    await deliveredStage(seller, orderId, one)
    await deliveredStage(seller, orderId, two)
    const first = (await bought(buyer, orderId)).deliveries.find(({ milestoneId }) => milestoneId === one)
    const second = (await bought(buyer, orderId)).deliveries.find(({ milestoneId }) => milestoneId === two)
    const wrong = { milestoneId: one, deliveryId: second?.deliveryId ?? 0 }
    expect(failureOf(await buys(buyer, orderId, 'accept', wrong))).toBe('conflict')
    contentOf(await buys(buyer, orderId, 'accept', { milestoneId: one, deliveryId: first?.deliveryId ?? 0 }))
    expect((await rowOf(app, orderId)).status).toBe('delivered')
    const answered = (await bought(buyer, orderId)).deliveries.map(({ milestoneId, verdict }) => [milestoneId, verdict])
    expect(answered).toEqual([
      [two, null],
      [one, 'accepted'],
    ])
  })

  test('deliver once for repeated requests with one key', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const [one] = ids
    contentOf(await startStage(seller, orderId, one))
    const key = newKey()
    const [first, second] = await Promise.all([
      deliver(seller, orderId, { milestoneId: one }, key),
      deliver(seller, orderId, { milestoneId: one }, key),
    ])
    expect(contentOf(first)).toEqual(contentOf(second))
    expect(await app.db.select().from(deliveries).where(eq(deliveries.orderId, orderId))).toHaveLength(1)
  })

  test('request the invoice of the order with the last acceptance', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const invoice = {
      kind: 'normal' as const,
      title: '衡序',
      taxNo: '91310000MA1K000000',
      bankName: '',
      bankAccount: '',
      address: '',
      phone: '',
      receiverEmail: '',
    }
    await app.db.update(orders).set({ invoice }).where(eq(orders.id, orderId))
    await app.db
      .update(paymentLines)
      .set({ paid: sql`${paymentLines.amount}`, status: 'confirmed' })
      .where(eq(paymentLines.orderId, orderId))
    const requested = () => app.db.select().from(invoices).where(eq(invoices.orderId, orderId))
    for (const id of ids) {
      expect(await requested()).toHaveLength(0)
      await deliveredStage(seller, orderId, id)
      contentOf(await acceptStage(buyer, orderId, id))
    }
    expect(await requested()).toHaveLength(1)
    // Paid early: accepted stages stay paid.
    expect(await lineStates(orderId)).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed'])
  })
})

describe('the payment of a stage', () => {
  test('never becomes due or overdue by calendar before the acceptance, and does afterwards', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    await app.db
      .update(orderMilestones)
      .set({ plannedAt: ago(90) })
      .where(eq(orderMilestones.orderId, orderId))
    await remindOrders(app.db, app.runtime)
    expect((await lineStates(orderId)).slice(1)).toEqual(['scheduled', 'scheduled', 'scheduled'])
    await deliveredStage(seller, orderId, ids[0])
    contentOf(await acceptStage(buyer, orderId, ids[0]))
    await app.db
      .update(paymentLines)
      .set({ dueAt: ago(1) })
      .where(and(eq(paymentLines.orderId, orderId), eq(paymentLines.seq, 2)))
    await remindOrders(app.db, app.runtime)
    expect((await lineStates(orderId)).slice(1)).toEqual(['overdue', 'scheduled', 'scheduled'])
  })

  test('that was paid early and returned whole waits for the acceptance again', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    await paid(app, { buyer, seller }, orderId, 2)
    const line = (await linesOf(app, orderId))[1]
    if (line === undefined) throw new Error('No second line')
    expect(line.status).toBe('confirmed')
    contentOf(await give(seller, ofLine(orderId, line.id, line.amount, { reason: '误付' })))
    await paidBack(app, { buyer, seller }, orderId)
    expect((await lineStates(orderId))[1]).toBe('scheduled')
    await deliveredStage(seller, orderId, ids[0])
    contentOf(await acceptStage(buyer, orderId, ids[0]))
    expect((await lineStates(orderId))[1]).toBe('due')
  })

  test('that was paid early and refused waits for the acceptance again', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const first = await submitted(app, buyer, orderId, 2)
    contentOf(await reject(seller, first))
    const again = await submitted(app, buyer, orderId, 2)
    contentOf(await buyer.api.orders.paymentClose({ paymentId: again }))
    expect((await lineStates(orderId))[1]).toBe('scheduled')
    await deliveredStage(seller, orderId, ids[0])
    contentOf(await acceptStage(buyer, orderId, ids[0]))
    expect((await lineStates(orderId))[1]).toBe('due')
  })
})

describe('silence', () => {
  test('accepts each milestone 14 days after its delivery, and the last one completes the order', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const [one, two, three] = ids
    await deliveredStage(seller, orderId, one)
    await deliveredStage(seller, orderId, two)
    const set = async (id: number, days: number) => {
      await setMilestone(id, { deliveredAt: ago(days) })
      await app.db
        .update(orders)
        .set({ deliveredAt: ago(days) })
        .where(eq(orders.id, orderId))
    }
    await set(two, 3)
    await set(one, 13.9)
    await completeOrders(app.db, app.runtime)
    expect(await statusesOf(orderId)).toEqual(['delivered', 'delivered', 'planned'])
    await set(one, 14.01)
    await Promise.all([completeOrders(app.db, app.runtime), completeOrders(app.db, app.runtime)])
    expect(await statusesOf(orderId)).toEqual(['accepted', 'delivered', 'planned'])
    const row = await rowOf(app, orderId)
    expect(row.status).toBe('delivered')
    expect(Math.round((Date.now() - (row.deliveredAt?.getTime() ?? 0)) / 86_400_000)).toBe(3)
    expect((await lineStates(orderId)).slice(1)).toEqual(['due', 'scheduled', 'scheduled'])

    await deliveredStage(seller, orderId, three)
    await setMilestone(two, { deliveredAt: ago(15) })
    await setMilestone(three, { deliveredAt: ago(15) })
    await app.db
      .update(orders)
      .set({ deliveredAt: ago(15) })
      .where(eq(orders.id, orderId))
    await completeOrders(app.db, app.runtime)
    expect(await statusesOf(orderId)).toEqual(['accepted', 'accepted', 'accepted'])
    const done = await bought(buyer, orderId)
    expect(done.status).toBe('completed')
    expect(done.history.at(-1)).toMatchObject({ event: 'complete', by: '系统' })
    expect(
      (await noticesOf(app, 'seller', done.orderNo)).filter(({ title }) => title.includes('视为验收通过')),
    ).toHaveLength(3)
  })

  test('is reminded of once for each milestone and delivery, and late stages are reminded of', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const [one, two] = ids
    await deliveredStage(seller, orderId, one)
    await deliveredStage(seller, orderId, two)
    await setMilestone(one, { deliveredAt: ago(12.5) })
    await setMilestone(two, { deliveredAt: ago(7.5) })
    await app.db
      .update(orders)
      .set({ deliveredAt: ago(12.5) })
      .where(eq(orders.id, orderId))
    await setMilestone(ids[2], { plannedAt: ago(1) })
    for (let run = 0; run < 2; run += 1) await remindOrders(app.db, app.runtime)
    const { orderNo } = await bought(buyer, orderId)
    const told = (await noticesOf(app, 'buyer', orderNo)).filter(({ title }) => title.includes('天，请验收'))
    expect(told.map(({ title }) => title)).toEqual([
      `订单 ${orderNo} 的里程碑 1“方案”已交付 12 天，请验收`,
      `订单 ${orderNo} 的里程碑 2“中期报告”已交付 7 天，请验收`,
    ])
    const late = (await noticesOf(app, 'seller', orderNo)).filter(({ title }) => title.includes('超过计划日期'))
    expect(late).toHaveLength(1)
  })

  test('accepts nothing while the buyer asks to cancel', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    await deliveredStage(seller, orderId, ids[0])
    contentOf(await buys(buyer, orderId, 'cancel', { reason: '项目终止' }))
    await setMilestone(ids[0], { deliveredAt: ago(20) })
    await app.db
      .update(orders)
      .set({ deliveredAt: ago(20) })
      .where(eq(orders.id, orderId))
    await completeOrders(app.db, app.runtime)
    expect(await statusesOf(orderId)).toEqual(['delivered', 'planned', 'planned'])
  })
})

describe('a dispute', () => {
  const disputeIdOf = async (orderId: number) =>
    contentOf(await buyer.api.orders.buyerDisputes({ orderId })).data[0]?.disputeId ?? 0
  const rule = async (orderId: number, event: 'resume' | 'complete') =>
    contentOf(
      await ops.api.orders.disputeVerdict({
        disputeId: await disputeIdOf(orderId),
        event,
        reason: '双方提供的记录已核实，按此处理。',
      }),
    )

  test('stops every milestone, and continuing gives the order its milestones back with the whole time', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    const [one, two, three] = ids
    await deliveredStage(seller, orderId, one)
    contentOf(await startStage(seller, orderId, two))
    await setMilestone(one, { deliveredAt: ago(20) })
    contentOf(await buys(buyer, orderId, 'dispute', { reason: '数据不一致' }))
    expect(failureOf(await startStage(seller, orderId, three))).toBe('stepNotAllowed')
    expect(failureOf(await deliver(seller, orderId, { milestoneId: two }))).toBe('stepNotAllowed')
    expect(failureOf(await acceptStage(buyer, orderId, one))).toBe('stepNotAllowed')
    expect(failureOf(await buys(buyer, orderId, 'requestChanges', { milestoneId: one, reason: '改' }))).toBe(
      'stepNotAllowed',
    )
    await completeOrders(app.db, app.runtime)
    expect(await statusesOf(orderId)).toEqual(['delivered', 'in_work', 'planned'])
    expect((await bought(buyer, orderId)).milestones.flatMap(({ steps }) => steps)).toEqual([])

    const dispute = contentOf(await ops.api.orders.dispute({ disputeId: await disputeIdOf(orderId) }))
    expect(dispute.milestones.map(({ status }) => status)).toEqual(['delivered', 'in_work', 'planned'])
    expect(dispute.deliveries.map(({ milestoneId }) => milestoneId)).toEqual([one])

    await rule(orderId, 'resume')
    expect((await rowOf(app, orderId)).status).toBe('delivered')
    // The page shows when it was delivered, not when the time of acceptance began anew.
    const [shown] = (await bought(buyer, orderId)).milestones
    const [given] = (await bought(buyer, orderId)).deliveries
    expect(shown?.deliveredAt).toBe(given?.createdAt)
    await completeOrders(app.db, app.runtime)
    expect(await statusesOf(orderId)).toEqual(['delivered', 'in_work', 'planned'])
    contentOf(await acceptStage(buyer, orderId, one))
  })

  test('ruled as completed accepts every stage and makes its payments due', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    await deliveredStage(seller, orderId, ids[0])
    contentOf(await buys(buyer, orderId, 'dispute', { reason: '数据不一致' }))
    await rule(orderId, 'complete')
    expect((await rowOf(app, orderId)).status).toBe('completed')
    expect(await statusesOf(orderId)).toEqual(['accepted', 'accepted', 'accepted'])
    expect((await lineStates(orderId)).slice(1)).toEqual(['due', 'due', 'due'])
  })

  test('an ended order does not move either', async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    await deliveredStage(seller, orderId, ids[0])
    contentOf(await buys(buyer, orderId, 'cancel', { reason: '项目终止' }))
    contentOf(await sells(seller, orderId, 'agreeCancel', { refundAmount: 0 }))
    expect(failureOf(await acceptStage(buyer, orderId, ids[0]))).toBe('stepNotAllowed')
    expect(failureOf(await startStage(seller, orderId, ids[1]))).toBe('stepNotAllowed')
    expect(await lineStates(orderId)).not.toContain('overdue')
  })
})

describe('the database', () => {
  /** Name of the violated constraint, from anywhere in the cause chain. */
  async function violated(work: Promise<unknown>): Promise<string> {
    const thrown: unknown = await work.then(
      () => undefined,
      (err: unknown) => err,
    )
    for (let at = thrown; at instanceof Error; at = at.cause) {
      if (at.message.includes('payment lines of order')) return 'payment_lines_summed'
    }
    return thrown === undefined ? 'none' : String(thrown)
  }

  test('keeps the sum of the payments equal to the total, at the end of a transaction', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    const of = and(eq(paymentLines.orderId, orderId), eq(paymentLines.seq, 2))
    const next = and(eq(paymentLines.orderId, orderId), eq(paymentLines.seq, 3))
    const more = { amount: sql`${paymentLines.amount} + 1` }
    expect(await violated(app.db.update(paymentLines).set(more).where(of))).toBe('payment_lines_summed')
    expect(await violated(app.db.update(orders).set({ total: 1 }).where(eq(orders.id, orderId)))).toBe(
      'payment_lines_summed',
    )
    expect(
      await violated(app.db.insert(paymentLines).values({ orderId, seq: 9, name: '多余', percent: 1, amount: 1 })),
    ).toBe('payment_lines_summed')
    const first = and(eq(paymentLines.orderId, orderId), eq(paymentLines.seq, 1))
    expect(await violated(app.db.delete(paymentLines).where(first))).toBe('payment_lines_summed')
    const { id: _id, orderNo, ...copy } = await rowOf(app, orderId)
    const without = { ...copy, orderNo: `${orderNo}-2`, demandId: null, offerId: null }
    expect(await violated(app.db.insert(orders).values(without))).toBe('payment_lines_summed')
    const shift = app.db.transaction(async (tx) => {
      await tx.update(paymentLines).set(more).where(of)
      await tx
        .update(paymentLines)
        .set({ amount: sql`${paymentLines.amount} - 1` })
        .where(next)
    })
    expect(await violated(shift)).toBe('none')
    expect((await linesOf(app, orderId)).map(({ amount }) => amount)).toEqual([100_000, 200_001, 299_999, 400_001])
  })
})

describe('an offer', () => {
  test('from before stages stays readable, verifiable and orderable as a whole', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    const before = contentOf(await buyer.api.demands.buyerOffer({ offerId }))
    const old = [
      { name: '首付款', percent: 30, dueDays: 0 },
      { name: '中期款', percent: 45, dueDays: 60 },
      { name: '尾款', percent: 25, dueDays: 120 },
    ]
    await app.db.update(offerVersions).set({ milestones: old }).where(eq(offerVersions.offerId, offerId))
    expect(contentOf(await buyer.api.demands.buyerOffer({ offerId })).current).toEqual(before.current)
    const { orderId } = contentOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))
    const order = await bought(buyer, orderId)
    expect(order.milestones).toEqual([])
    expect(order.payments.every(({ dueAt }) => dueAt !== null)).toBe(true)
  })

  test('names deliverables of at most 300 characters, and another text is another version', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId, { milestones: stagedSchedule })
    const long = stagedSchedule.map((row) => ({ ...row, deliverables: '长'.repeat(301) }))
    const refused = await seller.api.demands.offerSave({
      ...(await termsOf(offerId)),
      demandId,
      submit: true,
      milestones: long,
    })
    expect(fieldsWithErrors(refused)).toContain('milestones.0.deliverables')
    const other = stagedSchedule.map((row) =>
      row.name === '方案' ? { ...row, deliverables: '签字的方案与附录' } : row,
    )
    const saved = await seller.api.demands.offerSave({
      ...(await termsOf(offerId)),
      demandId,
      submit: true,
      milestones: other,
    })
    expect(contentOf(saved).version).toBe(2)
    const blank = stagedSchedule.map((row) => ({ ...row, deliverables: '  ' }))
    expect(
      failureOf(
        await seller.api.demands.offerSave({ ...(await termsOf(offerId)), demandId, submit: true, milestones: blank }),
      ),
    ).toBe('invalidInput')
  })

  async function termsOf(offerId: number) {
    const { items, milestones, durationDays, validUntil, note, answers } = contentOf(
      await seller.api.demands.sellerOffer({ offerId }),
    ).current
    return { items, milestones, durationDays, validUntil, note, answers }
  }
})

/** Downloads a file with the cookies of a client. */
const textOf = async (client: Client, url: string) => {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return app.fetch(new Request(origin + url, { headers: { cookie } }))
}

test('the contract lists the milestones, and an acceptance leaves its terms as they are', async () => {
  const { orderId, ids } = await stagedOrder(app, buyer, seller)
  const contract = async (client: Client) => {
    const call = client === buyer ? client.api.orders.buyerOrderContract : client.api.orders.sellerOrderContract
    const { url } = contentOf(await call({ orderId }))
    const bytes = new Uint8Array(await (await textOf(client, url)).arrayBuffer())
    return pdfText(bytes).replaceAll('\n', '')
  }
  const printOf = (text: string) => /SHA-256）：([0-9a-f]{64})/.exec(text)?.[1]
  const before = await contract(buyer)
  for (const words of ['里程碑', '签字的试验方案', '中期数据；脏器称重', '验收后 7 日内', '预付款']) {
    expect(before, words).toContain(words)
  }
  expect(printOf(before)).toMatch(/^[0-9a-f]{64}$/)
  await deliveredStage(seller, orderId, ids[0])
  contentOf(await acceptStage(buyer, orderId, ids[0]))
  expect(printOf(await contract(seller))).toBe(printOf(before))
})

describe('the calendar file', () => {
  test('has the planned days and open payments, for the two sides only', async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    const made = contentOf(await buyer.api.orders.buyerOrderCalendar({ orderId }))
    const answer = await textOf(buyer, made.url)
    expect(answer.headers.get('content-type')).toContain('text/calendar')
    const text = await answer.text()
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(4)
    expect(text.replaceAll('\r\n ', '')).toContain('SUMMARY:里程碑 2 计划交付：中期报告')
    expect(text.replaceAll('\r\n ', '')).toContain(String.raw`应付 ¥1\,000.00：预付款`)
    expect(contentOf(await buyer.api.orders.buyerOrderCalendar({ orderId })).url).toBe(made.url)
    expect((await textOf(seller, made.url)).status).toBe(404)

    const sellers = contentOf(await seller.api.orders.sellerOrderCalendar({ orderId }))
    const own = (await (await textOf(seller, sellers.url)).text()).replaceAll('\r\n ', '')
    expect(own).toContain(String.raw`应收 ¥1\,000.00：预付款`)
    expect(failureOf(await seller3.api.orders.sellerOrderCalendar({ orderId }))).toBe('notFound')
    expect(failureOf(await buyer2.api.orders.buyerOrderCalendar({ orderId }))).toBe('notFound')
    expect(failureOf(await seller.api.orders.buyerOrderCalendar({ orderId }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.orders.buyerOrderCalendar({ orderId }))).toBe('sessionInvalid')
    expect(failureOf(await buyer.api.orders.buyerOrderCalendar({ orderId: -1 }))).toBe('invalidInput')
  })

  test('is refused where there is nothing to put into it', async () => {
    const { orderId } = await offerOrder(app, buyer, seller)
    await app.db.update(paymentLines).set({ dueAt: null }).where(eq(paymentLines.orderId, orderId))
    expect(failureOf(await buyer.api.orders.buyerOrderCalendar({ orderId }))).toBe('calendarEmpty')
  })
})
