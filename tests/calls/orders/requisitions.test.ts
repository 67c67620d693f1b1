import { and, desc, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cartItems } from '../../../src/db/tables/cart.ts'
import { productSpecs } from '../../../src/db/tables/catalogue.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { approvalDelegations, requisitionEntries, requisitions } from '../../../src/db/tables/requisitions.ts'
import { bankAccounts, userRoles } from '../../../src/db/tables/accounts.ts'
import { links } from '../../../src/domain/links.ts'
import { endUnpaidOrders } from '../../../src/server/orders/jobs/expire-orders.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { statementsOf } from '../../support/query-count.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { colleague, lockByPlatform, password } from '../../support/scenes/accounts/people.ts'
import { demandStatus, openDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { at, companyOf, ref } from '../../support/scenes/orders/cart.ts'
import { intoCart, oneOfEach, othersGoods } from '../../support/scenes/orders/checkout.ts'
import { changeRows, proposalFor, propose, proposed, rowWith, sign } from '../../support/scenes/orders/changes.ts'
import { entriesOf, stepsOf } from '../../support/scenes/orders/deal-record.ts'
import { payeeOf, setStatus } from '../../support/scenes/orders/order.ts'
import { demandOrder, linesOf, orderRow, paid } from '../../support/scenes/orders/pay.ts'
import { stagedOrder } from '../../support/scenes/orders/staged.ts'
import * as scene from '../../support/scenes/orders/requisitions.ts'

const { approve, askedOrder, detailOf, giveBack, pendingOf, rule, saveRules, step, withdraw } = scene
const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
let desk: scene.Desk
let companyId: number

beforeAll(async () => {
  desk = await scene.deskOf(app, buyer)
  companyId = await companyOf(app, 'buyer')
  await payeeOf(app)
})
/** Manager, then finance, for every order. */
const chain = () => [step('部门', [desk.manager.userId]), step('财务', [], ['corporate_credit'])]
beforeEach(async () => {
  await app.db.delete(approvalDelegations)
  contentOf(await saveRules(buyer, [rule({ steps: chain() })]))
})

const address = { receiver: '王收', mobile: '13812345678', districtCode: '510104', street: '二号楼', isDefault: true }
const approvedAmount = (body: string) => z.object({ amount: z.int() }).parse(JSON.parse(body)).amount
const ordersOf = () => app.db.$count(orders, eq(orders.buyerCompanyId, companyId))
const stockOf = async (specId: number) => {
  const [row] = await app.db.select({ stock: productSpecs.stock }).from(productSpecs).where(eq(productSpecs.id, specId))
  return row?.stock ?? 0
}

describe('an order', () => {
  test('waits as a requisition and is placed by the last approval, once, for its requester', async () => {
    const { spec, orderAmount, submit } = await askedOrder(app, desk.scientist.client)
    const [count, stock] = [await ordersOf(), await stockOf(spec.specId)]
    const id = pendingOf(await submit())
    expect([await ordersOf(), await stockOf(spec.specId)]).toEqual([count, stock])

    const waiting = contentOf(await desk.manager.client.api.orders.requisitions({ scope: 'waiting' }))
    expect(waiting.data.find(({ requisitionId }) => requisitionId === id)).toMatchObject({
      action: 'order',
      amount: orderAmount,
      waitsFor: '部门',
      allowed: ['approve', 'return'],
    })
    expect(contentOf(await desk.finance.client.api.orders.requisitions({ scope: 'waiting' })).data).toEqual([])
    const first = contentOf(await approve(desk.manager.client, id))
    expect([first.status, first.waitsFor, await ordersOf()]).toEqual(['waiting', '财务', count])

    const done = contentOf(await approve(desk.finance.client, id))
    expect(done.status).toBe('approved')
    expect(done.history.map(({ event }) => event)).toEqual(['submit', 'pass', 'finish'])
    expect(await ordersOf()).toBe(count + 1)
    const [order] = await app.db
      .select()
      .from(orders)
      .where(eq(orders.buyerCompanyId, companyId))
      .orderBy(sql`${orders.id} desc`)
      .limit(1)
    expect(order).toMatchObject({ buyerUserId: desk.scientist.userId, total: orderAmount })
    expect(await stockOf(spec.specId)).toBe(stock - spec.minOrder)
    expect(await stepsOf(app, order?.id ?? 0)).toContain('approval approve buyer')
    expect(failureOf(await approve(desk.finance.client, id))).toBe('requisitionClosed')
    expect(await ordersOf()).toBe(count + 1)
  })

  test('a repeated submit with its key is the same requisition', async () => {
    const { submit } = await askedOrder(app, desk.scientist.client)
    const key = newKey()
    expect(pendingOf(await submit({}, key))).toBe(pendingOf(await submit({}, key)))
  })

  test('of the cart leaves the cart, and returns to it when it is sent back or withdrawn', async () => {
    const { client, userId } = desk.scientist
    const { addressId } = contentOf(await client.api.orders.addressSave(address))
    const spec = at(await othersGoods(app, 'buyer'), 1)
    const mine = () => app.db.select().from(cartItems).where(eq(cartItems.userId, userId))
    for (const end of ['return', 'withdraw'] as const) {
      await app.db.delete(cartItems).where(eq(cartItems.userId, userId))
      const { cartId } = contentOf(await client.api.orders.cartJoin({ ...ref(spec), quantity: spec.minOrder }))
      const { orderAmount } = contentOf(await client.api.orders.orderConfirm({ cartIds: [cartId], addressId }))
      const asked = { cartIds: [cartId], addressId, orderAmount }
      const id = pendingOf(await client.api.orders.orderSubmit(asked, { idempotencyKey: newKey() }))
      expect(await mine()).toEqual([])
      if (end === 'return') contentOf(await giveBack(desk.manager.client, id))
      else contentOf(await withdraw(client, id))
      expect((await mine()).map(({ specId, quantity }) => [specId, quantity])).toEqual([[spec.specId, spec.minOrder]])
      expect((await detailOf(client, id)).status).toBe(end === 'return' ? 'returned' : 'withdrawn')
    }
  })

  test('and a payment of several suppliers are recorded for each with its own part alone', async () => {
    const { client } = desk.scientist
    const { addressId } = contentOf(await client.api.orders.addressSave(address))
    const cartIds = await intoCart(client, oneOfEach(await othersGoods(app, 'buyer')))
    const { orderAmount } = contentOf(await client.api.orders.orderConfirm({ cartIds, addressId }))
    contentOf(
      await saveRules(
        buyer,
        (['order', 'payment'] as const).map((action) => rule({ action, steps: chain() })),
      ),
    )
    const approved = async (id: number) => {
      contentOf(await approve(desk.manager.client, id))
      expect(contentOf(await approve(desk.finance.client, id)).status).toBe('approved')
    }
    await approved(
      pendingOf(await client.api.orders.orderSubmit({ cartIds, addressId, orderAmount }, { idempotencyKey: newKey() })),
    )
    const placed = await app.db
      .select()
      .from(orders)
      .where(eq(orders.buyerCompanyId, companyId))
      .orderBy(desc(orders.id))
      .limit(2)
    const lines = await Promise.all(placed.map(async ({ id }) => at(await linesOf(app, id), 0)))
    const lineIds = lines.map(({ id }) => id)
    await approved(pendingOf(await client.api.orders.paymentOpen({ lineIds, method: 'demo' })))
    const recorded = await Promise.all(
      placed.map(async ({ id }) =>
        (await entriesOf(app, id)).flatMap(({ entry }) =>
          entry.kind === 'approval' ? [approvedAmount(entry.body)] : [],
        ),
      ),
    )
    expect(placed.reduce((sum, { total }) => sum + total, 0)).toBe(orderAmount)
    expect(recorded).toEqual(placed.map(({ total }, index) => [total, lines[index]?.amount]))
  })

  test('goes back with the reason when the price is another one by then; nothing is ordered', async () => {
    const { spec, submit } = await askedOrder(app, desk.scientist.client, 1, 2)
    const id = pendingOf(await submit())
    contentOf(await approve(desk.manager.client, id))
    const count = await ordersOf()
    await app.db
      .update(productSpecs)
      .set({ price: spec.price + 100 })
      .where(eq(productSpecs.id, spec.specId))
    const back = contentOf(await approve(desk.finance.client, id))
    await app.db.update(productSpecs).set({ price: spec.price }).where(eq(productSpecs.id, spec.specId))
    expect([back.status, back.reason !== '', await ordersOf()]).toEqual(['returned', true, count])
    expect(back.history.map(({ event }) => event)).toEqual(['submit', 'pass', 'fail'])
  })

  test('goes back when the stock is gone, and when the requester has lost the right', async () => {
    const { spec, submit } = await askedOrder(app, desk.scientist.client, 1, 3)
    const id = pendingOf(await submit())
    contentOf(await approve(desk.manager.client, id))
    await app.db.update(productSpecs).set({ stock: 0 }).where(eq(productSpecs.id, spec.specId))
    expect(contentOf(await approve(desk.finance.client, id)).status).toBe('returned')
    await app.db.update(productSpecs).set({ stock: spec.stock }).where(eq(productSpecs.id, spec.specId))

    const leaver = await colleague(app, buyer, ['my_orders'])
    const asked = await askedOrder(app, leaver.client, 1, 3)
    const second = pendingOf(await asked.submit())
    contentOf(await approve(desk.manager.client, second))
    await app.db.delete(userRoles).where(eq(userRoles.userId, leaver.userId))
    const back = contentOf(await approve(desk.finance.client, second))
    expect([back.status, back.reason]).toEqual(['returned', '申请人已不在本企业，或已没有相应权限'])
  })

  test('below the band, in another category and without rules is placed at once; without rules no statement more', async () => {
    const { orderAmount, submit } = await askedOrder(app, desk.scientist.client, 1, 4)
    contentOf(await saveRules(buyer, [rule({ from: orderAmount + 1, steps: chain() })]))
    contentOf(await submit())
    contentOf(await saveRules(buyer, [rule({ from: orderAmount, to: orderAmount + 1, steps: chain() })]))
    pendingOf(await submit())
    const { categories } = contentOf(await buyer.api.orders.approvalRules({}))
    const answers: boolean[] = []
    for (const { id } of categories) {
      contentOf(await saveRules(buyer, [rule({ categories: [id], steps: chain() })]))
      answers.push((await submit()).ok)
    }
    // Exactly the category of the goods is governed.
    expect(answers.filter((placed) => !placed)).toHaveLength(1)

    // A company that never had rules.
    const bought = at(await othersGoods(app, 'seller'), 0)
    const { addressId } = contentOf(await seller.api.orders.addressSave(address))
    const asked = { direct: { ...ref(bought), quantity: bought.minOrder }, addressId }
    const { orderAmount: amount } = contentOf(await seller.api.orders.orderConfirm(asked))
    const queries = await statementsOf(() =>
      seller.api.orders.orderSubmit({ ...asked, orderAmount: amount }, { idempotencyKey: newKey() }).then(contentOf),
    )
    expect(queries.length).toBeGreaterThan(3)
    expect(queries.filter((text) => /approval_policies|requisitions/.test(text))).toEqual([])
  })

  test('a cost centre is stored with the order and can be a condition; an unknown one is refused', async () => {
    const { submit } = await askedOrder(app, desk.scientist.client, 1, 5)
    const centres = [
      { code: 'RD-01', name: '药理' },
      { code: 'RD-02', name: '毒理' },
    ]
    contentOf(await saveRules(buyer, [rule({ costCentres: ['RD-01'], steps: chain() })], centres))
    const { orders: placed } = contentOf(await submit({ costCentre: 'RD-02' }))
    const [row] = await app.db
      .select()
      .from(orders)
      .where(eq(orders.id, placed[0]?.orderId ?? 0))
    expect(row?.costCentre).toBe('RD-02')
    pendingOf(await submit({ costCentre: 'RD-01' }))
    // Not to state a cost centre does not avoid the rule.
    pendingOf(await submit())
    expect(failureOf(await submit({ costCentre: 'RD-09' }))).toBe('costCentreGone')
  })
})

describe('approving', () => {
  test('is for the people of the waiting step only, never for the requester, and each approves one step', async () => {
    const { manager, finance, scientist } = desk
    contentOf(
      await saveRules(buyer, [
        rule({ steps: [step('甲', [manager.userId, finance.userId]), step('乙', [manager.userId, finance.userId])] }),
      ]),
    )
    const asked = await askedOrder(app, scientist.client)
    const id = pendingOf(await asked.submit())
    expect(failureOf(await approve(scientist.client, id))).toBe('forbidden')
    expect(failureOf(await approve(buyer, id))).toBe('requisitionElsewhere')
    expect(failureOf(await approve(other, id))).toBe('notFound')
    expect(failureOf(await approve(manager.client, missingId))).toBe('notFound')
    contentOf(await approve(manager.client, id))
    expect(failureOf(await approve(manager.client, id))).toBe('requisitionElsewhere')
    expect(contentOf(await approve(finance.client, id)).status).toBe('approved')

    const own = await askedOrder(app, manager.client)
    contentOf(await saveRules(buyer, [rule({ steps: [step('甲', [manager.userId, finance.userId])] })]))
    const ownId = pendingOf(await own.submit())
    expect(failureOf(await approve(manager.client, ownId))).toBe('ownRequisition')
    expect(failureOf(await giveBack(manager.client, ownId))).toBe('ownRequisition')
    contentOf(await withdraw(manager.client, ownId))
    expect(failureOf(await approve(finance.client, ownId))).toBe('requisitionClosed')
  })

  test('reads rights at each step: a lost permission and a locked account end them at once', async () => {
    const approver = await colleague(app, buyer, ['apply_manage', 'corporate_credit'])
    contentOf(await saveRules(buyer, [rule({ steps: [step('财务', [approver.userId], [])] })]))
    const { submit } = await askedOrder(app, desk.scientist.client)
    const id = pendingOf(await submit())
    await app.db.delete(userRoles).where(eq(userRoles.userId, approver.userId))
    expect(failureOf(await approve(approver.client, id))).toBe('forbidden')
    // Nobody can approve the step any more: a further request is refused by name.
    expect(failureOf(await submit())).toBe('approverMissing')
  })

  test('a running requisition keeps the rules by which it was judged', async () => {
    const { submit } = await askedOrder(app, desk.scientist.client)
    const id = pendingOf(await submit())
    const { version } = await detailOf(desk.scientist.client, id)
    contentOf(await saveRules(buyer, []))
    contentOf(await submit())
    const now = await detailOf(desk.scientist.client, id)
    expect([now.version, now.steps.map(({ name }) => name)]).toEqual([version, ['部门', '财务']])
    contentOf(await approve(desk.manager.client, id))
    expect(contentOf(await approve(desk.finance.client, id)).status).toBe('approved')
  })

  test('parallel approvals of the last step place one order', async () => {
    const { finance, manager } = desk
    contentOf(await saveRules(buyer, [rule({ steps: [step('任一', [manager.userId, finance.userId])] })]))
    const { submit } = await askedOrder(app, desk.scientist.client)
    const id = pendingOf(await submit())
    const count = await ordersOf()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => approve(at % 2 === 0 ? manager.client : finance.client, id)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(new Set(answers.flatMap((answer) => (answer.ok ? [] : [failureOf(answer)])))).toEqual(
      new Set(['requisitionClosed']),
    )
    expect(await ordersOf()).toBe(count + 1)
    expect(
      await app.db.$count(
        requisitionEntries,
        and(eq(requisitionEntries.requisitionId, id), eq(requisitionEntries.event, 'finish')),
      ),
    ).toBe(1)
  }, 120_000)

  test('the request and its history stay as they were written', async () => {
    const { submit } = await askedOrder(app, desk.scientist.client)
    const id = pendingOf(await submit())
    await expect(app.db.update(requisitions).set({ amount: 1 }).where(eq(requisitions.id, id))).rejects.toThrow(
      'Failed query',
    )
    await expect(app.db.delete(requisitionEntries).where(eq(requisitionEntries.requisitionId, id))).rejects.toThrow(
      'Failed query',
    )
  })

  test('a requisition is read by its requester, by those of its steps, and by who makes the rules', async () => {
    const { manager, finance, scientist } = desk
    const { submit } = await askedOrder(app, scientist.client)
    const id = pendingOf(await submit())
    const [noApprover, elsewhere] = [
      await colleague(app, buyer, ['my_orders']),
      await colleague(app, buyer, ['my_orders', 'apply_manage']),
    ]
    for (const client of [noApprover.client, elsewhere.client, other])
      expect(failureOf(await client.api.orders.requisition({ requisitionId: id }))).toBe('notFound')
    for (const { client } of [noApprover, elsewhere, manager])
      expect(failureOf(await client.api.orders.requisitions({ scope: 'all' }))).toBe('forbidden')
    for (const client of [scientist.client, manager.client, finance.client, buyer])
      expect((await detailOf(client, id)).content.lines.length).toBeGreaterThan(0)
    const [newest] = contentOf(await buyer.api.orders.requisitions({ scope: 'all' })).data
    expect(newest?.requisitionId).toBe(id)
    // A delegate reads what the other could approve, as long as the delegation lasts.
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    contentOf(await manager.client.api.orders.approvalDelegate({ toUserId: elsewhere.userId, until: soon }))
    expect((await detailOf(elsewhere.client, id)).requisitionId).toBe(id)
    await app.db.delete(approvalDelegations)
    expect(failureOf(await elsewhere.client.api.orders.requisition({ requisitionId: id }))).toBe('notFound')
  })

  test('whoever approved a step still reads it, also without the right, and finds it in the list', async () => {
    const former = await colleague(app, buyer, ['apply_manage'])
    contentOf(
      await saveRules(buyer, [rule({ steps: [step('部门', [former.userId]), step('财务', [desk.finance.userId])] })]),
    )
    const { submit } = await askedOrder(app, desk.scientist.client)
    const id = pendingOf(await submit())
    const handled = async () =>
      contentOf(await former.client.api.orders.requisitions({ scope: 'handled' })).data.map((row) => row.requisitionId)
    expect(await handled()).toEqual([])
    contentOf(await approve(former.client, id))
    await app.db.delete(userRoles).where(eq(userRoles.userId, former.userId))
    expect(await handled()).toEqual([id])
    expect((await detailOf(former.client, id)).allowed).toEqual([])
  })
})

describe('delegation', () => {
  const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

  test('lets a colleague approve in the name of the other until its end, but not the request of who delegated', async () => {
    const { manager, finance, scientist } = desk
    contentOf(await saveRules(buyer, [rule({ steps: [step('部门', [manager.userId])] })]))
    const { submit } = await askedOrder(app, scientist.client)
    const id = pendingOf(await submit())
    expect(failureOf(await approve(finance.client, id))).toBe('requisitionElsewhere')
    contentOf(await manager.client.api.orders.approvalDelegate({ toUserId: finance.userId, until: until(2) }))
    expect(failureOf(await askedOrder(app, manager.client).then((own) => own.submit()))).toBe('approverMissing')
    const done = contentOf(await approve(finance.client, id))
    expect(done.status).toBe('approved')
    expect(done.history.at(-1)?.onBehalfOf).not.toBe('')

    const second = pendingOf(await submit())
    await app.db.update(approvalDelegations).set({ until: new Date(Date.now() - 1000) })
    expect(failureOf(await approve(finance.client, second))).toBe('requisitionElsewhere')
    contentOf(await withdraw(scientist.client, second))
  })

  test('does not let a delegate approve who alone can approve a later step', async () => {
    const { manager, finance, scientist } = desk
    contentOf(
      await saveRules(buyer, [rule({ steps: [step('部门', [manager.userId]), step('财务', [finance.userId])] })]),
    )
    contentOf(await manager.client.api.orders.approvalDelegate({ toUserId: finance.userId, until: until(2) }))
    const { submit } = await askedOrder(app, scientist.client)
    const id = pendingOf(await submit())
    const refused = await approve(finance.client, id)
    expect([failureOf(refused), refused.ok ? null : refused.failure.content]).toEqual([
      'laterApproverMissing',
      { step: '财务' },
    ])
    expect((await detailOf(finance.client, id)).allowed).toEqual(['return'])
    expect((await detailOf(manager.client, id)).allowed).toEqual(['approve', 'return'])
    contentOf(await approve(manager.client, id))
    expect(contentOf(await approve(finance.client, id)).status).toBe('approved')
  })

  test('refuses a circle, the own account, people without the right, and a period that is over or too long', async () => {
    const { manager, finance, scientist } = desk
    const third = await colleague(app, buyer, ['apply_manage'])
    contentOf(await manager.client.api.orders.approvalDelegate({ toUserId: finance.userId, until: until(2) }))
    contentOf(await finance.client.api.orders.approvalDelegate({ toUserId: third.userId, until: until(2) }))
    for (const client of [finance.client, third.client])
      expect(failureOf(await client.api.orders.approvalDelegate({ toUserId: manager.userId, until: until(2) }))).toBe(
        'delegationCircular',
      )
    for (const toUserId of [manager.userId, scientist.userId, missingId])
      expect(failureOf(await manager.client.api.orders.approvalDelegate({ toUserId, until: until(2) }))).toBe(
        'delegateUnfit',
      )
    for (const days of [-1, 91])
      expect(
        failureOf(await manager.client.api.orders.approvalDelegate({ toUserId: finance.userId, until: until(days) })),
      ).toBe('invalidInput')
    const { data } = contentOf(await manager.client.api.orders.approvalDelegations({}))
    const [own] = data
    const ended = { delegationId: own?.delegationId ?? 0 }
    expect(failureOf(await third.client.api.orders.approvalDelegationEnd(ended))).toBe('notFound')
    expect(contentOf(await manager.client.api.orders.approvalDelegationEnd(ended)).data).toEqual([])
  })
})

describe('rules', () => {
  test('without a possible approver, on an outdated version, and with wrong bands or cost centres are refused', async () => {
    const { manager, scientist } = desk
    const refused = async (steps: ReturnType<typeof step>[]) => failureOf(await saveRules(buyer, [rule({ steps })]))
    expect(await refused([step('无人', [scientist.userId])])).toBe('ruleApproverMissing')
    expect(await refused([step('外人', [missingId])])).toBe('ruleApproverMissing')
    // One person approves one step at most.
    expect(await refused([step('甲', [manager.userId]), step('乙', [manager.userId])])).toBe('ruleApproverMissing')
    await lockByPlatform(app, manager.loginName)
    expect(await refused([step('停用', [manager.userId])])).toBe('ruleApproverMissing')
    await lockByPlatform(app, manager.loginName, false)
    expect(await refused([])).toBe('invalidInput')
    expect(await refused([step('空', [])])).toBe('invalidInput')
    const steps = [step('部门', [manager.userId])]
    expect(failureOf(await saveRules(buyer, [rule({ from: 5, to: 5, steps })]))).toBe('invalidInput')
    expect(failureOf(await saveRules(buyer, [rule({ costCentres: ['X'], steps })]))).toBe('invalidInput')
    expect(failureOf(await saveRules(buyer, [rule({ categories: [missingId], steps })]))).toBe('invalidInput')
    expect(failureOf(await buyer.api.orders.approvalRulesSave({ version: 0, rules: [] }))).toBe('conflict')
  })

  test('are changed with 角色管理 only, and read by approvers only', async () => {
    expect(contentOf(await desk.manager.client.api.orders.approvalRules({})).mayChange).toBe(false)
    expect(failureOf(await saveRules(desk.manager.client, []))).toBe('forbidden')
    expect(failureOf(await desk.scientist.client.api.orders.approvalRules({}))).toBe('forbidden')
  })
})

test('an award waits, and is made by the last approval; another version of the offer goes back', async () => {
  contentOf(await saveRules(buyer, [rule({ action: 'award', steps: [step('部门', [desk.manager.userId])] })]))
  const demandId = await openDemand(app, buyer)
  const offerId = await submittedOffer(seller, demandId)
  const award = () => desk.scientist.client.api.demands.deal({ offerId }, { idempotencyKey: newKey() })
  const id = pendingOf(await award())
  expect(pendingOf(await award())).toBe(id)
  // What a colleague asks for, and in other words, is not what waits.
  expect(failureOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))).toBe('requisitionDiffers')
  const { current } = contentOf(await desk.scientist.client.api.demands.buyerOffer({ offerId }))
  const remarked = { offerId, total: current.total, version: current.version, remark: '请分批交付' }
  const { demandOrderSubmit } = desk.scientist.client.api.demands
  expect(failureOf(await demandOrderSubmit(remarked, { idempotencyKey: newKey() }))).toBe('requisitionDiffers')
  expect(await demandStatus(app, demandId)).toBe('open')
  const done = contentOf(await approve(desk.manager.client, id))
  expect([done.status, await demandStatus(app, demandId)]).toEqual(['approved', 'awarded'])
  expect(done.resultPath).toContain('orderDetail')

  const second = await openDemand(app, buyer)
  const offer = await submittedOffer(seller, second)
  const waiting = pendingOf(
    await desk.scientist.client.api.demands.deal({ offerId: offer }, { idempotencyKey: newKey() }),
  )
  await app.db.execute(sql`update offer_versions set total = total + 1 where offer_id = ${offer}`)
  const revised = await desk.scientist.client.api.demands.deal({ offerId: offer }, { idempotencyKey: newKey() })
  expect(failureOf(revised)).toBe('requisitionDiffers')
  const back = contentOf(await approve(desk.manager.client, waiting))
  expect([back.status, await demandStatus(app, second)]).toEqual(['returned', 'open'])
})

