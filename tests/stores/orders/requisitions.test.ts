import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { productSpecs } from '../../../src/db/tables/catalogue.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { requisitions } from '../../../src/db/tables/requisitions.ts'
import type { TestApp } from '../../support/app.ts'
import { contentOf, signInAs } from '../../support/client.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { at, ref } from '../../support/scenes/orders/cart.ts'
import { addressOf, othersGoods } from '../../support/scenes/orders/checkout.ts'
import { askedOrder, pendingOf, rule, saveRules, step } from '../../support/scenes/orders/requisitions.ts'
import { signedIn } from '../demands/signed-in.ts'
import { readyContent } from '../ready.ts'

async function ownerOf(app: Pick<TestApp, 'db'>): Promise<number> {
  const [owner] = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, 'buyer'))
  return owner?.id ?? 0
}

/** The page of the owner of a company whose orders a colleague approves. */
async function scene() {
  const page = await signedIn('buyer')
  const approver = await colleague(page.app, page.client, ['apply_manage', 'my_orders'])
  contentOf(await saveRules(page.client, [rule({ steps: [step('部门', [approver.userId])] })]))
  const list = await import('../../../src/stores/orders/requisitions/requisition-list.ts')
  const rules = await import('../../../src/stores/orders/requisitions/approval-rules.ts')
  return { ...page, approver, list, rules }
}

test('a submitted checkout that waits for approval shows its requisition, and nothing is ordered', async () => {
  const { app, client } = await scene()
  await addressOf(app, client, 'buyer')
  const spec = at(await othersGoods(app, 'buyer'), 0)
  const store = await import('../../../src/stores/orders/checkout/checkout.ts')
  const { submitCheckout } = await import('../../../src/stores/orders/checkout/checkout-submit.ts')
  await store.startCheckout({ ...ref(spec), quantity: spec.minOrder })
  const before = await app.db.$count(orders)
  expect(await submitCheckout()).toBeUndefined()
  const state = store.checkoutSubmitState.get()
  expect(state).toMatchObject({ at: 'pending', requisition: { requisitionNo: expect.stringMatching(/^PR\d{8}-/) } })
  // Another press asks for nothing more.
  expect(await submitCheckout()).toBeUndefined()
  expect(await app.db.$count(orders)).toBe(before)
})

test('a lost answer of a submit that waits is repeated: one requisition', async () => {
  const { app, client, network } = await scene()
  await addressOf(app, client, 'buyer')
  const spec = at(await othersGoods(app, 'buyer'), 0)
  const store = await import('../../../src/stores/orders/checkout/checkout.ts')
  const { submitCheckout } = await import('../../../src/stores/orders/checkout/checkout-submit.ts')
  await store.startCheckout({ ...ref(spec), quantity: spec.minOrder })
  const before = await app.db.$count(requisitions)
  network.losesAnswers = true
  expect(await submitCheckout()).toBeUndefined()
  expect(store.checkoutSubmitState.get()).toMatchObject({ at: 'refused', failure: { code: 0 } })
  network.losesAnswers = false
  expect(await submitCheckout()).toBeUndefined()
  expect(store.checkoutSubmitState.get()).toMatchObject({ at: 'pending' })
  expect(await app.db.$count(requisitions)).toBe(before + 1)
})

describe('the list', () => {
  test('of the own requisitions follows the address, and withdraws one', async () => {
    const { app, client, list } = await scene()
    const id = pendingOf(await (await askedOrder(app, client)).submit())
    const stop = list.requisitionList.start()
    await list.requisitionList.load()
    const [row] = readyContent(list.requisitionList.state.get()).data
    expect(row).toMatchObject({ requisitionId: id, status: 'waiting', allowed: ['withdraw'] })
    if (row === undefined) throw new Error('Nothing is listed')
    list.withdrawal.open(row)
    expect(await list.withdrawal.submit()).toBe(true)
    expect(readyContent(list.requisitionList.state.get()).data[0]?.status).toBe('withdrawn')
    stop()
  })

  test('keeps a decision open with the reason when somebody else was faster', async () => {
    const { app, client, list, approver } = await scene()
    const second = await colleague(app, client, ['my_orders'])
    const ownStep = [step('主账号', [await ownerOf(app), approver.userId])]
    contentOf(await saveRules(client, [rule({ steps: ownStep })]))
    const id = pendingOf(await (await askedOrder(app, second.client)).submit())
    const stop = list.startRequisition(id)
    await list.loadRequisition()
    const shown = readyContent(list.shownRequisition.get())
    expect(shown.allowed).toEqual(['approve', 'return'])
    const once = { idempotencyKey: crypto.randomUUID() }
    contentOf(await approver.client.api.orders.requisitionReturn({ requisitionId: id, reason: '重复' }, once))
    list.approval.open(shown)
    expect(await list.submitApproval('同意')).toBe(null)
    expect(list.approval.state.get()?.failure?.message).toBe('该申请已结束，请刷新后查看')
    list.approval.close()
    stop()
  })
})

