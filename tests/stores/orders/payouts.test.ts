import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { failures } from '../../../src/contract/failures.ts'
import { bankAccounts } from '../../../src/db/tables/accounts.ts'
import { startAppForTest } from '../../support/app.ts'
import { contentOf, signInAs } from '../../support/client.ts'
import { companyOf } from '../../support/scenes/orders/cart.ts'
import { prove } from '../../support/scenes/orders/changes.ts'
import { payeeOf } from '../../support/scenes/orders/order.ts'
import { refundRows } from '../../support/scenes/orders/pay.ts'
import { approve, approveTwice, duePayout, markPaid } from '../../support/scenes/orders/payout.ts'
import { give, ofLine } from '../../support/scenes/orders/refund.ts'
import { signedIn } from '../demands/signed-in.ts'
import { readyContent } from '../ready.ts'

async function dueScene() {
  const app = await startAppForTest()
  const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
  await payeeOf(app)
  return { app, ...(await duePayout(app, buyer, seller)) }
}

test('an operator approves a payout once; what another one did shows at once', async () => {
  const { app, payoutId, total } = await dueScene()
  const { network } = await signedIn('ops', '', app)
  const store = await import('../../../src/stores/orders/payouts.ts')
  const { api } = await import('../../../src/client/browser.ts')
  expect((await api.accounts.reauthenticate({ password: 'Demo@2026' })).ok).toBe(true)
  await store.showPayout(payoutId)
  const payout = () => readyContent(store.openPayoutDetail.get())
  expect(payout()).toMatchObject({ status: 'due', amount: total })
  store.openPayoutStep('approve', payout())
  network.losesAnswers = true
  expect(await store.submitPayoutStep()).toBe(false)
  expect(store.payoutStep.get()).toMatchObject({ sending: false, failure: { code: 0 } })
  network.losesAnswers = false
  // The lost answer is given again: one approval.
  expect(await Promise.all([store.submitPayoutStep(), store.submitPayoutStep()])).toEqual([true, false])
  expect(payout()).toMatchObject({ status: 'first_approved', isOwnApproval: true, firstBy: 'ops' })
  // Another operator confirms it meanwhile.
  const finance = await signInAs(app, 'finance')
  await prove(finance)
  expect((await approve(finance, payoutId, total)).ok).toBe(true)
  store.openPayoutStep('return', payout())
  store.changePayoutStep({ reason: '请核对户名' })
  expect(await store.submitPayoutStep()).toBe(false)
  expect(store.payoutStep.get()).toMatchObject({ reason: '请核对户名', failure: { code: failures.payoutMoved.code } })
  expect(payout().status).toBe('approved')
  store.closePayout()
  expect(store.openPayoutId.get()).toBeNull()
})

test('an account that changes while the approval is open is refused, and the new one is shown', async () => {
  const { app, payoutId } = await dueScene()
  await signedIn('ops', '', app)
  const store = await import('../../../src/stores/orders/payouts.ts')
  const { api } = await import('../../../src/client/browser.ts')
  expect((await api.accounts.reauthenticate({ password: 'Demo@2026' })).ok).toBe(true)
  await store.showPayout(payoutId)
  const payout = () => readyContent(store.openPayoutDetail.get())
  store.openPayoutStep('approve', payout())
  const companyId = await companyOf(app, 'seller')
  await app.db.update(bankAccounts).set({ accountNo: '6222020200998877' }).where(eq(bankAccounts.companyId, companyId))
  expect(await store.submitPayoutStep()).toBe(false)
  expect(store.payoutStep.get()).toMatchObject({ failure: { code: failures.payoutAccountChanged.code } })
  expect(payout()).toMatchObject({ status: 'due', account: { accountNo: '6222020200998877' } })
  // What is open is still what was shown: only opening it anew approves the new account.
  expect(await store.submitPayoutStep()).toBe(false)
  store.openPayoutStep('approve', payout())
  expect(await store.submitPayoutStep()).toBe(true)
  expect(payout().status).toBe('first_approved')
})

test('a return of a payout names the transfers back as they were shown; one agreed meanwhile is shown first', async () => {
  const { app, payoutId, total, orderId, lineId } = await dueScene()
  const [ops, finance, seller] = [
    await signInAs(app, 'ops'),
    await signInAs(app, 'finance'),
    await signInAs(app, 'seller'),
  ]
  for (const operator of [ops, finance]) await prove(operator)
  await approveTwice(finance, ops, payoutId, total)
  contentOf(await markPaid(ops, payoutId))
  contentOf(await give(seller, ofLine(orderId, lineId, 10_000)))
  await signedIn('ops', '', app)
  const store = await import('../../../src/stores/orders/payouts.ts')
  await store.showPayout(payoutId)
  const payout = () => readyContent(store.openPayoutDetail.get())
  expect(payout().reroutes.map(({ amount }) => amount)).toEqual([10_000])
  store.openPayoutStep('bounce', payout())
  store.changePayoutStep({ reason: '收款账户已销户' })
  contentOf(await give(seller, ofLine(orderId, lineId, 5_000)))
  expect(await store.submitPayoutStep()).toBe(false)
  expect(store.payoutStep.get()).toMatchObject({ failure: { code: failures.payoutMoved.code } })
  expect(payout().reroutes.map(({ amount }) => amount)).toEqual([10_000, 5_000])
  store.openPayoutStep('bounce', payout())
  store.changePayoutStep({ reason: '收款账户已销户' })
  expect(await store.submitPayoutStep()).toBe(true)
  expect(payout()).toMatchObject({ status: 'failed', reroutes: [] })
  const refunds = await refundRows(app, orderId)
  expect(refunds.map(({ method }) => method)).toEqual(['demo', 'demo'])
})

test('a supplier sees held money with its sums, and its payouts', async () => {
  const { app, payoutId, total, orderId } = await dueScene()
  await signedIn('seller', '', app)
  const store = await import('../../../src/stores/orders/seller-money.ts')
  const stop = store.sellerPayoutList.start()
  await expect.poll(() => store.sellerPayoutList.state.get().at).toBe('ready')
  await expect.poll(() => store.heldMoney.get().at).toBe('ready')
  const { data } = readyContent(store.sellerPayoutList.state.get())
  expect(data[0]).toMatchObject({ payoutId, amount: total, status: 'due' })
  expect(data[0]?.lines.some((line) => line.orderId === orderId)).toBe(true)
  const { sums, days, data: held } = readyContent(store.heldMoney.get())
  expect(days).toBe(7)
  expect(sums.underWay).toBeGreaterThanOrEqual(total)
  expect(held.every(({ amount }) => amount > 0)).toBe(true)
  await store.setHeldPage(2)
  expect(readyContent(store.heldMoney.get()).data).toEqual([])
  stop()
})
