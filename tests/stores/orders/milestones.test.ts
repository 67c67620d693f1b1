import { expect, test } from 'vitest'
import { startAppForTest } from '../../support/app.ts'
import { contentOf, signInAs } from '../../support/client.ts'
import { deliveredStage, milestoneRows, stagedOrder, startStage } from '../../support/scenes/orders/staged.ts'
import { bought, deliver as deliverByCall } from '../../support/scenes/orders/order.ts'
import { signedIn } from '../demands/signed-in.ts'

test('a supplier starts and delivers one milestone; what was typed is kept by milestone until it is sent, once', async () => {
  const app = await startAppForTest()
  const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
  const { orderId, ids } = await stagedOrder(app, buyer, seller)
  const { network, calls } = await signedIn('seller', '', app)
  const store = await import('../../../src/stores/orders/order.ts')
  const deliver = await import('../../../src/stores/orders/deliver.ts')
  store.startOrder('seller', orderId)
  await expect.poll(() => store.order.get().at).toBe('ready')
  const milestones = () => {
    const now = store.order.get()
    return now.at === 'ready' ? now.content.milestones : []
  }
  const milestone = (at: number) => {
    const found = milestones()[at]
    if (found === undefined) throw new Error(`No milestone ${at}`)
    return found
  }
  const changed: string[] = []
  const stop = store.onOrderChanged(() => changed.push('order'))
  for (const at of [0, 1]) {
    store.openOrderStep('start', milestone(at))
    expect(await Promise.all([store.submitOrderStep(), store.submitOrderStep()])).toEqual([true, false])
    expect(milestone(at)).toMatchObject({ status: 'in_work', steps: ['deliver'] })
  }
  // The second start changed a milestone only, not the order.
  expect(changed.length).toBeGreaterThanOrEqual(2)
  stop()

  deliver.openDelivery(orderId, milestone(0))
  deliver.changeDelivery({ note: '方案终稿' })
  deliver.closeDelivery()
  deliver.openDelivery(orderId, milestone(1))
  expect(deliver.deliveryForm.get()).toMatchObject({ note: '' })
  deliver.closeDelivery()
  deliver.openDelivery(orderId, milestone(0))
  expect(deliver.deliveryForm.get()).toMatchObject({ note: '方案终稿', milestone: { milestoneId: ids[0] } })
  network.cut = true
  expect(await deliver.submitDelivery()).toBe(false)
  expect(deliver.deliveryForm.get()).toMatchObject({ note: '方案终稿', failure: { code: 0 } })
  network.cut = false
  expect(await Promise.all([deliver.submitDelivery(), deliver.submitDelivery()])).toEqual([true, false])
  expect(milestone(0)).toMatchObject({ status: 'delivered', steps: [] })
  expect(calls.filter((path) => path === '/fmall/order/saler/deliver').length).toBeLessThanOrEqual(2)
  deliver.openDelivery(orderId, milestone(0))
  expect(deliver.deliveryForm.get()).toMatchObject({ note: '' })
})

test('a buyer answers the shown delivery of a milestone; a newer one is a conflict', async () => {
  const app = await startAppForTest()
  const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
  const { orderId, ids } = await stagedOrder(app, buyer, seller)
  await deliveredStage(seller, orderId, ids[0])
  contentOf(await startStage(seller, orderId, ids[1]))
  const { network } = await signedIn('buyer', '', app)
  const store = await import('../../../src/stores/orders/order.ts')
  store.startOrder('buyer', orderId)
  await expect.poll(() => store.order.get().at).toBe('ready')
  const first = () => {
    const now = store.order.get()
    const [milestone] = now.at === 'ready' ? now.content.milestones : []
    if (milestone === undefined) throw new Error('No milestone')
    return milestone
  }
  // The delivery of another milestone is newer, and is not what is answered.
  contentOf(await deliverByCall(seller, orderId, { milestoneId: ids[1] }))
  await store.loadOrder()
  store.openOrderStep('requestChanges', first())
  expect(await store.submitOrderStep()).toBe(false)
  expect(store.orderStep.get()).toMatchObject({ at: 'asking', failure: { code: 400 } })
  expect(await store.submitOrderStep({ reason: '补充附录' })).toBe(true)
  expect(first()).toMatchObject({ status: 'changes_requested', steps: [] })

  contentOf(await deliverByCall(seller, orderId, { milestoneId: ids[0] }))
  await store.loadOrder()
  store.openOrderStep('accept', first())
  // Meanwhile it was sent back and delivered anew by others.
  const [shown] = (await bought(buyer, orderId)).deliveries
  contentOf(
    await buyer.api.orders.buyerOrderStep({
      orderId,
      event: 'requestChanges',
      reason: '再补',
      milestoneId: ids[0],
      deliveryId: shown?.deliveryId ?? 0,
    }),
  )
  contentOf(await deliverByCall(seller, orderId, { milestoneId: ids[0] }))
  expect(await store.submitOrderStep()).toBe(false)
  expect(store.orderStep.get()).toMatchObject({ failure: { code: 409 } })
  store.closeOrderStep()
  await store.loadOrder()
  store.openOrderStep('accept', first())
  network.cut = true
  expect(await store.submitOrderStep()).toBe(false)
  expect(store.orderStep.get()).toMatchObject({ failure: { code: 0 } })
  network.cut = false
  expect(await store.submitOrderStep()).toBe(true)
  expect((await milestoneRows(app, orderId)).map(({ status }) => status)).toEqual(['accepted', 'delivered', 'planned'])
})
