import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { budgetEntries } from '../../../src/db/tables/budget-entries.ts'
import { budgets } from '../../../src/db/tables/budgets.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { requisitions } from '../../../src/db/tables/requisitions.ts'
import { links } from '../../../src/domain/links.ts'
import { commitOrders, holdBudget } from '../../../src/server/orders/budgets/book-budget.ts'
import { contentOf, failureOf, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { statementsOf } from '../../support/query-count.ts'
import { newKey } from '../../support/sentinels.ts'
import { colleague, type Colleague } from '../../support/scenes/accounts/people.ts'
import { openDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { budgetOf, budgeted, changed, eventsOf, saveBudget, useOf } from '../../support/scenes/orders/budgets.ts'
import { at, companyOf } from '../../support/scenes/orders/cart.ts'
import { othersGoods } from '../../support/scenes/orders/checkout.ts'
import {
  addedRow,
  changesOf,
  proposalFor,
  propose,
  proposed,
  prove,
  rowWith,
  sign,
} from '../../support/scenes/orders/changes.ts'
import { buys, noticesOf, payeeOf, sells, transferred } from '../../support/scenes/orders/order.ts'
import { linesOf, paid, refundRows, reject, voucherOf } from '../../support/scenes/orders/pay.ts'
import { answer, ask, give, ofLine, paidBack, receipt, requestIdOf, sent } from '../../support/scenes/orders/refund.ts'
import * as desk from '../../support/scenes/orders/requisitions.ts'
import { stagedSchedule } from '../../support/scenes/orders/staged.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const other = clientForFile(app, 'buyer2')
const third = clientForFile(app, 'seller3')
let manager: Colleague
let scientist: Colleague
let centre = 0
/** Place of goods of the seller among those that the buyer can order. */
let sellersGoods = 0
/** A cost centre that no other test uses. */
const nextCentre = () => {
  centre += 1
  return `T-${centre}`
}

beforeAll(async () => {
  manager = await colleague(app, buyer, ['my_orders', 'apply_manage'])
  scientist = await colleague(app, buyer, ['my_orders', 'my_requirement'])
  await payeeOf(app)
  const sellerId = await companyOf(app, 'seller')
  sellersGoods = (await othersGoods(app, 'buyer')).findIndex(({ companyId }) => companyId === sellerId)
})
beforeEach(async () => {
  contentOf(await desk.saveRules(buyer, []))
})

/** Goods that the scientist orders, and a budget of a new cost centre for so many such orders. */
async function budgetFor(count: number, changes: Parameters<typeof budgeted>[2] = {}) {
  const { orderAmount, submit } = await desk.askedOrder(app, scientist.client, 1, sellersGoods)
  const costCentre = nextCentre()
  const { budgetId } = await budgeted(buyer, costCentre, { amount: orderAmount * count, ...changes })
  const place = (more: { readonly projectCode?: string } = {}, key = newKey()) => submit({ costCentre, ...more }, key)
  const placed = async () => at(contentOf(await place()).orders, 0).orderId
  return { budgetId, costCentre, amount: orderAmount, place, placed }
}

/** A confirmed order of three stages, charged to a budget with some fen of room besides. */
async function stagedWith(room: number, mode: 'stop' | 'warn' = 'stop') {
  const offerId = await submittedOffer(seller, await openDemand(app, buyer), { milestones: stagedSchedule })
  const { current } = contentOf(await buyer.api.demands.buyerOffer({ offerId }))
  const { total, version } = current
  const costCentre = nextCentre()
  const { budgetId } = await budgeted(buyer, costCentre, { amount: total + room, mode })
  const { orderId } = contentOf(
    await buyer.api.demands.demandOrderSubmit({ offerId, total, version, costCentre }, { idempotencyKey: newKey() }),
  )
  contentOf(await sells(seller, orderId, 'confirm'))
  return { budgetId, orderId, total }
}

describe('an order', () => {
  test('commits its total, is paid, refunded and given back', async () => {
    const { budgetId, amount, placed } = await budgetFor(2)
    const orderId = await placed()
    expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: amount, spent: 0 })
    contentOf(await sells(seller, orderId, 'confirm'))
    const { paymentId, amount: sum } = await transferred(buyer, orderId)
    contentOf(
      await seller.api.orders.paymentVerdict(
        { paymentId, verdict: 'confirm', received: sum },
        { idempotencyKey: newKey() },
      ),
    )
    expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: amount - sum, spent: sum })
    contentOf(await seller.api.orders.paymentUndo({ paymentId, reason: '录入有误' }, { idempotencyKey: newKey() }))
    expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: amount, spent: 0 })
    expect(await eventsOf(app, budgetId)).toEqual(['order commit', 'payment spend', 'payment undo'])
  })

  test('that is cancelled or declined gives everything back, and once', async () => {
    const { budgetId, amount, placed } = await budgetFor(3)
    const [first, second] = [await placed(), await placed()]
    expect(await useOf(app, budgetId)).toMatchObject({ committed: 2 * amount })
    contentOf(await buys(scientist.client, first, 'cancel', { reason: '不再需要' }))
    expect(await useOf(app, budgetId)).toMatchObject({ committed: amount })
    contentOf(await sells(seller, second, 'decline', { reason: '缺货' }))
    expect(failureOf(await buys(scientist.client, second, 'cancel', { reason: '重复' }))).not.toBe('none')
    expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: 0, spent: 0 })
    expect(await eventsOf(app, budgetId)).toEqual(['order commit', 'order commit', 'order end', 'order end'])
  })

  test('paid and refunded: spent until the money is back, and not charged again', async () => {
    const { budgetId, orderId, total } = await stagedWith(0)
    await paid(app, { buyer, seller }, orderId)
    const [line] = await linesOf(app, orderId)
    const { id: lineId, amount } = line ?? { id: 0, amount: 0 }
    expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: total - amount, spent: amount })
    const asked = requestIdOf(await ask(buyer, ofLine(orderId, lineId, 1_000)))
    contentOf(await answer(seller, asked, 'agree'))
    expect(await useOf(app, budgetId)).toMatchObject({ spent: amount })
    await paidBack(app, { buyer, seller }, orderId)
    expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: total - amount, spent: amount - 1_000 })
    expect((await eventsOf(app, budgetId)).at(-1)).toBe('refund give_back')
  })

  test('paid and refunded in two parts is not owed again between them', async () => {
    const { budgetId, orderId, total } = await stagedWith(0)
    await paid(app, { buyer, seller }, orderId)
    const { id: lineId, amount } = at(await linesOf(app, orderId), 0)
    contentOf(await give(seller, ofLine(orderId, lineId, 1_000)))
    contentOf(await give(seller, ofLine(orderId, lineId, 2_000)))
    const [first] = await refundRows(app, orderId)
    contentOf(await sent(seller, first?.id ?? 0, await voucherOf(seller)))
    contentOf(await receipt(buyer, first?.id ?? 0, 'receive'))
    expect((await linesOf(app, orderId))[0]?.status).toBe('refund_pending')
    const between = { held: 0, committed: total - amount, spent: amount - (first?.amount ?? 0) }
    expect(await useOf(app, budgetId)).toEqual(between)
    await paidBack(app, { buyer, seller }, orderId)
    expect(await useOf(app, budgetId)).toEqual({ ...between, spent: amount - 3_000 })
  })

  test('a rejected transfer moves nothing', async () => {
    const { budgetId, amount, placed } = await budgetFor(1)
    const orderId = await placed()
    contentOf(await sells(seller, orderId, 'confirm'))
    contentOf(await reject(seller, (await transferred(buyer, orderId)).paymentId))
    expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: amount, spent: 0 })
  })

  test('beyond a budget that stops is refused with what is left, and nothing of it is kept', async () => {
    const { budgetId, amount, place, placed } = await budgetFor(1)
    await placed()
    const before = await app.db.$count(orders)
    const refused = await place()
    expect(failureOf(refused)).toBe('budgetShort')
    expect(refused.ok ? null : refused.failure.content).toEqual({ name: expect.any(String), left: 0 })
    expect(await app.db.$count(orders)).toBe(before)
    contentOf(await changed(buyer, budgetId, { amount: amount * 2 }))
    await placed()
    expect(await useOf(app, budgetId)).toMatchObject({ committed: amount * 2 })
  })

  test('beyond a budget that warns goes through, and people are told at 80 and 100 per cent once', async () => {
    const { budgetId, amount, place } = await budgetFor(2, { mode: 'warn', name: '提醒预算' })
    for (let count = 0; count < 4; count += 1) contentOf(await place())
    const told = await noticesOf(app, manager.loginName, '提醒预算')
    expect(told.map(({ event, title }) => [event, title])).toEqual([['budget.reached', '预算“提醒预算”已用 100%']])
    expect(await noticesOf(app, scientist.loginName, '提醒预算')).toEqual([])
    expect(await useOf(app, budgetId)).toMatchObject({ committed: 4 * amount })
  })

  test('sent twice with one key is committed once', async () => {
    const { budgetId, amount, place } = await budgetFor(3)
    const key = newKey()
    const answers = await Promise.all([place({}, key), place({}, key), place({}, key)])
    expect(new Set(answers.map((each) => contentOf(each).groupId)).size).toBe(1)
    expect(await useOf(app, budgetId)).toMatchObject({ committed: amount })
  })

  test('names a centre that is active, a project with a budget, and any centre where the company asks for it', async () => {
    const { costCentre, place } = await budgetFor(5)
    const project = contentOf(
      await saveBudget(buyer, budgetOf({ costCentre, projectCode: 'P-7', name: '项目预算', amount: 10_000_000_00 })),
    )
    const listed = contentOf(await scientist.client.api.orders.costCentres({})).data
    expect(listed.find(({ code }) => code === costCentre)).toMatchObject({ projects: ['P-7'] })
    const { orderId } = at(contentOf(await place({ projectCode: 'P-7' })).orders, 0)
    const [row] = await app.db.select().from(orders).where(eq(orders.id, orderId))
    expect(row).toMatchObject({ costCentre, projectCode: 'P-7', budgetId: project.budgetId })
    expect(failureOf(await place({ projectCode: 'P-8' }))).toBe('projectGone')
    const asked = await desk.askedOrder(app, scientist.client)
    expect(failureOf(await asked.submit({ projectCode: 'P-7' }))).toBe('projectGone')
    contentOf(await buyer.api.orders.costCentreRequire({ isRequired: true }))
    expect(failureOf(await asked.submit())).toBe('costCentreNeeded')
    contentOf(await buyer.api.orders.costCentreRequire({ isRequired: false }))
    contentOf(await asked.submit())
    contentOf(await buyer.api.orders.costCentreUpdate({ code: costCentre, name: '测试中心', isActive: false }))
    expect(failureOf(await place())).toBe('costCentreGone')
    expect(failureOf(await place({ projectCode: 'P-7' }))).toBe('costCentreGone')
  })

  test('without a cost centre pays no statement for budgets, with one at most four', async () => {
    const { submit } = await desk.askedOrder(app, scientist.client)
    const plain = await statementsOf(() => submit().then(contentOf))
    expect(plain.filter((text) => /budget_entries|cost_centres/.test(text))).toEqual([])
    const { place } = await budgetFor(50)
    const charged = await statementsOf(() => place().then(contentOf))
    expect(charged.length - plain.length).toBe(3)
  })
})

