import { expect, test } from 'vitest'
import { webhookDelay } from '../../src/domain/accounts/webhooks.ts'
import { contentOf } from '../support/client.ts'
import { appForFile, clientForFile } from '../support/fixtures.ts'
import { startMockService } from '../support/mock-service.ts'
import { messagesOf, sendAt, shownOf, toLoopback, verified, webhookOf } from '../support/scenes/accounts/webhooks.ts'
import { offerOrder } from '../support/scenes/orders/order.ts'

/** A receiver is down for a day: every event arrives, those of an order in their order. */

const app = appForFile(toLoopback)
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const minute = 60_000

test('a receiver that is down for a day gets everything, in order', async () => {
  const receiver = await startMockService(() => ({ status: 503, body: '' }))
  const { webhookId, secret } = await webhookOf(buyer, receiver.url)
  const orders: number[] = []
  for (let at = 0; at < 3; at += 1) orders.push((await offerOrder(app, buyer, seller)).orderId)
  for (const orderId of orders) {
    contentOf(await seller.api.orders.sellerOrderStep({ orderId, event: 'confirm' }))
    contentOf(await seller.api.orders.sellerOrderStep({ orderId, event: 'start' }))
  }
  const start = Date.now() + minute
  for (let passed = 0; passed < 24 * 60; passed += 60) await sendAt(app, new Date(start + passed * minute))
  const written = await messagesOf(app, webhookId)
  expect(written.every(({ status }) => status === 'queued')).toBe(true)
  const tries = receiver.requests.length
  // Growing delays: fewer batches than hours.
  expect(tries).toBeGreaterThan(5)
  expect(tries).toBeLessThan(8 * 20)
  expect(shownOf(contentOf(await buyer.api.accounts.webhooks({})), webhookId)).toMatchObject({
    status: 'active',
    waiting: written.length,
  })

  receiver.requests.length = 0
  receiver.respondWith(() => ({ body: '{}' }))
  const day = start + 24 * 60 * minute
  await sendAt(app, new Date(day + webhookDelay(100) * 1000))
  expect((await messagesOf(app, webhookId)).map(({ status }) => status)).toEqual(written.map(() => 'sent'))
  expect(receiver.requests.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(
    written.map(({ messageId }) => messageId).toSorted(),
  )
  // The library refuses old timestamps; these are of the simulated day.
  const heard = receiver.requests.map(({ body }) => JSON.parse(body.toString('utf8')))
  for (const orderId of orders) {
    const places = heard.filter(({ data }) => data.orderId === orderId).map(({ data }) => Number(data.seq))
    expect(places.length).toBeGreaterThan(2)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  }
  expect(secret).toMatch(/^whsec_/)
}, 240_000)

test('one refused event holds back its order only, and is given up after days', async () => {
  const receiver = await startMockService(({ body }) => ({
    status: body.toString('utf8').includes('"confirm"') ? 400 : 200,
    body: '{}',
  }))
  const { webhookId, secret } = await webhookOf(seller, receiver.url, ['order.moved'])
  const stuck = await offerOrder(app, buyer, seller)
  contentOf(await seller.api.orders.sellerOrderStep({ orderId: stuck.orderId, event: 'confirm' }))
  contentOf(await seller.api.orders.sellerOrderStep({ orderId: stuck.orderId, event: 'start' }))
  await offerOrder(app, buyer, seller)
  // The product's own job may have met the refusal already, after which the endpoint rests for seconds.
  await sendAt(app, new Date(Date.now() + 10_000))
  expect((await messagesOf(app, webhookId)).map(({ status }) => status)).toEqual(['sent', 'queued', 'queued', 'sent'])
  expect(receiver.requests.map((request) => verified(secret, request).data['event'])).toContain('create')
  for (let days = 1; days <= 4; days += 1) {
    await offerOrder(app, buyer, seller)
    await sendAt(app, new Date(Date.now() + days * 86_400_000))
  }
  const states = (await messagesOf(app, webhookId)).map(({ status }) => status)
  expect(states.slice(0, 3)).toEqual(['sent', 'failed', 'sent'])
}, 120_000)

test('days without one success pause the endpoint; resumed, it gets what waited', async () => {
  const receiver = await startMockService(() => ({ status: 500, body: '' }))
  const { webhookId } = await webhookOf(buyer, receiver.url, ['order.moved'])
  await offerOrder(app, buyer, seller)
  for (let hours = 0; hours <= 80; hours += 8) await sendAt(app, new Date(Date.now() + hours * 60 * minute))
  const paused = shownOf(contentOf(await buyer.api.accounts.webhooks({})), webhookId)
  expect(paused).toMatchObject({ status: 'paused', waiting: 1 })
  const tries = receiver.requests.length
  await sendAt(app, new Date(Date.now() + 100 * 60 * minute))
  expect(receiver.requests).toHaveLength(tries)
  receiver.respondWith(() => ({ body: '{}' }))
  contentOf(await buyer.api.accounts.webhookSwitch({ webhookId, active: true }))
  await sendAt(app, new Date(Date.now() + 101 * 60 * minute))
  expect((await messagesOf(app, webhookId)).map(({ status }) => status)).toEqual(['sent'])
}, 120_000)