test('changes that the buyer proposes and signs wait for approval by the total afterwards', async () => {
  const { scientist, manager } = desk
  const { orderId } = await stagedOrder(app, buyer, seller)
  contentOf(await saveRules(buyer, [rule({ action: 'change', steps: [step('部门', [manager.userId])] })]))
  contentOf(await scientist.client.api.accounts.reauthenticate({ password }))
  const raised = (rows: Parameters<Parameters<typeof proposalFor>[3]>[0]) => {
    const last = rows.at(-1)
    return [rowWith(last, { amount: (last?.amount ?? 0) + 50_000 })]
  }
  const proposal = await proposalFor(scientist.client, 'buyer', orderId, raised)
  const id = pendingOf(await propose(scientist.client, 'buyer', proposal))
  expect(pendingOf(await propose(scientist.client, 'buyer', proposal))).toBe(id)
  const otherTerms = { ...proposal, reason: '范围有变' }
  expect(failureOf(await propose(scientist.client, 'buyer', otherTerms))).toBe('requisitionDiffers')
  expect(await changeRows(app, orderId)).toEqual([])
  expect((await detailOf(manager.client, id)).amount).toBe(proposal.total)
  expect(contentOf(await approve(manager.client, id)).status).toBe('approved')
  const [change] = await changeRows(app, orderId)
  expect(change).toMatchObject({ status: 'proposed', side: 'buyer', userId: scientist.userId })
  contentOf(await scientist.client.api.orders.buyerChangeWithdraw({ changeId: change?.id ?? 0 }))

  const theirs = await proposed(seller, 'seller', orderId, raised)
  const signing = pendingOf(await sign(scientist.client, 'buyer', theirs))
  expect((await changeRows(app, orderId))[0]?.status).toBe('proposed')
  expect(contentOf(await approve(manager.client, signing)).status).toBe('approved')
  expect((await changeRows(app, orderId))[0]).toMatchObject({ status: 'applied', buyerUserId: scientist.userId })
})

