import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { webhookEndpoints, webhookMessages } from '../../../src/db/tables/open-api.ts'
import { maxWebhooks, webhookBatch, webhookTopics } from '../../../src/domain/accounts/webhooks.ts'
import { deleteOldWebhookMessages } from '../../../src/server/accounts/open-api/send-webhooks.ts'
import { postWebhook, webhookUrlOf } from '../../../src/server/accounts/open-api/post-webhook.ts'
import { contentOf, failureOf, fieldsWithErrors, signInAs } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { startMockService } from '../../support/mock-service.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { messagesOf, sendAt, shownOf, toLoopback, verified, webhookOf } from '../../support/scenes/accounts/webhooks.ts'
import { openDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { noticesOf, offerOrder } from '../../support/scenes/orders/order.ts'
import { missingId } from '../../support/sentinels.ts'

const app = appForFile(toLoopback)
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const taken = () => ({ body: '{}' })

beforeEach(async () => {
  await app.db.delete(webhookEndpoints)
})

describe('an endpoint', () => {
  test('is a public https address', () => {
    const strict = { webhookLoopback: false }
    expect(webhookUrlOf('https://erp.example.cn/hook#x', strict)).toBe('https://erp.example.cn/hook')
    for (const url of [
      'http://erp.example.cn/',
      'https://user:secret@erp.example.cn/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://10.1.2.3/',
      'https://169.254.169.254/latest',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://[fd00::1]/',
      'https://localhost/',
      'https://db.internal/',
      'https://printer/',
      'https://erp.example.cn:25/',
      'ftp://erp.example.cn/',
      'nonsense',
    ])
      expect(webhookUrlOf(url, strict), url).toBeUndefined()
  })

  test('is checked again where its name leads at the moment of sending', async () => {
    // A name that resolves to this machine, as a rebinding name does after the check of its text.
    const answer = await postWebhook('https://localtest.me.localhost.example/', '{}', {}, { webhookLoopback: false })
    expect(answer.status).toBeNull()
    const refused = await postWebhook('http://localhost:9/', '{}', {}, { webhookLoopback: false })
    expect(refused).toMatchObject({ status: null, error: '地址不在公网内，平台不推送' })
  })

  test('belongs to its company, and to those with 角色管理', async () => {
    const { webhookId, secret } = await webhookOf(buyer, 'http://127.0.0.1:9999/a')
    expect(secret).toMatch(/^whsec_/)
    expect(JSON.stringify(contentOf(await buyer.api.accounts.webhooks({})))).not.toContain(secret)
    const stored = sql<string>`${webhookEndpoints.secret}::text || ''`
    const [row] = await app.db.select({ stored }).from(webhookEndpoints).where(eq(webhookEndpoints.id, webhookId))
    expect(row?.stored).not.toContain(secret)
    expect(contentOf(await other.api.accounts.webhooks({}))).toEqual([])
    for (const answer of [
      await other.api.accounts.webhookUpdate({ webhookId, url: 'http://127.0.0.1:9999/b', topics: ['order.moved'] }),
      await other.api.accounts.webhookRotate({ webhookId }),
      await other.api.accounts.webhookTest({ webhookId }),
      await other.api.accounts.webhookSwitch({ webhookId, active: false }),
      await other.api.accounts.webhookDelete({ webhookId }),
      await buyer.api.accounts.webhookDelete({ webhookId: missingId }),
    ])
      expect(failureOf(answer)).toBe('notFound')
    const plain = await colleague(app, buyer, ['my_orders'])
    expect(failureOf(await plain.client.api.accounts.webhooks({}))).toBe('forbidden')
    const wrong = await buyer.api.accounts.webhookSave({ url: 'https://10.0.0.1/', topics: ['order.moved'] })
    expect(fieldsWithErrors(wrong)).toEqual(['url'])
    expect(fieldsWithErrors(await buyer.api.accounts.webhookSave({ url: '', topics: [] }))).toEqual(['url', 'topics'])
  })

  test('is one of a limited number', async () => {
    const { webhookId } = await webhookOf(buyer, 'http://127.0.0.1:9999/a')
    const [row] = await app.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, webhookId))
    if (row === undefined) throw new Error('The endpoint was not saved')
    const { id: _id, ...values } = row
    await app.db.insert(webhookEndpoints).values(Array.from({ length: maxWebhooks - 1 }, () => values))
    const more = await buyer.api.accounts.webhookSave({ url: 'http://127.0.0.1:9999/b', topics: ['order.moved'] })
    expect(failureOf(more)).toBe('webhooksFull')
  })
})

