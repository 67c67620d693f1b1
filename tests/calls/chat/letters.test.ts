import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { companies, users } from '../../../src/db/tables/accounts.ts'
import { digestQueue, letterRecipients, letters } from '../../../src/db/tables/letters.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { colleague, type Colleague } from '../../support/scenes/accounts/people.ts'
import { key, opened, personOf, received, sentBy, words } from '../../support/scenes/chat/letters.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let seller: Client
let aide: Colleague
let buyerId = 0
let sellerOrg = 0
let strangeOrg = 0

beforeAll(async () => {
  // The tests run the job themselves.
  await app.runtime.jobs.close()
  buyer = await signInAs(app, 'buyer')
  seller = await signInAs(app, 'seller')
  aide = await colleague(app, seller, ['message_reply'])
  buyerId = (await personOf(app, 'buyer')).userId
  sellerOrg = (await personOf(app, 'seller')).companyId
  const { companyId } = await personOf(app, 'buyer')
  const traded = await app.db.select().from(orders).where(eq(orders.buyerCompanyId, companyId))
  expect(traded.some(({ sellerCompanyId }) => sellerCompanyId === sellerOrg)).toBe(true)
  const [far] = await app.db
    .insert(companies)
    .values({ name: '从未往来的企业', shortName: '从未', creditCode: '91510100STRANGER01', districtCode: '510100' })
    .returning({ id: companies.id })
  strangeOrg = far?.id ?? 0
})
beforeEach(async () => {
  await app.db.delete(letterRecipients)
  await app.db.delete(letters)
  await app.db.delete(digestQueue)
})

const write = (client: Client, to: { receiveId?: number; receiveOrgId?: number }, more = {}) =>
  client.api.chat.onlineMessageSend({ ...to, ...words, ...more }, key())

