import { expect, test } from 'vitest'
import { demoPassword } from '../../support/accounts.ts'
import { startAppForTest } from '../../support/app.ts'
import { contentOf, signInAs } from '../../support/client.ts'
import { dayAhead, proposed, prove, sign, termsVersionOf } from '../../support/scenes/orders/changes.ts'
import { stagedOrder } from '../../support/scenes/orders/staged.ts'
import { signedIn } from '../demands/signed-in.ts'

async function opened() {
  const app = await startAppForTest()
  const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
  const { orderId } = await stagedOrder(app, buyer, seller)
  const page = await signedIn('seller', '', app)
  const store = await import('../../../src/stores/orders/change-orders.ts')
  const order = await import('../../../src/stores/orders/order.ts')
  const identity = await import('../../../src/stores/accounts/security/reauthenticate.ts')
  order.startOrder('seller', orderId)
  store.startChangeOrders('seller', orderId)
  await expect.poll(() => store.changeOrders.get().at).toBe('ready')
  const list = () => {
    const now = store.changeOrders.get()
    return now.at === 'ready' ? now.content.data : []
  }
  const confirmIdentity = async () => {
    await expect.poll(() => identity.reauthenticationRequest.get()).not.toBeNull()
    identity.reauthenticationForm.setText('password', demoPassword)
    await identity.submitReauthentication()
  }
  return { buyer, seller, orderId, store, list, confirmIdentity, ...page, app }
}

const errorsOf = (store: Awaited<ReturnType<typeof opened>>['store']) => {
  const now = store.changeForm.submitState.get()
  return now.at === 'refused' ? now.fieldErrors.map(({ field }) => field) : []
}

test('a proposal is typed, previewed by the rules of the server, kept when closed, and sent once after the proof', async () => {
  const { app, buyer, orderId, store, list, confirmIdentity, network, calls } = await opened()
  store.openChangeProposal()
  expect(store.changePreview.get()).toBeNull()
  expect(await store.submitChangeProposal()).toBe(false)
  expect(errorsOf(store)).toEqual(expect.arrayContaining(['reason', 'rows']))
  store.changeForm.setText('reason', '检测指标增加')
  store.setChangeRow(3, { amount: '5000.01' })
  store.setChangeRow(1, { on: dayAhead(-1) })
  expect(await store.submitChangeProposal()).toBe(false)
  expect(errorsOf(store)).toEqual(['rows.1.on'])
  store.setChangeRow(1, { on: dayAhead(45) })
  store.setChangeRow(2, { skip: true })
  store.addChangeRow()
  expect(await store.submitChangeProposal()).toBe(false)
  expect(errorsOf(store)).toEqual(['rows.4.name', 'rows.4.deliverables', 'rows.4.amount', 'rows.4.on'])
  store.setChangeRow(4, { name: '补充试验', deliverables: '补充报告', amount: '500', on: dayAhead(150) })
  expect(store.typedTotal.get()).toBe(850_001)
  const marks = store.changePreview.get()?.rows.map(({ mark }) => mark)
  expect(marks).toEqual(['changed', 'same', 'same', 'changed', 'skipped', 'changed', 'added'])
  store.addChangeRow()
  store.removeChangeRow(5)
  store.removeChangeRow(0)
  expect(store.changeForm.values.get()?.rows).toHaveLength(5)

  // Closing keeps what was typed; a broken connection too.
  store.closeChangeDialog()
  store.openChangeProposal()
  expect(store.changeForm.values.get()).toMatchObject({ reason: '检测指标增加' })
  expect(store.typedTotal.get()).toBe(850_001)
  network.cut = true
  expect(await store.submitChangeProposal()).toBe(false)
  network.cut = false
  expect(store.changeForm.values.get()?.reason).toBe('检测指标增加')

  const sent = Promise.all([store.submitChangeProposal(), store.submitChangeProposal()])
  await confirmIdentity()
  expect((await sent).toSorted()).toEqual([false, true])
  expect(store.changeDialog.get()).toBeNull()
  expect(list().map(({ number, status, after }) => [number, status, after.total])).toEqual([[1, 'proposed', 850_001]])
  expect(calls.filter((path) => path === '/fmall/order/saler/change/save').length).toBeLessThanOrEqual(3)
  const now = store.changeOrders.get()
  expect(now.at === 'ready' && store.mayPropose(now.content)).toBe(false)

  // The other side signs; the next proposal starts with the new terms.
  await prove(buyer)
  const [change] = list()
  if (change === undefined) throw new Error('Nothing was proposed')
  contentOf(await sign(buyer, 'buyer', change))
  await store.loadChangeOrders()
  // A load that the notice of the signature caused may be the later one.
  await expect.poll(() => list()[0]?.status).toBe('applied')
  expect(await termsVersionOf(app, orderId)).toEqual({ version: 2, total: 850_001 })
  store.openChangeProposal()
  expect(store.changeForm.values.get()).toMatchObject({ reason: '', rows: { length: 5 } })
  expect(store.changeForm.values.get()?.rows[3]?.amount).toBe('5000.01')
})

test('a change order of the other side is signed after the proof, or refused with its reason', async () => {
  const { app, buyer, orderId, store, list, confirmIdentity } = await opened()
  const raised = () =>
    proposed(buyer, 'buyer', orderId, (rows) => {
      const row = rows[3]
      if (row === undefined) throw new Error('No row')
      const { seq, name, deliverables, on, amount } = row
      return [{ seq, name, deliverables, on, amount: amount + 10_000, skip: false }]
    })
  await raised()
  await store.loadChangeOrders()
  const [first] = list()
  if (first === undefined) throw new Error('Nothing was proposed')
  store.openChangeDialog('decline', first)
  expect(await store.submitChangeAnswer('')).toBe(false)
  expect(store.changeDialog.get()).toMatchObject({ kind: 'decline', failure: { code: 400 } })
  expect(await store.submitChangeAnswer('金额有误')).toBe(true)
  expect(list()[0]).toMatchObject({ status: 'declined', answer: '金额有误' })

  await raised()
  await store.loadChangeOrders()
  const [second] = list()
  if (second === undefined) throw new Error('Nothing was proposed')
  store.openChangeDialog('sign', { ...second, fingerprint: 'f'.repeat(64) })
  const refused = store.submitChangeAnswer()
  await confirmIdentity()
  expect(await refused).toBe(false)
  expect(store.changeDialog.get()).toMatchObject({ failure: { code: 1276 } })
  store.closeChangeDialog()
  store.openChangeDialog('sign', second)
  expect(await Promise.all([store.submitChangeAnswer(), store.submitChangeAnswer()])).toEqual([true, false])
  expect(list()[0]).toMatchObject({ status: 'applied', steps: [] })
  expect((await termsVersionOf(app, orderId)).version).toBe(2)
})
