import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { orders } from '../../../src/db/tables/orders.ts'
import type { Permission } from '../../../src/domain/accounts/permissions.ts'
import { contentOf, failureOf, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { missingId } from '../../support/sentinels.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { talkWith, type Talk } from '../../support/scenes/chat/conversation.ts'
import { openDemand, setDeadline, submittedOffer, terms as offerTerms } from '../../support/scenes/demands/demand.ts'
import { offerOrder } from '../../support/scenes/orders/order.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const stranger = clientForFile(app, 'seller3')
let talk: Talk
let conversationId = 0

beforeAll(async () => {
  talk = await talkWith(app, 'seller')
  conversationId = (await talk.say('buyer', '您好，请看一下这份订单')).conversationId
})

const dealsOf = async (client: Client, id = conversationId) =>
  contentOf(await client.api.chat.conversationDeals({ conversationId: id }))

test('both sides see the newest orders between them, each from its side', async () => {
  const { orderId } = await offerOrder(app, buyer, seller, '会话里的订单')
  const [bought] = (await dealsOf(buyer)).orders
  expect(bought).toMatchObject({ orderId, title: '会话里的订单', total: 1_000_001, side: 'buyer' })
  const [sold] = (await dealsOf(seller)).orders
  expect(sold).toMatchObject({ orderId, side: 'seller' })
  expect((await dealsOf(buyer)).orders.length).toBeLessThanOrEqual(5)
})

test('a shop learns nothing of the orders of colleagues of a person', async () => {
  const other = await colleague(app, buyer, ['my_orders'])
  const { orderId } = await offerOrder(app, buyer, seller, '同事的订单')
  await app.db.update(orders).set({ buyerUserId: other.userId }).where(eq(orders.id, orderId))
  expect((await dealsOf(seller)).orders.map((order) => order.orderId)).not.toContain(orderId)
  expect((await dealsOf(buyer)).orders.map((order) => order.orderId)).toContain(orderId)
})

test('a buyer sees offers without amounts, and a sealed one only after the deadline', async () => {
  const open = await submittedOffer(seller, await openDemand(app, buyer))
  const demandId = await openDemand(app, buyer)
  const sealed = contentOf(
    await seller.api.demands.offerSave({ ...offerTerms(), demandId, submit: true, sealed: true }),
  ).offerId
  const { offers } = await dealsOf(buyer)
  expect(offers.map(({ offerId }) => offerId)).toContain(open)
  expect(offers.map(({ offerId }) => offerId)).not.toContain(sealed)
  await setDeadline(app, demandId, -1)
  expect((await dealsOf(buyer)).offers.map(({ offerId }) => offerId)).toContain(sealed)
  expect(Object.keys(offers[0] ?? {}).toSorted()).toEqual(['demandId', 'offerId', 'side', 'status', 'title'])
})

test('the poster of a demand is connected to that demand alone', async () => {
  const demandId = await openDemand(app, buyer)
  const offerId = await submittedOffer(seller, demandId)
  const { entry } = contentOf(await seller.api.chat.contact({ demandId }))
  contentOf(
    await seller.api.chat.sendMessage({
      isOrg: false,
      receiveId: entry.id,
      isOrgSend: true,
      sendOrgId: talk.orgId,
      content: '关于试验周期有一个问题',
      clientId: crypto.randomUUID(),
    }),
  )
  const again = contentOf(await seller.api.chat.contact({ demandId })).entry
  const deals = await dealsOf(seller, again.conversationId ?? 0)
  expect(deals).toEqual({ orders: [], offers: [expect.objectContaining({ offerId, demandId, side: 'seller' })] })
})

test('each part needs its permission, and conversations of others are not found', async () => {
  const permissions: Permission[] = ['message_reply']
  const answering = await colleague(app, seller, permissions)
  expect(await dealsOf(answering.client)).toEqual({ orders: [], offers: [] })
  expect(failureOf(await stranger.api.chat.conversationDeals({ conversationId }))).toBe('notFound')
  expect(failureOf(await buyer.api.chat.conversationDeals({ conversationId: missingId }))).toBe('notFound')
})