describe('a letter', () => {
  test('to a company reaches its responsible members by push and mail, and is not a notice', async () => {
    const before = await app.db.$count(notices)
    const send = vi.spyOn(app.runtime.push, 'send')
    const { recordId } = contentOf(await write(buyer, { receiveOrgId: sellerOrg }))
    const [row] = await received(aide.client)
    expect(row).toMatchObject({ recordId, subject: words.subject, read: false, audience: 'company' })
    expect(row?.from.userId).toBe(buyerId)
    expect(row?.from.name).toContain('*')
    expect((await received(seller))[0]?.recordId).toBe(recordId)
    expect(send.mock.calls.some(([userId]) => userId === aide.userId)).toBe(true)
    send.mockRestore()
    expect(await app.db.$count(notices)).toBe(before)
    expect(await app.db.$count(digestQueue, eq(digestQueue.letterId, recordId))).toBeGreaterThanOrEqual(2)
    const own = await sentBy(buyer)
    expect(own[0]).toMatchObject({ recordId, box: 'sent', read: true })
    expect((await opened(buyer, recordId)).reach).toMatchObject({ read: 0, delivered: true })
    // Text is stored as typed.
    expect((await opened(aide.client, recordId)).letters[0]?.text).toBe(words.text)
    expect((await opened(buyer, recordId)).reach).toMatchObject({ read: 1 })
    expect((await received(aide.client))[0]?.read).toBe(true)
  })

  test('is answered by one of them to its sender; neither colleagues nor others can read the reply', async () => {
    const { recordId } = contentOf(await write(buyer, { receiveOrgId: sellerOrg }))
    const answer = contentOf(await aide.client.api.chat.recordReply({ recordId, text: '已收到。' }, key()))
    const [back] = await received(buyer)
    expect(back).toMatchObject({ recordId: answer.recordId, subject: `回复：${words.subject}`, brief: '已收到。' })
    const thread = (await opened(buyer, answer.recordId)).letters
    expect(thread.map(({ mine, text }) => [mine, text])).toEqual([
      [true, words.text],
      [false, '已收到。'],
    ])
    contentOf(await buyer.api.chat.recordReply({ recordId: answer.recordId, text: '谢谢。' }, key()))
    expect((await opened(aide.client, recordId)).letters).toHaveLength(3)
    expect((await opened(seller, recordId)).letters.map(({ text }) => text)).toEqual([words.text])
    const other = await signInAs(app, 'buyer2')
    expect(failureOf(await other.api.chat.letter({ recordId }))).toBe('notFound')
    expect(failureOf(await other.api.chat.recordReply({ recordId, text: '偷看' }, key()))).toBe('notFound')
    expect(failureOf(await buyer.api.chat.recordReply({ recordId, text: '给谁' }, key()))).toBe('noReplies')
  })

  test('is rejected to users without order or conversation, to oneself, and to unknown users', async () => {
    expect(failureOf(await write(buyer, { receiveOrgId: strangeOrg }))).toBe('stranger')
    expect(failureOf(await write(buyer, { receiveOrgId: missingId }))).toBe('stranger')
    expect(failureOf(await write(buyer, { receiveId: buyerId }))).toBe('stranger')
    expect(failureOf(await write(buyer, { receiveId: missingId }))).toBe('stranger')
    expect(failureOf(await write(buyer, { receiveId: aide.userId }))).toBe('stranger')
    expect(fieldsWithErrors(await write(buyer, {}))).toEqual(['receiveId'])
    expect(fieldsWithErrors(await write(buyer, { receiveOrgId: sellerOrg }, { subject: ' ' }))).toEqual(['subject'])
    expect(await app.db.$count(letters)).toBe(0)
    expect(failureOf(await write(seller, { receiveId: aide.userId }))).toBe('none')
    expect((await received(aide.client))[0]?.from.name).not.toContain('*')
  })

  test('requires the members permission, and is sent once per idempotency key', async () => {
    const mute = await colleague(app, buyer, ['message_delete'])
    expect(failureOf(await write(mute.client, { receiveOrgId: sellerOrg }))).toBe('forbidden')
    const input = { receiveOrgId: sellerOrg, ...words }
    const same = key()
    const both = await Promise.all([1, 2].map(() => buyer.api.chat.onlineMessageSend(input, same)))
    expect(new Set(both.map((answer) => contentOf(answer).recordId)).size).toBe(1)
    expect(await app.db.$count(letters)).toBe(1)
  })

  test('is deleted from one list and stays in the others', async () => {
    const { recordId } = contentOf(await write(buyer, { receiveOrgId: sellerOrg }))
    contentOf(await seller.api.chat.recordDelete({ kind: 'personal', recordIds: [recordId] }))
    expect(await received(seller)).toEqual([])
    expect(failureOf(await seller.api.chat.letter({ recordId }))).toBe('notFound')
    expect(await received(aide.client)).toHaveLength(1)
    contentOf(await buyer.api.chat.recordDelete({ kind: 'personal', box: 'sent', recordIds: [recordId] }))
    expect(await sentBy(buyer)).toEqual([])
    expect((await opened(aide.client, recordId)).replies).toBe(true)
  })
})

test('recipients: colleagues by name, companies of orders, chat partners, the platform', async () => {
  const found = contentOf(await buyer.api.chat.letterRecipients({}))
  expect(found.find(({ receiveOrgId }) => receiveOrgId === sellerOrg)).toMatchObject({ because: 'trade' })
  expect(found.some(({ receiveOrgId }) => receiveOrgId === strangeOrg)).toBe(false)
  expect(found.some(({ because }) => because === 'service')).toBe(true)
  const [person] = await app.db.select().from(users).where(eq(users.id, aide.userId))
  const own = contentOf(await seller.api.chat.letterRecipients({ keyword: person?.realName ?? '' }))
  expect(own.filter(({ because }) => because === 'colleague')).toEqual([
    { receiveId: aide.userId, receiveOrgId: null, name: person?.realName, because: 'colleague' },
  ])
})
