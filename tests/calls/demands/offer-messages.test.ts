import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offerMessages } from '../../../src/db/tables/demands.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { maxOfferMessages } from '../../../src/domain/demands/offer-states.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { openDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')
const sub = clientForFile(app, 'sub')

const say = (client: Client, offerId: number, text: string, idempotencyKey = newKey()) =>
  client.api.demands.offerMessageSave({ offerId, text }, { idempotencyKey })
const list = (client: Client, offerId: number) => client.api.demands.offerMessages({ offerId })

test('buyer and supplier exchange messages in order, each is notified', async () => {
  const demandId = await openDemand(app, buyer)
  const offerId = await submittedOffer(seller, demandId)
  expect(contentOf(await say(buyer, offerId, '是否含恢复期？'))).toMatchObject({
    side: 'buyer',
    text: '是否含恢复期？',
  })
  expect(contentOf(await buyer.api.demands.buyerOffer({ offerId }))).toMatchObject({
    messageCount: 1,
    lastMessage: { side: 'buyer' },
  })
  contentOf(await say(seller, offerId, '含，4 周。'))
  const seen = contentOf(await list(buyer, offerId))
  expect(seen.data.map(({ side, text }) => [side, text])).toEqual([
    ['buyer', '是否含恢复期？'],
    ['seller', '含，4 周。'],
  ])
  expect(seen.side).toBe('buyer')
  const theirs = contentOf(await list(seller, offerId))
  expect(theirs.side).toBe('seller')
  // The buyer is masked while the offer is not accepted.
  expect(theirs.other).toContain('**')
  expect(JSON.stringify(theirs)).not.toContain(seen.data[0]?.by)
  const told = await app.db.select().from(notices)
  expect(told.some(({ event, text }) => event === 'offer.asked' && text === '是否含恢复期？')).toBe(true)
  expect(told.some(({ event, text }) => event === 'offer.answered' && text === '含，4 周。')).toBe(true)
})

test('a repeated request with one key saves one message', async () => {
  const offerId = await submittedOffer(seller, await openDemand(app, buyer))
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 5 }, () => say(buyer, offerId, '何时开工？', key)))
  expect(new Set(answers.map((answer) => contentOf(answer).messageId)).size).toBe(1)
  expect(contentOf(await list(buyer, offerId)).data).toHaveLength(1)
})

test('returns 404 for third parties, other suppliers and members without permission', async () => {
  const demandId = await openDemand(app, buyer)
  const offerId = await submittedOffer(seller, demandId)
  await submittedOffer(seller3, demandId)
  contentOf(await say(buyer, offerId, '仅供双方'))
  for (const client of [other, seller3, sub]) {
    expect(failureOf(await list(client, offerId))).toBe('notFound')
    expect(failureOf(await say(client, offerId, '我也问'))).toBe('notFound')
  }
  expect(failureOf(await list(visitor(app), offerId))).toBe('sessionInvalid')
  expect(failureOf(await say(visitor(app), offerId, '问'))).toBe('sessionInvalid')
  expect(failureOf(await list(buyer, missingId))).toBe('notFound')
})

test('requires an idempotency key and text', async () => {
  const offerId = await submittedOffer(seller, await openDemand(app, buyer))
  expect(failureOf(await buyer.api.demands.offerMessageSave({ offerId, text: '问' }))).toBe('keyMissing')
  expect(fieldsWithErrors(await say(buyer, offerId, '  '))).toEqual(['text'])
  expect(fieldsWithErrors(await say(buyer, offerId, '长'.repeat(1001)))).toEqual(['text'])
})

test('is rejected for sealed and withdrawn offers', async () => {
  const sealed = await submittedOffer(seller, await openDemand(app, buyer, { sealedOnly: true }))
  expect(failureOf(await say(buyer, sealed, '多少钱？'))).toBe('offerSealed')
  expect(failureOf(await say(seller, sealed, '总价是……'))).toBe('offerSealed')
  const gone = await submittedOffer(seller, await openDemand(app, buyer))
  contentOf(await seller.api.demands.sellerOfferDelete({ offerId: gone, reason: '排期已满' }))
  expect(failureOf(await say(buyer, gone, '为何撤回？'))).toBe('notFound')
  expect(failureOf(await say(seller, gone, '抱歉'))).toBe('stepNotAllowed')
})

test('is limited per offer', async () => {
  const offerId = await submittedOffer(seller, await openDemand(app, buyer))
  const { messageId } = contentOf(await say(buyer, offerId, '第一问'))
  const [first] = await app.db.select().from(offerMessages).where(eq(offerMessages.id, messageId))
  if (first === undefined) throw new Error('Not said')
  const { companyId, userId } = first
  await app.db.insert(offerMessages).values(
    Array.from({ length: maxOfferMessages - 1 }, () => ({
      offerId,
      side: 'buyer' as const,
      companyId,
      userId,
      text: '再问',
    })),
  )
  expect(failureOf(await say(buyer, offerId, '还问'))).toBe('questionsFull')
})