describe('events', () => {
  test('of an order go to both sides, signed, in its order', async () => {
    const [ours, theirs] = [await startMockService(taken), await startMockService(taken)]
    const mine = await webhookOf(buyer, ours.url)
    const yours = await webhookOf(seller, theirs.url)
    const { orderId, demandId, offerId } = await offerOrder(app, buyer, seller)
    contentOf(await seller.api.orders.sellerOrderStep({ orderId, event: 'confirm' }))
    await sendAt(app)
    const heard = ours.requests.map((request) => verified(mine.secret, request))
    const orders = heard.filter(({ type }) => type === 'order.moved')
    expect(orders.map(({ data }) => data['event'])).toEqual(['create', 'confirm'])
    expect(orders.map(({ data }) => data['orderId'])).toEqual([orderId, orderId])
    const places = orders.map(({ data }) => Number(data['seq']))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(heard.some(({ type, data }) => type === 'demand.moved' && data['demandId'] === demandId)).toBe(true)
    const offered = heard.filter(({ type, data }) => type === 'offer.moved' && data['offerId'] === offerId)
    expect(offered.map(({ data }) => data['to'])).toEqual(['submitted', 'accepted'])
    const other = theirs.requests.map((request) => verified(yours.secret, request))
    expect(other.some(({ type }) => type === 'demand.moved')).toBe(false)
    expect(other.filter(({ type }) => type === 'order.moved')).toHaveLength(2)
    const [mixed] = ours.requests
    expect(() => mixed && verified(yours.secret, mixed)).toThrow('No matching signature')
  })

  test('of others, of drafts, and of topics that were not chosen are not written', async () => {
    const all = await webhookOf(other, 'http://127.0.0.1:9999/', webhookTopics)
    const some = await webhookOf(buyer, 'http://127.0.0.1:9999/', ['payment.moved'])
    const demandId = await openDemand(app, buyer)
    await submittedOffer(seller, demandId)
    expect(await messagesOf(app, all.webhookId)).toEqual([])
    expect(await messagesOf(app, some.webhookId)).toEqual([])
    contentOf(await buyer.api.accounts.webhookSwitch({ webhookId: some.webhookId, active: false }))
    expect(failureOf(await buyer.api.accounts.webhookTest({ webhookId: some.webhookId }))).toBe('webhookStopped')
  })

  test('are rolled back with the step', async () => {
    const { webhookId } = await webhookOf(buyer, 'http://127.0.0.1:9999/')
    const { orderId } = await offerOrder(app, buyer, seller)
    const before = await messagesOf(app, webhookId)
    await app.db
      .transaction(async (tx) => {
        await tx.execute(
          `insert into deal_entries (order_id, kind, event, side, body) values (${orderId}, 'order', 'start', 'seller', '{}')`,
        )
        throw new Error('undone')
      })
      .catch(() => {})
    expect(await messagesOf(app, webhookId)).toHaveLength(before.length)
  })

  test('one event that cannot be written does not undo the step', async () => {
    const { webhookId } = await webhookOf(buyer, 'http://127.0.0.1:9999/')
    const { orderId } = await offerOrder(app, buyer, seller)
    const before = await messagesOf(app, webhookId)
    const undone = app.db.transaction(async (tx) => {
      await tx.execute(
        `insert into deal_entries (order_id, kind, event, side, body) values (${orderId}, 'order', 'start', 'seller', 'no json')`,
      )
      throw new Error('the entry was written')
    })
    await expect(undone).rejects.toThrow('the entry was written')
    expect(await messagesOf(app, webhookId)).toHaveLength(before.length)
  })
})