test('a payment waits; approved, the same lines at the same amounts are paid without another approval', async () => {
  const { scientist, manager } = desk
  contentOf(await saveRules(buyer, []))
  const orderId = await demandOrder(app, buyer, seller)
  const [line] = await linesOf(app, orderId)
  const asked = { lineIds: [line?.id ?? 0], method: 'bank' as const }
  contentOf(await saveRules(buyer, [rule({ action: 'payment', steps: [step('部门', [manager.userId])] })]))
  const id = pendingOf(await scientist.client.api.orders.paymentOpen(asked))
  expect(pendingOf(await scientist.client.api.orders.paymentOpen(asked))).toBe(id)
  expect(pendingOf(await scientist.client.api.orders.paymentConfirm({ orderId }, { idempotencyKey: newKey() }))).toBe(
    id,
  )
  // In another way it is the same payment; of a colleague it is not the same request.
  expect(pendingOf(await scientist.client.api.orders.paymentOpen({ ...asked, method: 'demo' }))).toBe(id)
  expect(failureOf(await buyer.api.orders.paymentOpen(asked))).toBe('requisitionDiffers')
  const done = contentOf(await approve(manager.client, id))
  expect(done.status).toBe('approved')
  const { payment } = contentOf(await scientist.client.api.orders.paymentOpen(asked))
  expect(payment.amount).toBe(line?.amount)
  contentOf(
    await scientist.client.api.orders.paymentConfirm({ paymentId: payment.paymentId }, { idempotencyKey: newKey() }),
  )
})