describe('a requisition', () => {
  /** Orders of the scientist wait for the manager. */
  const govern = async () =>
    contentOf(await desk.saveRules(buyer, [desk.rule({ steps: [desk.step('部门', [manager.userId])] })]))

  test('holds its amount, which the order takes over; the approver sees the budget', async () => {
    const { budgetId, amount, place } = await budgetFor(1)
    await govern()
    const requisitionId = desk.pendingOf(await place())
    expect(await useOf(app, budgetId)).toEqual({ held: amount, committed: 0, spent: 0 })
    expect(failureOf(await place())).toBe('budgetShort')
    const shown = await desk.detailOf(manager.client, requisitionId)
    expect(shown.budget).toMatchObject({ budgetId, held: amount, amount })
    contentOf(await desk.approve(manager.client, requisitionId))
    expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: amount, spent: 0 })
    expect(await eventsOf(app, budgetId)).toEqual(['requisition hold', 'requisition release', 'order commit'])
  })

  test('that is returned, withdrawn or cannot be carried out gives back what it held', async () => {
    const { budgetId, costCentre, amount, place } = await budgetFor(3)
    await govern()
    const [first, second, third] = [
      desk.pendingOf(await place()),
      desk.pendingOf(await place()),
      desk.pendingOf(await place()),
    ]
    contentOf(await desk.giveBack(manager.client, first))
    contentOf(await desk.withdraw(scientist.client, second))
    expect(await useOf(app, budgetId)).toEqual({ held: amount, committed: 0, spent: 0 })
    contentOf(await buyer.api.orders.costCentreUpdate({ code: costCentre, name: '测试中心', isActive: false }))
    const { status, reason } = contentOf(await desk.approve(manager.client, third))
    expect([status, reason]).toEqual(['returned', '该成本中心已停用，请重新选择'])
    expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: 0, spent: 0 })
  })

  test('whose budget was closed meanwhile is carried out without one', async () => {
    const { budgetId, place } = await budgetFor(1)
    await govern()
    const requisitionId = desk.pendingOf(await place())
    const { version } = contentOf(await buyer.api.orders.budget({ budgetId }))
    contentOf(await buyer.api.orders.budgetClose({ budgetId, version }, { idempotencyKey: newKey() }))
    contentOf(await desk.approve(manager.client, requisitionId))
    expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: 0, spent: 0 })
  })

  test('or order is not charged to a budget that was closed after it had been chosen', async () => {
    const { budgetId } = await budgetFor(5)
    const { orderId } = await stagedWith(0)
    const { userId } = manager
    const context = { push: app.runtime.push, after: () => {}, jobs: { wake: async () => {} } }
    await app.db.update(budgets).set({ closedAt: new Date() }).where(eq(budgets.id, budgetId))
    const commit = commitOrders(app.db, context, { budgetId, placed: [{ orderId, total: 5 }], userId })
    await expect(commit).rejects.toMatchObject({ failure: 'budgetEnded' })
    const hold = { budgetId, requisitionId: 1, amount: 5, userId }
    await expect(holdBudget(app.db, context, { ...hold, isNew: true })).rejects.toMatchObject({
      failure: 'budgetEnded',
    })
    await holdBudget(app.db, context, { ...hold, isNew: false })
    expect(await useOf(app, budgetId)).toEqual({ held: 5, committed: 0, spent: 0 })
  })
})

