import { expect, test, vi } from 'vitest'
import { newKey } from '../../support/sentinels.ts'
import { contentOf } from '../../support/client.ts'
import { leafOf, saveDemand, demandInput, submittedOffer } from '../../calls/demands/scene.ts'
import { signedIn } from './signed-in.ts'

/** A demand of the buyer with offers of two suppliers, and the buyer in front of it. */
async function scene() {
  const first = await signedIn('seller')
  const { app } = first
  const other = await signedIn('seller3', '', app)
  const buyer = await signedIn('buyer', '', app)
  const { id } = await leafOf(app)
  const { demandId } = contentOf(await saveDemand(buyer.client, demandInput(id)))
  const offerId = await submittedOffer(first.client, demandId)
  const second = await submittedOffer(other.client, demandId, { durationDays: 90 })
  return { app, buyer, seller: first, demandId, offerId, second }
}

test('the buyer compares, asks, refuses one and orders the other, each once', async () => {
  const { buyer, seller, demandId, offerId, second } = await scene()
  const page = await import('../../../src/stores/demands/buyer-demand.ts')
  await page.start(demandId)
  const received = page.received.get()
  const offers = received.at === 'ready' ? received.content.offers : []
  expect(offers.map((offer) => offer.offerId).toSorted()).toEqual([offerId, second].toSorted())

  const thread = await import('../../../src/stores/demands/offer-thread.ts')
  await thread.openThread(offerId)
  thread.write('含恢复期吗？')
  buyer.line.cut = true
  expect(await thread.send()).toBe(false)
  expect(thread.writing.get()).toMatchObject({ text: '含恢复期吗？', failure: { code: 0 } })
  buyer.line.cut = false
  await Promise.all([thread.send(), thread.send()])
  contentOf(await seller.client.api.demands.offerMessageSave({ offerId, text: '含' }, { idempotencyKey: newKey() }))
  await thread.loadThread()
  expect(thread.thread.get()).toMatchObject({ content: { data: [{ text: '含恢复期吗？' }, { text: '含' }] } })
  expect(thread.writing.get().text).toBe('')
  // What was read here is no news any more.
  expect(thread.seen.get()[String(offerId)]).toBeDefined()

  const refusing = await import('../../../src/stores/demands/offer-reject.ts')
  const worse = offers.find((offer) => offer.offerId === second)
  if (worse === undefined) throw new Error('The second offer is not there')
  refusing.askReject(worse)
  expect(await Promise.all([refusing.reject('周期太短'), refusing.reject('周期太短')])).toContain(true)
  expect(buyer.made.filter((path) => path === '/mall/demand/offer/reject')).toHaveLength(1)

  const order = await import('../../../src/stores/orders/offer-order.ts')
  await order.start(offerId)
  order.write('请先寄样')
  // The answer is lost, so whether the order exists is not known: sent again it is the same one.
  buyer.line.deaf = true
  expect(await order.submit()).toBeUndefined()
  expect(order.sending.get()).toMatchObject({ remark: '请先寄样', failure: { code: 0 } })
  buyer.line.deaf = false
  const answers = await Promise.all([order.submit(), order.submit()])
  const made = answers.filter((answer) => answer !== undefined)
  expect(made).toHaveLength(1)
  const orders = contentOf(await buyer.client.api.orders.buyerOrders({ pageSize: 100 }))
  const own = orders.data.filter((row) => row.orderId === made[0]?.orderId)
  expect(own).toHaveLength(1)
  await page.load()
  expect(page.demand.get()).toMatchObject({ content: { status: 'awarded' } })
  const steps = page.history.get()
  expect(steps.at === 'ready' && steps.content.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['award', 'accept', 'reject', 'submit']),
  )
}, 180_000)

test('an offer that was changed meanwhile is not ordered: the page shows the new one', async () => {
  const { seller, demandId, offerId } = await scene()
  const order = await import('../../../src/stores/orders/offer-order.ts')
  await order.start(offerId)
  await submittedOffer(seller.client, demandId, { durationDays: 60 })
  expect(await order.submit()).toBeUndefined()
  expect(order.sending.get()).toMatchObject({ failure: { code: 409 } })
  await order.load()
  expect(order.orderToBe.get()).toMatchObject({ content: { offer: { current: { version: 2, durationDays: 60 } } } })
  expect(await order.submit()).toMatchObject({ orderId: expect.any(Number) })
}, 180_000)

test('what is typed into a question stays when the thread or the page is left', async () => {
  const { buyer, offerId, second } = await scene()
  const thread = await import('../../../src/stores/demands/offer-thread.ts')
  await thread.openThread(offerId)
  thread.write('还没写完')
  thread.closeThread()
  await thread.openThread(second)
  expect(thread.writing.get().text).toBe('')
  buyer.reload()
  const again = await import('../../../src/stores/demands/offer-thread.ts')
  await again.openThread(offerId)
  expect(again.writing.get().text).toBe('还没写完')
}, 180_000)

test('a notice of this demand, and waking up, read it again; other notices do not', async () => {
  const { demandId } = await scene()
  const page = await import('../../../src/stores/demands/buyer-demand.ts')
  const told = await import('../../../src/stores/operations/told.ts')
  const { links } = await import('../../../src/domain/links.ts')
  await page.start(demandId)
  const stop = page.keepInStep()
  const reading = () => {
    const now = page.received.get()
    return now.at === 'ready' && now.refreshing
  }
  const tell = (id: number) => told.passOn({ kind: 'notice', title: '收到新报价', path: links.buyerDemand(id) })
  tell(demandId + 1)
  expect(reading()).toBe(false)
  tell(demandId)
  expect(reading()).toBe(true)
  await vi.waitFor(() => expect(reading()).toBe(false), { timeout: 20_000 })
  told.passAwake()
  expect(reading()).toBe(true)
  await vi.waitFor(() => expect(reading()).toBe(false), { timeout: 20_000 })
  stop()
  tell(demandId)
  expect(reading()).toBe(false)
}, 180_000)
