import { expect, test } from 'vitest'
import { contentOf } from '../../support/client.ts'
import { idsOf } from '../../support/scenes/demands/annex.ts'
import { openDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import {
  evaluatedDemand,
  readEvaluation,
  saveSetup,
  scoresOf,
  shopIdOf,
} from '../../support/scenes/demands/evaluation.ts'
import { signedIn } from './signed-in.ts'

const load = () => import('../../../src/stores/demands/deciding/evaluation.ts')
const who = 3

/** The buyer, who is the only evaluator, on a demand whose two offers are opened. */
async function scene() {
  const first = await signedIn('seller')
  const { app } = first
  const other = await signedIn('seller3', '', app)
  const buyer = await signedIn('buyer', '', app)
  const { userId } = await idsOf(app, 'buyer')
  const made = await evaluatedDemand(app, {
    buyer: buyer.client,
    sellers: [first.client, other.client],
    evaluatorIds: [userId],
  })
  return { app, buyer, userId, seller: first, other, ...made }
}

test('typed scores survive a lost connection, closing and a reload, and are submitted once', async () => {
  const { buyer, demandId, first, second } = await scene()
  const store = await load()
  await store.loadEvaluation(demandId)
  store.openScores(who)
  store.setScore(first, 'price', { points: '9' })
  store.setScore(first, 'price', { comment: '最低' })
  expect(await store.submitScores()).toBe(false)
  const refused = store.scoreForm.submitState.get()
  expect(refused.at === 'refused' ? refused.fieldErrors.map(({ field }) => field) : []).toEqual([
    `scores.${first}.plan`,
    `scores.${second}.price`,
    `scores.${second}.plan`,
  ])
  store.closeEvaluationDialog()
  buyer.reload()
  const again = await load()
  await again.loadEvaluation(demandId)
  again.openScores(who)
  expect(again.cellOf(again.scoreForm.values.get(), first, 'price')).toEqual({ points: '9', comment: '最低' })
  again.setScore(first, 'plan', { points: '8' })
  again.setScore(second, 'price', { points: '7' })
  again.setScore(second, 'plan', { points: '十' })
  expect(await again.submitScores()).toBe(false)
  again.setScore(second, 'plan', { points: '10' })
  buyer.network.cut = true
  expect(await again.submitScores()).toBe(false)
  expect(again.scoreForm.submitState.get()).toMatchObject({ at: 'refused', failure: { code: 0 } })
  expect(again.cellOf(again.scoreForm.values.get(), second, 'plan').points).toBe('10')
  buyer.network.cut = false
  expect(await Promise.all([again.submitScores(), again.submitScores()])).toContain(true)
  expect(buyer.calls.filter((path) => path === '/mall/demand/evaluation/score')).toHaveLength(1)
  expect(again.openEvaluationDialog.get()).toBe('none')
  expect(again.evaluation.get()).toMatchObject({ content: { readable: true, results: [{ rank: 1 }, { rank: 2 }] } })
}, 180_000)

test('criteria that a colleague changed meanwhile do not replace what was typed', async () => {
  const { buyer, demandId, userId } = await scene()
  const store = await load()
  await store.loadEvaluation(demandId)
  store.openSetup(who)
  store.setCriterion(0, { label: '总价' })
  store.setCriterion(0, { weight: '50' })
  expect(await store.submitSetup()).toBe(false)
  store.setCriterion(1, { weight: '50' })
  expect(await store.submitSetup()).toBe(false)
  const missing = store.setupForm.submitState.get()
  expect(missing.at === 'refused' ? missing.fieldErrors.map(({ field }) => field) : []).toEqual(['reason'])
  store.setupForm.setText('reason', '两项同样重要')
  contentOf(await saveSetup(buyer.client, demandId, [userId], { version: 1, reason: '同事的修改' }))
  expect(await store.submitSetup()).toBe(false)
  expect(store.isSetupOutdated.get()).toBe(true)
  expect(store.setupForm.values.get()?.criteria.map(({ label, weight }) => [label, weight])).toEqual([
    ['总价', '50'],
    ['方案', '50'],
  ])
  buyer.reload()
  const again = await load()
  await again.loadEvaluation(demandId)
  again.openSetup(who)
  expect(again.setupForm.values.get()).toMatchObject({ reason: '两项同样重要', version: 2 })
  expect(await again.submitSetup()).toBe(true)
  expect((await readEvaluation(buyer.client, demandId)).setup).toMatchObject({
    version: 3,
    criteria: [
      { label: '总价', weight: 50 },
      { label: '方案', weight: 50 },
    ],
  })
}, 180_000)

test('a template replaces the criteria; criteria and evaluators are added and removed', async () => {
  const { demandId, userId } = await scene()
  const store = await load()
  const { criteriaTemplates } = await import('../../../src/domain/demands/evaluation-templates.ts')
  await store.loadEvaluation(demandId)
  store.openSetup(who)
  const [balanced] = criteriaTemplates
  if (balanced === undefined) throw new Error('No template')
  store.applyTemplate(balanced)
  store.addCriterion()
  const keys = () => store.setupForm.values.get()?.criteria.map(({ key }) => key) ?? []
  expect(keys()).toHaveLength(balanced.criteria.length + 1)
  store.removeCriterion(balanced.criteria.length)
  expect(keys()).toEqual(balanced.criteria.map(({ key }) => key))
  store.toggleEvaluator(userId, false)
  expect(await store.submitSetup()).toBe(false)
  store.toggleEvaluator(userId, true)
  store.toggleEvaluator(userId, true)
  expect(store.setupForm.values.get()?.evaluatorIds).toEqual([userId])
}, 180_000)

test('another than the first needs a reason, which reaches the order page and survives a reload', async () => {
  const { buyer, demandId, first, second } = await scene()
  contentOf(
    await buyer.client.api.demands.scoresSave({ demandId, scores: scoresOf({ [first]: [9, 8], [second]: [7, 10] }) }),
  )
  const page = await import('../../../src/stores/demands/buyer-demand.ts')
  await page.startBuyerDemand(demandId)
  const received = page.receivedOffers.get()
  const offer = received.at === 'ready' ? received.content.offers.find((one) => one.offerId === second) : undefined
  if (offer === undefined) throw new Error('The offer is not there')
  const order = await import('../../../src/stores/orders/offer-order.ts')
  await order.startOfferOrder(second)
  expect(await order.submitOfferOrder()).toBeUndefined()
  expect(order.offerOrderForm.get()).toMatchObject({ noteMissing: true, failure: null })
  expect(buyer.calls).not.toContain('/fmall/order/demand/submit')
  page.openDealDialog(offer)
  page.setDecisionNote('周期更短')
  buyer.reload()
  const again = await import('../../../src/stores/orders/offer-order.ts')
  await again.startOfferOrder(second)
  expect(again.offerOrderForm.get()).toMatchObject({ decisionNote: '周期更短', noteMissing: false })
  const made = await again.submitOfferOrder()
  const decision = contentOf(await buyer.client.api.orders.buyerDecision({ orderId: made?.orderId ?? 0 }))
  expect(decision).toMatchObject({ note: '周期更短', chosenOfferId: second })
  const shown = await import('../../../src/stores/orders/buyer-decision.ts')
  await shown.startBuyerDecision(made?.orderId ?? 0)
  expect(shown.buyerDecision.get()).toMatchObject({ content: { note: '周期更短', verified: true } })
  // The browser recomputes the fingerprint from what is displayed.
  const secure = Object.assign(globalThis, { isSecureContext: true })
  if (decision === null) throw new Error('No decision was recorded')
  expect(await shown.verifyDecisionHash(decision)).toBe('same')
  expect(await shown.verifyDecisionHash({ ...decision, note: '改过' })).toBe('different')
  expect(await shown.verifyDecisionHash({ ...decision, results: [] })).toBe('different')
  secure.isSecureContext = false
  expect(await shown.verifyDecisionHash(decision)).toBe('cannot')
}, 180_000)

test('declining and opening early say what failed, and are done once', async () => {
  const { app, buyer, seller, demandId } = await scene()
  const store = await load()
  await store.loadEvaluation(demandId)
  buyer.network.cut = true
  expect(await store.declineScoring('有利益关系')).toBe(false)
  expect(store.declining.get()).toMatchObject({ sending: false, failure: { code: 0 } })
  buyer.network.cut = false
  await Promise.all([store.declineScoring('有利益关系'), store.declineScoring('有利益关系')])
  expect(store.evaluation.get()).toMatchObject({ content: { own: { status: 'declined' } } })

  const tender = await openDemand(app, buyer.client, { sealedOnly: true, invitedOnly: true })
  contentOf(await buyer.client.api.demands.demandInvite({ demandId: tender, shopId: await shopIdOf(app, 'seller') }))
  const page = await import('../../../src/stores/demands/buyer-demand.ts')
  const early = await import('../../../src/stores/demands/deciding/early-opening.ts')
  await page.startBuyerDemand(tender)
  early.askEarlyOpening()
  expect(await early.openEarly(tender)).toBe(false)
  const asking = early.earlyOpening.get()
  const failure = asking.at === 'none' ? null : asking.failure
  expect(failure === null ? [] : early.outstandingNames(failure)).toHaveLength(1)
  await submittedOffer(seller.client, tender)
  expect(await Promise.all([early.openEarly(tender), early.openEarly(tender)])).toEqual([true, false])
  expect(page.buyerDemand.get()).toMatchObject({ content: { status: 'evaluating' } })
}, 180_000)
