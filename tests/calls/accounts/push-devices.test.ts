import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pushDevices, sessions, users } from '../../../src/db/tables/accounts.ts'
import { digestQueue } from '../../../src/db/tables/letters.ts'
import { notices, outboxMessages } from '../../../src/db/tables/operations.ts'
import { maxPushDevices } from '../../../src/domain/accounts/push-devices.ts'
import { notify } from '../../../src/server/accounts/notifications/notify.ts'
import { sendDigests } from '../../../src/server/accounts/notifications/send-digests.ts'
import { deliverOutbox } from '../../../src/server/operations/deliver-outbox.ts'
import { encryptMessage } from '../../../src/server/providers/web-push/encrypt-message.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { contentOf, failureOf, fieldsWithErrors, signInAs, visitor, type Client } from '../../support/client.ts'
import { startPushService, type PushService } from '../../support/push-service.ts'

let app: TestApp
let service: PushService
let buyerId = 0
beforeAll(async () => {
  service = await startPushService()
  app = await startApp({ WEB_PUSH_LOOPBACK: '1' })
  // The tests run the jobs themselves.
  await app.runtime.jobs.close()
  const [row] = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, 'buyer'))
  buyerId = row?.id ?? 0
})
afterAll(async () => {
  await app.close()
  await service.close()
})
beforeEach(async () => {
  service.status = 201
  service.received.length = 0
  for (const table of [digestQueue, outboxMessages, pushDevices]) await app.db.delete(table)
})

const add = async (client: Client, keys = service.subscribe()) =>
  contentOf(await client.api.accounts.pushDeviceAdd(keys))
const list = async (client: Client) => contentOf(await client.api.accounts.pushDevices({})).data
const context = () => ({ push: app.runtime.push, jobs: app.runtime.jobs, after: () => {} })
const tell = (title: string, path = '/platform/buyerAccount/orderDetail?id=7') =>
  app.db.transaction((tx) => notify(tx, context(), 'order.moved', [buyerId], { title, text: '正文', path }))
const deliver = async () => {
  await sendDigests(app.db, app.runtime)
  await deliverOutbox(app.db, app.runtime)
}
const received = () => service.received.map(({ text }): unknown => JSON.parse(text))
const outbox = () => app.db.select().from(outboxMessages).where(eq(outboxMessages.channel, 'device'))