describe('sending', () => {
  test('a long list of one receiver does not keep another waiting', async () => {
    const [slow, quick] = [await startMockService(taken), await startMockService(taken)]
    const first = await webhookOf(buyer, slow.url)
    const second = await webhookOf(seller, quick.url)
    const heard: string[] = []
    slow.respondWith(() => {
      heard.push('slow')
      return taken()
    })
    quick.respondWith(() => {
      heard.push('quick')
      return taken()
    })
    const row = { topic: 'order.moved', data: {}, dueAt: new Date(Date.now() - 60_000) } as const
    await app.db.insert(webhookMessages).values([
      ...Array.from({ length: 5 * webhookBatch }, (_, at) => ({
        ...row,
        endpointId: first.webhookId,
        thread: `order:${at}`,
      })),
      { ...row, endpointId: second.webhookId, thread: 'order:1' },
    ])
    await sendAt(app)
    expect(heard.filter((name) => name === 'slow')).toHaveLength(5 * webhookBatch)
    // After the batches before it at most, not after the whole list.
    expect(heard.indexOf('quick')).toBeLessThanOrEqual(2 * webhookBatch)
  })

  test('a test event says what the receiver answered, and a repeat has the same id', async () => {
    const receiver = await startMockService(() => ({ body: '{"ok":true}' }))
    const { webhookId, secret } = await webhookOf(buyer, receiver.url)
    const { id } = contentOf(await buyer.api.accounts.webhookTest({ webhookId }))
    await sendAt(app)
    const [first] = receiver.requests
    if (first === undefined) throw new Error('Nothing was sent')
    expect(verified(secret, first)).toMatchObject({ type: 'webhook.test', data: { webhookId } })
    const shown = contentOf(await buyer.api.accounts.webhookMessage({ id }))
    expect(shown).toMatchObject({ status: 'sent', attempts: 1, answerStatus: 200 })
    expect(shown.log).toMatchObject([{ attempt: 1, error: '', answer: '{"ok":true}' }])
    expect(failureOf(await other.api.accounts.webhookMessage({ id }))).toBe('notFound')
    expect(failureOf(await other.api.accounts.webhookRepeat({ id }))).toBe('notFound')
    contentOf(await buyer.api.accounts.webhookRepeat({ id }))
    expect(failureOf(await buyer.api.accounts.webhookRepeat({ id }))).toBe('webhookWaiting')
    await sendAt(app)
    const [, second] = receiver.requests
    expect(second?.headers['webhook-id']).toBe(first.headers['webhook-id'])
    const counts = contentOf(await buyer.api.accounts.webhookMessages({})).counts
    expect(counts).toMatchObject({ sent: 1, queued: 0 })
  })

  test('redirects are not followed', async () => {
    const inside = await startMockService(taken)
    const receiver = await startMockService(() => ({ status: 302, body: '' }))
    const { webhookId } = await webhookOf(buyer, receiver.url)
    const { id } = contentOf(await buyer.api.accounts.webhookTest({ webhookId }))
    await sendAt(app)
    expect(inside.requests).toEqual([])
    expect(contentOf(await buyer.api.accounts.webhookMessage({ id })).log[0]?.error).toContain('不跟随跳转')
  })

  test('a rotated secret signs together with the one before, for a day', async () => {
    const receiver = await startMockService(taken)
    const { webhookId, secret: before } = await webhookOf(buyer, receiver.url)
    const { secret: after } = contentOf(await buyer.api.accounts.webhookRotate({ webhookId }))
    expect(after).not.toBe(before)
    contentOf(await buyer.api.accounts.webhookTest({ webhookId }))
    await sendAt(app)
    const [both] = receiver.requests
    if (both === undefined) throw new Error('Nothing was sent')
    expect(verified(before, both).type).toBe('webhook.test')
    expect(verified(after, both).type).toBe('webhook.test')
    contentOf(await buyer.api.accounts.webhookTest({ webhookId }))
    await app.db.update(webhookEndpoints).set({ previousUntil: new Date(Date.now() - 1000) })
    await sendAt(app)
    const [, alone] = receiver.requests
    if (alone === undefined) throw new Error('Nothing was sent')
    expect(verified(after, alone).type).toBe('webhook.test')
    expect(() => verified(before, alone)).toThrow('No matching signature')
  })

  test('a receiver that is gone is paused with a notice, and its events are kept', async () => {
    const receiver = await startMockService(() => ({ status: 410, body: '' }))
    const { webhookId } = await webhookOf(buyer, receiver.url, ['order.moved'])
    await offerOrder(app, buyer, seller)
    await sendAt(app)
    expect(shownOf(contentOf(await buyer.api.accounts.webhooks({})), webhookId)).toMatchObject({
      status: 'paused',
      waiting: 1,
    })
    expect(await noticesOf(app, 'buyer', '已自动暂停')).not.toEqual([])
    await offerOrder(app, buyer, seller)
    receiver.respondWith(taken)
    await sendAt(app, new Date(Date.now() + 60_000))
    expect(receiver.requests).toHaveLength(1)
    contentOf(await buyer.api.accounts.webhookSwitch({ webhookId, active: true }))
    await sendAt(app)
    expect((await messagesOf(app, webhookId)).map(({ status }) => status)).toEqual(['sent', 'sent'])
  })

  test('what one address refused goes to a new one at once', async () => {
    const [down, up] = [await startMockService(() => ({ status: 503, body: '' })), await startMockService(taken)]
    const { webhookId } = await webhookOf(buyer, down.url, ['order.moved'])
    await offerOrder(app, buyer, seller)
    await sendAt(app)
    expect(down.requests.length).toBeGreaterThan(0)
    expect((await messagesOf(app, webhookId)).map(({ status }) => status)).toEqual(['queued'])
    contentOf(await buyer.api.accounts.webhookUpdate({ webhookId, url: up.url, topics: ['order.moved'] }))
    await sendAt(app)
    expect(up.requests).toHaveLength(1)
    expect((await messagesOf(app, webhookId)).map(({ status }) => status)).toEqual(['sent'])
  })

  test('old messages are deleted, waiting ones after 90 days', async () => {
    const { webhookId } = await webhookOf(buyer, 'http://127.0.0.1:9999/')
    const old = new Date(Date.now() - 31 * 86_400_000)
    const row = { endpointId: webhookId, topic: 'order.moved', thread: 'order:1', data: {}, createdAt: old } as const
    await app.db.insert(webhookMessages).values([
      { ...row, status: 'sent' },
      { ...row, status: 'failed' },
      { ...row, status: 'queued' },
      { ...row, status: 'queued', createdAt: new Date(Date.now() - 91 * 86_400_000) },
    ])
    await deleteOldWebhookMessages(app.db)
    expect((await messagesOf(app, webhookId)).map(({ status }) => status)).toEqual(['queued'])
    contentOf(await buyer.api.accounts.webhookSwitch({ webhookId, active: false }))
    await deleteOldWebhookMessages(app.db)
    expect(await messagesOf(app, webhookId)).toEqual([])
  })

  test('a deleted endpoint takes its messages along', async () => {
    const { webhookId } = await webhookOf(buyer, 'http://127.0.0.1:9999/')
    contentOf(await buyer.api.accounts.webhookTest({ webhookId }))
    contentOf(await buyer.api.accounts.webhookDelete({ webhookId }))
    expect(await messagesOf(app, webhookId)).toEqual([])
    expect((await signInAs(app, 'buyer')).cookies.size).toBeGreaterThan(0)
  })
})
