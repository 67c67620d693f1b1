import { expect, test, vi } from 'vitest'
import { newKey } from '../../support/sentinels.ts'
import { contentOf } from '../../support/client.ts'
import { leafOf, saveDemand, demandInput, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { signedIn } from './signed-in.ts'

/** A demand with offers of two suppliers, and the buyer viewing it. */
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
  await page.startBuyerDemand(demandId)
  const received = page.receivedOffers.get()
  const offers = received.at === 'ready' ? received.content.offers : []
  expect(offers.map((offer) => offer.offerId).toSorted()).toEqual([offerId, second].toSorted())

  const thread = await import('../../../src/stores/demands/deciding/offer-thread.ts')
  await thread.openOfferThread(offerId)
  thread.setThreadMessage('含恢复期吗？')
  buyer.network.cut = true
  expect(await thread.submitThreadMessage()).toBe(false)
  expect(thread.threadMessageForm.get()).toMatchObject({ text: '含恢复期吗？', failure: { code: 0 } })
  buyer.network.cut = false
  await Promise.all([thread.submitThreadMessage(), thread.submitThreadMessage()])
  contentOf(await seller.client.api.demands.offerMessageSave({ offerId, text: '含' }, { idempotencyKey: newKey() }))
  await thread.loadOfferThread()
  expect(thread.offerThread.get()).toMatchObject({ content: { data: [{ text: '含恢复期吗？' }, { text: '含' }] } })
  expect(thread.threadMessageForm.get().text).toBe('')
  // Notices of this demand are marked as read.
  expect(thread.seenMessages.get()[String(offerId)]).toBeDefined()

  const refusing = await import('../../../src/stores/demands/deciding/offer-reject.ts')
  const worse = offers.find((offer) => offer.offerId === second)
  if (worse === undefined) throw new Error('The second offer is not there')
  refusing.openRejection(worse)
  expect(await Promise.all([refusing.rejectOffer('周期太短'), refusing.rejectOffer('周期太短')])).toContain(true)
  expect(buyer.calls.filter((path) => path === '/mall/demand/offer/reject')).toHaveLength(1)

  const order = await import('../../../src/stores/orders/offer-order.ts')
  await order.startOfferOrder(offerId)
  order.setOfferOrderRemark('请先寄样')
  // The response is lost: the retry returns the same order.
  buyer.network.losesAnswers = true
  expect(await order.submitOfferOrder()).toBeUndefined()
  expect(order.offerOrderForm.get()).toMatchObject({ remark: '请先寄样', failure: { code: 0 } })
  buyer.network.losesAnswers = false
  const answers = await Promise.all([order.submitOfferOrder(), order.submitOfferOrder()])
  const made = answers.filter((answer) => answer !== undefined)
  expect(made).toHaveLength(1)
  const orders = contentOf(await buyer.client.api.orders.buyerOrders({ pageSize: 100 }))
  const own = orders.data.filter((row) => row.orderId === made[0]?.orderId)
  expect(own).toHaveLength(1)
  await page.loadBuyerDemand()
  expect(page.buyerDemand.get()).toMatchObject({ content: { status: 'awarded' } })
  const steps = page.demandHistory.get()
  expect(steps.at === 'ready' && steps.content.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['award', 'accept', 'reject', 'submit']),
  )
}, 180_000)

test('an offer that changed meanwhile is not ordered; the page shows the new version', async () => {
  const { seller, demandId, offerId } = await scene()
  const order = await import('../../../src/stores/orders/offer-order.ts')
  await order.startOfferOrder(offerId)
  await submittedOffer(seller.client, demandId, { durationDays: 60 })
  expect(await order.submitOfferOrder()).toBeUndefined()
  expect(order.offerOrderForm.get()).toMatchObject({ failure: { code: 409 } })
  await order.loadOfferForOrder()
  expect(order.offerForOrder.get()).toMatchObject({ content: { offer: { current: { version: 2, durationDays: 60 } } } })
  expect(await order.submitOfferOrder()).toMatchObject({ orderId: expect.any(Number) })
}, 180_000)

test('question drafts survive leaving the thread or the page', async () => {
  const { buyer, offerId, second } = await scene()
  const thread = await import('../../../src/stores/demands/deciding/offer-thread.ts')
  await thread.openOfferThread(offerId)
  thread.setThreadMessage('还没写完')
  thread.closeOfferThread()
  await thread.openOfferThread(second)
  expect(thread.threadMessageForm.get().text).toBe('')
  buyer.reload()
  const again = await import('../../../src/stores/demands/deciding/offer-thread.ts')
  await again.openOfferThread(offerId)
  expect(again.threadMessageForm.get().text).toBe('还没写完')
}, 180_000)

test('reloads on notices of this demand and on wake-up, not on other notices', async () => {
  const { demandId } = await scene()
  const page = await import('../../../src/stores/demands/buyer-demand.ts')
  const told = await import('../../../src/stores/operations/push-notices.ts')
  const { links } = await import('../../../src/domain/links.ts')
  await page.startBuyerDemand(demandId)
  const stop = page.followBuyerDemand()
  const reading = () => {
    const now = page.receivedOffers.get()
    return now.at === 'ready' && now.refreshing
  }
  const tell = (id: number) => told.dispatchPush({ kind: 'notice', title: '收到新报价', path: links.buyerDemand(id) })
  tell(demandId + 1)
  expect(reading()).toBe(false)
  tell(demandId)
  expect(reading()).toBe(true)
  await vi.waitFor(() => expect(reading()).toBe(false), { timeout: 20_000 })
  told.dispatchAwake()
  expect(reading()).toBe(true)
  await vi.waitFor(() => expect(reading()).toBe(false), { timeout: 20_000 })
  stop()
  tell(demandId)
  expect(reading()).toBe(false)
}, 180_000)