describe('a change order', () => {
  test('of the buyer holds what it adds until the supplier signs', async () => {
    const { budgetId, orderId, total } = await stagedWith(50_000)
    const change = await proposed(buyer, 'buyer', orderId, () => [addedRow()])
    expect(await useOf(app, budgetId)).toEqual({ held: 50_000, committed: total, spent: 0 })
    await prove(seller)
    contentOf(await sign(seller, 'seller', change))
    expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: total + 50_000, spent: 0 })
    expect(await eventsOf(app, budgetId)).toEqual(['order commit', 'change hold', 'change apply'])
  })

  test('that is declined, withdrawn or ends with its order gives back what it held', async () => {
    const { budgetId, orderId, total } = await stagedWith(50_000)
    const declined = await proposed(buyer, 'buyer', orderId, () => [addedRow()])
    contentOf(await seller.api.orders.sellerChangeDecline({ changeId: declined.changeId, reason: '做不了' }))
    const withdrawn = await proposed(buyer, 'buyer', orderId, () => [addedRow()])
    contentOf(await buyer.api.orders.buyerChangeWithdraw({ changeId: withdrawn.changeId }))
    expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: total, spent: 0 })
    await proposed(buyer, 'buyer', orderId, () => [addedRow()])
    expect(await useOf(app, budgetId)).toMatchObject({ held: 50_000 })
    contentOf(await buys(buyer, orderId, 'cancel', { reason: '项目终止' }))
    contentOf(await sells(seller, orderId, 'agreeCancel', { refundAmount: 0 }))
    expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: 0, spent: 0 })
  })

  test('beyond a budget that stops is refused when the buyer proposes or signs it; one that lowers gives back', async () => {
    const { budgetId, orderId, total } = await stagedWith(40_000)
    await prove(buyer)
    const wanted = await proposalFor(buyer, 'buyer', orderId, () => [addedRow()])
    expect(failureOf(await propose(buyer, 'buyer', wanted))).toBe('budgetShort')
    const asked = await proposed(seller, 'seller', orderId, () => [addedRow()])
    await prove(buyer)
    expect(failureOf(await sign(buyer, 'buyer', asked))).toBe('budgetShort')
    expect(at((await changesOf(buyer, 'buyer', orderId)).data, 0).status).toBe('proposed')
    contentOf(await buyer.api.orders.buyerChangeDecline({ changeId: asked.changeId, reason: '超出预算' }))
    const less = await proposed(seller, 'seller', orderId, (rows) => {
      const { seq, name, deliverables, on, amount } = at(rows, rows.length - 1)
      return [{ seq, name, deliverables, on, amount: amount - 30_000, skip: false }]
    })
    contentOf(await sign(buyer, 'buyer', less))
    expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: total - 30_000, spent: 0 })
  })

  test('that skips a paid stage keeps its money spent until it is back', async () => {
    const { budgetId, orderId, total } = await stagedWith(0)
    await paid(app, { buyer, seller }, orderId, 4)
    const amount = at(await linesOf(app, orderId), 3).amount
    const spent = { held: 0, committed: total - amount, spent: amount }
    expect(await useOf(app, budgetId)).toEqual(spent)
    const skip = await proposed(seller, 'seller', orderId, (rows) => [rowWith(rows[3], { skip: true })])
    await prove(buyer)
    contentOf(await sign(buyer, 'buyer', skip))
    expect(await useOf(app, budgetId)).toEqual(spent)
    await paidBack(app, { buyer, seller }, orderId)
    expect(await useOf(app, budgetId)).toEqual({ ...spent, spent: 0 })
    expect((await eventsOf(app, budgetId)).at(-1)).toBe('refund give_back')
  })

  test('re-approved: the requisition holds, the change takes over', async () => {
    const { budgetId, orderId, total } = await stagedWith(50_000)
    const steps = [desk.step('部门', [manager.userId])]
    contentOf(await desk.saveRules(buyer, [desk.rule({ action: 'change', steps })]))
    await prove(buyer)
    const wanted = await proposalFor(buyer, 'buyer', orderId, () => [addedRow()])
    const requisitionId = desk.pendingOf(await propose(buyer, 'buyer', wanted))
    expect(await useOf(app, budgetId)).toEqual({ held: 50_000, committed: total, spent: 0 })
    contentOf(await desk.approve(manager.client, requisitionId))
    expect(await useOf(app, budgetId)).toEqual({ held: 50_000, committed: total, spent: 0 })
    await prove(seller)
    contentOf(await sign(seller, 'seller', at((await changesOf(seller, 'seller', orderId)).data, 0)))
    expect(await useOf(app, budgetId)).toEqual({ held: 0, committed: total + 50_000, spent: 0 })
    expect(await eventsOf(app, budgetId)).toEqual([
      'order commit',
      'requisition hold',
      'requisition release',
      'change hold',
      'change apply',
    ])
  })
})