test('an approval tells what came of it: the next step, the order, or why it went back', async () => {
  const { app, client, list, approver } = await scene()
  const second = await colleague(app, client, ['my_orders'])
  const owner = await ownerOf(app)
  const { spec, submit } = await askedOrder(app, second.client)
  const approveAs = async (id: number) => {
    const stop = list.startRequisition(id)
    await list.loadRequisition()
    list.approval.open(readyContent(list.shownRequisition.get()))
    const done = await list.submitApproval('')
    stop()
    return [done?.status, done?.waitsFor, done?.reason !== '']
  }
  const own = step('主账号', [owner])
  contentOf(await saveRules(client, [rule({ steps: [own, step('部门', [approver.userId])] })]))
  expect(await approveAs(pendingOf(await submit()))).toEqual(['waiting', '部门', false])
  contentOf(await saveRules(client, [rule({ steps: [own] })]))
  expect(await approveAs(pendingOf(await submit()))).toEqual(['approved', '', false])
  const late = pendingOf(await submit())
  await app.db.update(productSpecs).set({ stock: 0 }).where(eq(productSpecs.id, spec.specId))
  expect(await approveAs(late)).toEqual(['returned', '', true])
})

describe('the rules', () => {
  test('a new rule is saved from yuan as typed; what is missing is named by field', async () => {
    const { rules, approver } = await scene()
    await rules.loadApprovalRules()
    rules.openRule(null)
    expect(await rules.saveRule()).toBe(false)
    expect(Object.keys(rules.ruleDialog.get()?.errors ?? {})).toEqual(['name', 'step0'])
    rules.editRule({ name: '大额付款', action: 'payment', from: '5000.5', to: '100' })
    rules.editStep(0, { name: '财务', people: [approver.userId] })
    expect(await rules.saveRule()).toBe(false)
    expect(rules.ruleDialog.get()?.errors).toEqual({ to: '上限须大于下限' })
    rules.editRule({ to: '' })
    expect(await rules.saveRule()).toBe(true)
    expect(readyContent(rules.approvalRules.get()).rules.at(-1)).toMatchObject({ from: 500_050, to: null })
  })

  test('a step without approver is named, and what was typed stays', async () => {
    const { rules, approver } = await scene()
    await rules.loadApprovalRules()
    rules.openRule(null)
    rules.editRule({ name: '双人' })
    rules.editStep(0, { name: '甲', people: [approver.userId] })
    rules.addStep()
    rules.editStep(1, { name: '乙', people: [approver.userId] })
    expect(await rules.saveRule()).toBe(false)
    expect(rules.ruleDialog.get()?.errors['rule']).toContain('“双人”的步骤“乙”没有可用的审批人')
    expect(rules.ruleDialog.get()?.draft.steps).toHaveLength(2)
  })

  test('saved elsewhere meanwhile: the newest rules are shown, and the form stays open', async () => {
    const { rules, approver, client } = await scene()
    await rules.loadApprovalRules()
    rules.openRule(null)
    rules.editRule({ name: '后来' })
    rules.editStep(0, { name: '甲', people: [approver.userId] })
    contentOf(await saveRules(client, []))
    expect(await rules.saveRule()).toBe(false)
    expect(rules.ruleDialog.get()?.errors['rule']).toContain('刚刚被他人修改')
    expect(readyContent(rules.approvalRules.get()).rules).toEqual([])
  })

  test('a rule that somebody else moved is changed in its new place; one that is gone is not written over another', async () => {
    const { rules, approver, client } = await scene()
    const steps = [step('部门', [approver.userId])]
    const [small, large] = [rule({ name: '小额', steps }), rule({ name: '大额', from: 100_000, steps })]
    contentOf(await saveRules(client, [small, large]))
    await rules.loadApprovalRules()
    rules.openRule(1)
    rules.editRule({ name: '特大额' })
    contentOf(await saveRules(client, [large, small]))
    expect(await rules.saveRule()).toBe(false)
    expect(await rules.saveRule()).toBe(true)
    const names = () => readyContent(rules.approvalRules.get()).rules.map(({ name }) => name)
    expect(names()).toEqual(['特大额', '小额'])

    rules.openRule(1)
    rules.editRule({ name: '零星' })
    contentOf(await saveRules(client, [large, rule({ name: '中额', steps })]))
    expect(await rules.saveRule()).toBe(false)
    expect(await rules.saveRule()).toBe(false)
    expect(rules.ruleDialog.get()).toMatchObject({ draft: { name: '零星' }, sending: false })
    expect(rules.ruleDialog.get()?.errors['rule']).toContain('已被他人修改或删除')
    await rules.loadApprovalRules()
    expect(names()).toEqual(['大额', '中额'])
  })

  test('a delegation is given and ended; a circle is refused in words', async () => {
    const { app, rules, approver } = await scene()
    const owner = await ownerOf(app)
    await rules.loadDelegations()
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    expect(await rules.delegateApproval(approver.userId, day)).toBe(null)
    const [given] = readyContent(rules.approvalDelegations.get()).data
    const until = `${day}T23:59:59+08:00`
    const back = await approver.client.api.orders.approvalDelegate({ toUserId: owner, until })
    expect(back.ok ? '' : back.failure.message).toContain('循环')
    expect(await rules.endDelegation(given?.delegationId ?? 0)).toBe(null)
    expect(readyContent(rules.approvalDelegations.get()).data).toEqual([])
    expect(await rules.delegateApproval(approver.userId, '2020-01-01')).toBe('截止时间须晚于现在')
  })
})