test('a payment that cannot be made is refused as without rules; nobody is asked to approve it', async () => {
  const { scientist, manager } = desk
  contentOf(await saveRules(buyer, []))
  const [paidOrder, unconfirmed] = [
    await demandOrder(app, buyer, seller),
    await demandOrder(app, buyer, seller, { confirmed: false }),
  ]
  await paid(app, { buyer, seller }, paidOrder)
  const [done, next] = await linesOf(app, paidOrder)
  const [waiting] = await linesOf(app, unconfirmed)
  contentOf(await saveRules(buyer, [rule({ action: 'payment', steps: [step('部门', [manager.userId])] })]))
  const count = await app.db.$count(requisitions)
  const refused = async (lineIds: (number | undefined)[]) =>
    failureOf(await scientist.client.api.orders.paymentOpen({ lineIds: lineIds.map((id) => id ?? 0), method: 'bank' }))
  expect(await refused([done?.id])).toBe('paidAlready')
  expect(await refused([waiting?.id])).toBe('stepNotAllowed')
  expect(await refused([next?.id, waiting?.id])).toBe('severalPayees')
  const payee = eq(bankAccounts.companyId, await companyOf(app, 'seller'))
  const accounts = await app.db.delete(bankAccounts).where(payee).returning()
  expect(await refused([next?.id])).toBe('payeeMissing')
  await app.db.insert(bankAccounts).values(accounts)
  expect(await app.db.$count(requisitions)).toBe(count)
  pendingOf(await scientist.client.api.orders.paymentOpen({ lineIds: [next?.id ?? 0], method: 'bank' }))
})