describe('a budget', () => {
  test('is changed with 角色管理 only, read with 申请管理, and not found by another company', async () => {
    const { budgetId, costCentre } = await budgetFor(1)
    const { version } = contentOf(await manager.client.api.orders.budget({ budgetId }))
    expect(failureOf(await changed(manager.client, budgetId, { amount: 5 }))).toBe('forbidden')
    expect(failureOf(await saveBudget(manager.client, budgetOf({ costCentre: 'X' })))).toBe('forbidden')
    expect(failureOf(await scientist.client.api.orders.budgets({}))).toBe('forbidden')
    const key = { idempotencyKey: newKey() }
    for (const refused of [
      await other.api.orders.budget({ budgetId }),
      await other.api.orders.budgetEntries({ budgetId }),
      await other.api.orders.budgetUpdate({ budgetId, version, name: '别人的', amount: 1, mode: 'warn' }, key),
      await other.api.orders.budgetClose({ budgetId, version }, { idempotencyKey: newKey() }),
      await other.api.orders.costCentreUpdate({ code: costCentre, name: '别人的', isActive: false }),
    ])
      expect(failureOf(refused)).toBe('notFound')
    expect(failureOf(await other.api.orders.chargedBudget({ costCentre }))).toBe('costCentreGone')
    expect(failureOf(await saveBudget(other, budgetOf({ costCentre })))).toBe('costCentreGone')
  })

  test('overlaps no other of its centre and project; of parallel ones one is saved', async () => {
    const { costCentre, budgetId } = await budgetFor(1)
    const refused = await saveBudget(buyer, budgetOf({ costCentre, name: '另一份' }))
    expect(failureOf(refused)).toBe('budgetOverlaps')
    expect(refused.ok ? null : refused.failure.content).toEqual({ name: `${costCentre} 采购` })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => saveBudget(buyer, budgetOf({ costCentre, projectCode: 'P-1' }))),
    )
    expect(answers.map(failureOf).toSorted()).toEqual([...Array<string>(7).fill('budgetOverlaps'), 'none'])
    const { version } = contentOf(await buyer.api.orders.budget({ budgetId }))
    contentOf(await buyer.api.orders.budgetClose({ budgetId, version }, { idempotencyKey: newKey() }))
    contentOf(await saveBudget(buyer, budgetOf({ costCentre })))
  })

  test('is saved once with one key', async () => {
    const costCentre = nextCentre()
    contentOf(await buyer.api.orders.costCentreSave({ code: costCentre, name: '测试中心' }))
    const key = newKey()
    const wanted = budgetOf({ costCentre })
    const ids = [await saveBudget(buyer, wanted, key), await saveBudget(buyer, wanted, key)]
    expect(new Set(ids.map((each) => contentOf(each).budgetId)).size).toBe(1)
  })

  test('is not lowered below what is used, nor changed by an outdated form or after it was closed', async () => {
    const { budgetId, amount, placed } = await budgetFor(3)
    await placed()
    const { version, name, mode } = contentOf(await buyer.api.orders.budget({ budgetId }))
    const refused = await changed(buyer, budgetId, { amount: amount - 1 })
    expect(failureOf(refused)).toBe('budgetBelowUse')
    expect(refused.ok ? null : refused.failure.content).toEqual({ used: amount })
    contentOf(await changed(buyer, budgetId, { amount }))
    const stale = { budgetId, version, name, mode, amount: amount * 2 }
    expect(failureOf(await buyer.api.orders.budgetUpdate(stale, { idempotencyKey: newKey() }))).toBe('conflict')
    expect(failureOf(await buyer.api.orders.budgetClose({ budgetId, version }, { idempotencyKey: newKey() }))).toBe(
      'conflict',
    )
    contentOf(await buyer.api.orders.budgetClose({ budgetId, version: version + 1 }, { idempotencyKey: newKey() }))
    expect(failureOf(await changed(buyer, budgetId, { amount: amount * 2 }))).toBe('budgetClosed')
  })

  test('that warns and is exceeded cannot stop before it is raised', async () => {
    const { budgetId, amount, placed } = await budgetFor(1, { mode: 'warn' })
    await placed()
    await placed()
    expect(failureOf(await changed(buyer, budgetId, { mode: 'stop' }))).toBe('budgetBelowUse')
    contentOf(await changed(buyer, budgetId, { mode: 'stop', amount: 2 * amount }))
    await useOf(app, budgetId)
  })

  test('is listed by period and centre, with its entries, people and sources, and exported', async () => {
    const { budgetId, costCentre, amount, place, placed } = await budgetFor(2)
    const orderId = await placed()
    const listed = async (client: Client, filter: { period?: 'current' | 'past' | 'coming' }) =>
      contentOf(await client.api.orders.budgets({ costCentre, ...filter })).data.map((row) => row.budgetId)
    expect(await listed(manager.client, {})).toEqual([budgetId])
    expect(await listed(manager.client, { period: 'past' })).toEqual([])
    expect(await listed(other, {})).toEqual([])
    const { data } = contentOf(await manager.client.api.orders.budgetEntries({ budgetId }))
    expect(data).toMatchObject([
      { source: 'order', event: 'commit', path: expect.stringContaining(`${orderId}`), committed: amount },
    ])
    expect(at(data, 0).by).not.toBe('')
    // A reader who may not open the order or requisition gets no link to it.
    const reader = await colleague(app, buyer, ['apply_manage'])
    const pathsFor = async (client: Client) =>
      contentOf(await client.api.orders.budgetEntries({ budgetId })).data.map(({ path }) => path)
    expect(await pathsFor(reader.client)).toEqual([''])
    contentOf(await desk.saveRules(buyer, [desk.rule({ steps: [desk.step('部门', [manager.userId])] })]))
    const requisitionId = desk.pendingOf(await place())
    expect(await pathsFor(reader.client)).toEqual(['', ''])
    expect(at(await pathsFor(manager.client), 0)).toBe(links.buyerRequisition(requisitionId))
    const sheet = contentOf(await buyer.api.orders.budgetSheet({ costCentre }))
    expect(sheet).toMatchObject({ rows: 1, more: false })
    expect(failureOf(await manager.client.api.orders.budgetSheet({ costCentre }))).toBe('forbidden')
  })

  test('and its entries cannot be rewritten', async () => {
    const { budgetId, placed } = await budgetFor(1)
    await placed()
    const own = eq(budgetEntries.budgetId, budgetId)
    const budget = eq(budgets.id, budgetId)
    for (const [rewrite, constraint] of [
      [() => app.db.update(budgetEntries).set({ committed: 1 }).where(own), 'budget_entries_kept'],
      [() => app.db.delete(budgetEntries).where(own), 'budget_entries_kept'],
      [() => app.db.update(budgets).set({ committed: 0 }).where(budget), 'budgets_kept'],
      [() => app.db.update(budgets).set({ costCentre: 'X' }).where(budget), 'budgets_kept'],
      [() => app.db.delete(budgets).where(budget), 'budgets_kept'],
      [() => app.db.update(budgets).set({ amount: 1 }).where(budget), 'budgets_stop'],
    ] as const)
      await expect(rewrite()).rejects.toMatchObject({ cause: { constraint } })
  })
})