test('an award that waits tells its requisition, and the demand stays open', async () => {
  const { app, client, approver } = await scene()
  const { openDemand, submittedOffer, demandStatus } = await import('../../support/scenes/demands/demand.ts')
  contentOf(await saveRules(client, [rule({ action: 'award', steps: [step('部门', [approver.userId])] })]))
  const demandId = await openDemand(app, client)
  const offerId = await submittedOffer(await signInAs(app, 'seller'), demandId)
  const store = await import('../../../src/stores/orders/offer-order.ts')
  const { pendingRequisitionOf } = await import('../../../src/stores/orders/requisitions/pending-requisition.ts')
  await store.startOfferOrder(offerId)
  expect(await store.submitOfferOrder()).toBeUndefined()
  const { failure } = store.offerOrderForm.get()
  expect(failure && pendingRequisitionOf(failure)?.requisitionNo).toMatch(/^PR/)
  expect(await demandStatus(app, demandId)).toBe('open')

  // Another remark is another request: it is refused by name, and what was typed stays.
  store.setOfferOrderRemark('请分批交付')
  expect(await store.submitOfferOrder()).toBeUndefined()
  expect(store.offerOrderForm.get().failure?.message).toContain('已有一份请购在审批')
  await store.startOfferOrder(offerId)
  expect(store.offerOrderForm.get().remark).toBe('请分批交付')
})

test('an award states a cost centre of the company, kept in the tab and sent once for each choice', async () => {
  const { app, client, approver } = await scene()
  const { openDemand, submittedOffer } = await import('../../support/scenes/demands/demand.ts')
  const centres = [
    { code: 'RD-01', name: '药理' },
    { code: 'RD-02', name: '毒理' },
  ]
  const steps = [step('部门', [approver.userId])]
  contentOf(await saveRules(client, [rule({ action: 'award', costCentres: ['RD-01'], steps })], centres))
  const offerId = await submittedOffer(await signInAs(app, 'seller'), await openDemand(app, client))
  const store = await import('../../../src/stores/orders/offer-order.ts')
  const { pendingRequisitionOf } = await import('../../../src/stores/orders/requisitions/pending-requisition.ts')
  await store.startOfferOrder(offerId)
  const shown = readyContent(store.offerForOrder.get()).costCentres
  for (const centre of centres) expect(shown).toContainEqual({ ...centre, projects: [] })
  store.chooseOfferCharge({ costCentre: 'RD-01', projectCode: '' })
  await store.startOfferOrder(offerId)
  expect(await store.submitOfferOrder()).toBeUndefined()
  const { failure } = store.offerOrderForm.get()
  expect(failure && pendingRequisitionOf(failure)).toBeDefined()
  store.chooseOfferCharge({ costCentre: 'RD-02', projectCode: '' })
  const made = await store.submitOfferOrder()
  const [order] = await app.db
    .select()
    .from(orders)
    .where(eq(orders.id, made?.orderId ?? 0))
  expect(order?.costCentre).toBe('RD-02')
})