test('a payment that was opened before the rules is confirmed after approval only', async () => {
  const { scientist, manager } = desk
  contentOf(await saveRules(buyer, []))
  const orderId = await demandOrder(app, buyer, seller)
  const [line] = await linesOf(app, orderId)
  const asked = { lineIds: [line?.id ?? 0], method: 'bank' as const }
  const { payment } = contentOf(await scientist.client.api.orders.paymentOpen(asked))
  contentOf(await saveRules(buyer, [rule({ action: 'payment', steps: [step('部门', [manager.userId])] })]))
  const confirm = () =>
    scientist.client.api.orders.paymentConfirm({ paymentId: payment.paymentId }, { idempotencyKey: newKey() })
  const id = pendingOf(await confirm())
  expect(contentOf(await approve(manager.client, id)).status).toBe('approved')
  contentOf(await confirm())
})

test('an unpaid order waits for the approval of its payment, for a limited time, and has its time again afterwards', async () => {
  const { scientist, manager } = desk
  contentOf(await saveRules(buyer, []))
  const { submit } = await askedOrder(app, scientist.client)
  const { groupId, orders: placed } = contentOf(await submit())
  const orderId = placed[0]?.orderId ?? 0
  const [line] = await linesOf(app, orderId)
  const asked = { lineIds: [line?.id ?? 0], method: 'bank' as const }
  contentOf(await saveRules(buyer, [rule({ action: 'payment', steps: [step('部门', [manager.userId])] })]))
  const left = async () => {
    const { unpaidUntil } = await orderRow(app, orderId)
    return Math.round(((unpaidUntil?.getTime() ?? 0) - Date.now()) / 3_600_000)
  }
  expect([groupId > 0, await left()]).toEqual([true, 24])

  const first = pendingOf(await scientist.client.api.orders.paymentOpen(asked))
  expect(await left()).toBe(7 * 24)
  await app.db
    .update(orders)
    .set({ createdAt: new Date(Date.now() - 2 * 86_400_000) })
    .where(eq(orders.id, orderId))
  // Also where the supplier has accepted meanwhile.
  await setStatus(app, orderId, 'confirmed')
  await endUnpaidOrders(app.db, app.runtime)
  expect((await orderRow(app, orderId)).status).toBe('confirmed')
  contentOf(await giveBack(manager.client, first))
  expect(await left()).toBe(24)

  await app.db
    .update(orders)
    .set({ createdAt: new Date(Date.now() - 14 * 86_400_000) })
    .where(eq(orders.id, orderId))
  const second = pendingOf(await scientist.client.api.orders.paymentOpen(asked))
  expect(await left()).toBe(24)
  expect(contentOf(await approve(manager.client, second)).status).toBe('approved')
  expect(await left()).toBe(24)
})

test('what waits for approval is a to-do of the approver alone', async () => {
  const { scientist, manager, finance } = desk
  const { submit } = await askedOrder(app, scientist.client)
  const id = pendingOf(await submit())
  const todosOf = async ({ client }: (typeof desk)['manager']) =>
    contentOf(await client.api.orders.buyerDashboard({})).todos.filter(
      ({ path }) => path === links.buyerRequisition(id),
    )
  expect(await todosOf(manager)).toMatchObject([{ kind: 'approve', urgent: false }])
  expect([await todosOf(finance), await todosOf(scientist)]).toEqual([[], []])
  contentOf(await approve(manager.client, id))
  expect((await todosOf(finance)).map(({ kind }) => kind)).toEqual(['approve'])
  expect(await todosOf(manager)).toEqual([])
})