test('cost centres are added once, named again and switched off', async () => {
  const code = nextCentre()
  contentOf(await buyer.api.orders.costCentreSave({ code, name: '一' }))
  expect(failureOf(await buyer.api.orders.costCentreSave({ code, name: '二' }))).toBe('costCentreTaken')
  const { costCentres } = contentOf(await buyer.api.orders.costCentreUpdate({ code, name: '三', isActive: false }))
  expect(costCentres).toContainEqual({ code, name: '三', isActive: false })
  // What is left out stays: neither overwrites what a colleague has changed.
  const on = contentOf(await buyer.api.orders.costCentreUpdate({ code, isActive: true }))
  expect(on.costCentres).toContainEqual({ code, name: '三', isActive: true })
  const named = contentOf(await buyer.api.orders.costCentreUpdate({ code, name: '四' }))
  expect(named.costCentres).toContainEqual({ code, name: '四', isActive: true })
  expect(failureOf(await buyer.api.orders.costCentreUpdate({ code }))).toBe('invalidInput')
  expect(failureOf(await manager.client.api.orders.costCentreSave({ code: 'Z', name: '二' }))).toBe('forbidden')
  expect(contentOf(await manager.client.api.orders.budgetSettings({})).mayChange).toBe(false)
})

test('a company that requires a cost centre keeps an active one, also when several are switched off at once', async () => {
  for (const code of ['A', 'B']) contentOf(await third.api.orders.costCentreSave({ code, name: code }))
  contentOf(await third.api.orders.costCentreRequire({ isRequired: true }))
  const off = (code: string) => third.api.orders.costCentreUpdate({ code, isActive: false })
  const answers = (await Promise.all([off('A'), off('B')])).map(failureOf)
  expect(answers.toSorted()).toEqual(['costCentreLast', 'none'])
  contentOf(await third.api.orders.costCentreRequire({ isRequired: false }))
  contentOf(await off('A'))
  contentOf(await off('B'))
  expect(failureOf(await third.api.orders.costCentreRequire({ isRequired: true }))).toBe('costCentreLast')
  expect(contentOf(await third.api.orders.budgetSettings({})).isRequired).toBe(false)
})