test('encrypts as the example of RFC 8291', () => {
  const key = (text: string) => Buffer.from(text, 'base64url')
  const encrypted = encryptMessage(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    { privateKey: key('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'), salt: key('DGv6ra1nlYgDCS1FRnbzlw') },
  )
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('a device gets a title and the page of each notice, and nothing that a locked screen should not show', async () => {
  const buyer = await signInAs(app, 'buyer')
  expect(contentOf(await buyer.api.accounts.pushDevices({}))).toEqual({
    publicKey: expect.stringMatching(/^B[\w-]{86}$/),
    data: [],
  })
  const device = await add(buyer)
  expect(device).toMatchObject({ current: true, sentAt: null })
  await tell('订单 20261128 已交付，请验收')
  await tell('退款 ¥12,000.00 已到账')
  await deliver()
  const path = '/platform/buyerAccount/orderDetail?id=7'
  expect(received()).toEqual([
    { title: '订单 20261128 已交付，请验收', path },
    { title: '订单状态变化', path },
  ])
  expect(service.received[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  expect((await list(buyer))[0]?.sentAt).not.toBeNull()
  await deliver()
  expect(service.received).toHaveLength(2)
})

test('people without a device and events without the channel cost no row', async () => {
  const buyer = await signInAs(app, 'buyer')
  await tell('订单一')
  expect(await app.db.$count(digestQueue, eq(digestQueue.channel, 'device'))).toBe(0)
  await add(buyer)
  contentOf(await buyer.api.accounts.preferencesSave({ notifications: { 'order.moved': ['mail'] } }))
  await tell('订单二')
  expect(await app.db.$count(digestQueue, eq(digestQueue.channel, 'device'))).toBe(0)
  contentOf(await buyer.api.accounts.preferencesSave({ notifications: { 'order.moved': ['device'] } }))
  await tell('订单三')
  await app.db.update(notices).set({ readAt: new Date() }).where(eq(notices.title, '订单三'))
  await deliver()
  expect(received()).toEqual([])
})

test('the device ends with its session, whatever ends it', async () => {
  const [here, there] = [await signInAs(app, 'buyer'), await signInAs(app, 'buyer')]
  await add(here)
  await add(there)
  expect((await list(here)).map(({ current }) => current)).toEqual([true, false])
  await tell('订单一')
  await sendDigests(app.db, app.runtime)
  contentOf(await there.api.accounts.logout({}))
  expect(await app.db.$count(pushDevices)).toBe(1)
  await deliverOutbox(app.db, app.runtime)
  expect(service.received).toHaveLength(1)
  expect((await outbox()).map(({ status }) => status).toSorted()).toEqual(['failed', 'sent'])
  // Expired by the clock: the row is there, but nothing is shown or sent.
  await app.db
    .update(sessions)
    .set({ expiresAt: new Date(0) })
    .where(eq(sessions.userId, buyerId))
  await tell('订单二')
  await deliver()
  expect(service.received).toHaveLength(1)
  const [first, second] = [await signInAs(app, 'buyer'), await signInAs(app, 'buyer')]
  await add(second)
  contentOf(await first.api.accounts.sessionEnd({}))
  expect(await list(first)).toEqual([])
})

test('another person on the same browser takes it over: the first is shown nothing more', async () => {
  const keys = service.subscribe()
  const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
  await add(buyer, keys)
  await add(seller, keys)
  expect([await list(buyer), (await list(seller)).length]).toEqual([[], 1])
  await tell('订单一')
  await deliver()
  expect(received()).toEqual([])
})

test('a browser that is no longer subscribed is removed; a busy service is tried again', async () => {
  const buyer = await signInAs(app, 'buyer')
  await add(buyer)
  service.status = 503
  await tell('订单一')
  await deliver()
  expect(await outbox()).toMatchObject([{ status: 'queued', attempts: 1, lastError: '通知服务返回 503' }])
  service.status = 201
  await app.db.update(outboxMessages).set({ dueAt: sql`now()` })
  await deliverOutbox(app.db, app.runtime)
  expect(received()).toHaveLength(1)
  service.status = 410
  await tell('订单二')
  await deliver()
  expect((await outbox()).map(({ status }) => status).toSorted()).toEqual(['failed', 'sent'])
  expect(await list(buyer)).toEqual([])
})

test.each([
  'http://example.com/push',
  'https://user:secret@example.com/push',
  'https://10.1.2.3/push',
  'https://169.254.169.254/latest/meta-data',
  'https://[::ffff:10.0.0.1]/push',
  'https://192.168.1.1/push',
])('an endpoint inside a net or without encryption is refused: %s', async (endpoint) => {
  const buyer = await signInAs(app, 'buyer')
  const { p256dh, auth } = service.subscribe()
  expect(failureOf(await buyer.api.accounts.pushDeviceAdd({ endpoint, p256dh, auth }))).toBe('pushEndpointRefused')
  expect(await app.db.$count(pushDevices)).toBe(0)
})

test('this machine is reached with the setting for tests only, and the setting in the demo only', async () => {
  const { createWebPush } = await import('../../../src/server/providers/web-push/web-push.ts')
  const usual = createWebPush({
    siteUrl: 'https://a.example',
    webPush: { key: undefined, contact: undefined, loopback: false },
  })
  expect(await usual.mayCall(service.url)).toBe(false)
  expect(await usual.mayCall('https://127.0.0.1/push')).toBe(false)
  expect(await usual.mayCall('https://8.8.8.8:8443/push')).toBe(false)
  expect(await usual.mayCall('https://8.8.8.8/push')).toBe(true)
  const { readConfig } = await import('../../../src/config.ts')
  expect(() => readConfig({ DEMO: '0', WEB_PUSH_LOOPBACK: '1' })).toThrow('WEB_PUSH_LOOPBACK')
})

test('keys that are none are refused, and so are more devices than allowed', async () => {
  const buyer = await signInAs(app, 'buyer')
  const { endpoint, p256dh, auth } = service.subscribe()
  const wrong = await buyer.api.accounts.pushDeviceAdd({ endpoint, p256dh: 'AAAA', auth: 'x y' })
  expect(fieldsWithErrors(wrong)).toEqual(['p256dh', 'auth'])
  const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url')
  const off = await buyer.api.accounts.pushDeviceAdd({ endpoint, p256dh: offCurve, auth })
  expect(failureOf(off)).toBe('pushEndpointRefused')
  const clients = [buyer]
  while (clients.length <= maxPushDevices) clients.push(await signInAs(app, 'buyer'))
  for (const client of clients.slice(0, maxPushDevices)) await add(client)
  const last = await clients.at(-1)?.api.accounts.pushDeviceAdd({ endpoint, p256dh, auth })
  expect(last && failureOf(last)).toBe('tooManyPushDevices')
})

test('nobody sees, tests or removes the device of another', async () => {
  const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
  const { deviceId } = await add(buyer)
  expect(failureOf(await seller.api.accounts.pushDeviceRemove({ deviceId }))).toBe('notFound')
  expect(failureOf(await seller.api.accounts.pushDeviceTest({ deviceId }))).toBe('notFound')
  expect(failureOf(await visitor(app).api.accounts.pushDevices({}))).toBe('sessionInvalid')
  contentOf(await buyer.api.accounts.pushDeviceTest({ deviceId }))
  await deliverOutbox(app.db, app.runtime)
  expect(received()).toEqual([{ title: '这是一条测试通知', path: '/platform/conf/buyerConf' }])
  contentOf(await buyer.api.accounts.pushDeviceRemove({ deviceId }))
  expect(failureOf(await buyer.api.accounts.pushDeviceRemove({ deviceId }))).toBe('notFound')
})