test('only those who order or award read what budgets have left', async () => {
  const costCentre = nextCentre()
  await budgeted(buyer, costCentre)
  const reader = await colleague(app, buyer, ['apply_manage'])
  expect(failureOf(await reader.client.api.orders.chargedBudget({ costCentre }))).toBe('forbidden')
  const awarder = await colleague(app, buyer, ['my_requirement'])
  for (const { client } of [awarder, scientist]) {
    contentOf(await client.api.orders.chargedBudget({ costCentre }))
    contentOf(await client.api.orders.costCentres({}))
  }
})

test('the buyer reads on an order where it is charged, the supplier does not', async () => {
  const { budgetId, costCentre, placed } = await budgetFor(1)
  const orderId = await placed()
  const { charge } = contentOf(await scientist.client.api.orders.buyerOrder({ orderId }))
  expect(charge).toEqual({
    costCentre,
    centreName: '测试中心',
    projectCode: '',
    budget: { budgetId, name: `${costCentre} 采购` },
  })
  expect(contentOf(await seller.api.orders.sellerOrder({ orderId })).charge).toBeNull()
})

test('a company without cost centres cannot ask for one', async () => {
  const companyId = await companyOf(app, 'seller')
  const [company] = await app.db.select().from(companies).where(eq(companies.id, companyId))
  expect(company?.costCentreUse).toBe('none')
  expect(failureOf(await seller.api.orders.costCentreRequire({ isRequired: true }))).toBe('costCentreLast')
  expect(contentOf(await seller.api.orders.costCentres({}))).toEqual({ data: [], isRequired: false })
})

test('the balances of the demo are the sum of its entries, and requisitions of the demo hold none', async () => {
  const rows = await app.db.select().from(budgets)
  for (const { id } of rows) await useOf(app, id)
  expect(await app.db.$count(requisitions, eq(requisitions.budgetId, 1))).toBe(0)
})
