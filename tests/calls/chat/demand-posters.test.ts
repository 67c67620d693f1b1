import { eq, inArray, or } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { conversations, messages, readPositions } from '../../../src/db/tables/chat.ts'
import { chatAbsences } from '../../../src/db/tables/letters.ts'
import { serviceCaseEvents, serviceCases } from '../../../src/db/tables/support.ts'
import { personParty, posterBase } from '../../../src/domain/chat/party.ts'
import { signInAs, contentOf, failureOf, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { openDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { key, words } from '../../support/scenes/chat/letters.ts'
import { textOf } from '../../support/scenes/chat/conversation.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
/** Owner of a company that has no conversation with the shop of `seller2` once the seeded ones are deleted. */
let buyer: Client
let seller: Client
let other: Client
let demandId = 0
let again = 0
const secrets: string[] = []
let userId = 0

beforeAll(async () => {
  // The tests run the job themselves.
  await app.runtime.jobs.close()
  buyer = await signInAs(app, 'buyer2')
  seller = await signInAs(app, 'seller2')
  other = await signInAs(app, 'seller')
  demandId = await openDemand(app, buyer)
  again = await openDemand(app, buyer)
  const profile = contentOf(await buyer.api.accounts.profile({}))
  userId = profile.userId
  await removeConversations(userId)
  secrets.push(profile.companyName, profile.realName, `"userId":${userId},`, `"sendId":${userId},`, `"id":${userId},`)
})

/** Deletes the seeded conversations of a user. */
async function removeConversations(of: number): Promise<void> {
  const party = personParty(of)
  const held = or(eq(conversations.partyA, party), eq(conversations.partyB, party))
  const rows = await app.db.select({ id: conversations.id }).from(conversations).where(held)
  const ids = rows.map(({ id }) => id)
  const visits = app.db
    .select({ id: serviceCases.id })
    .from(serviceCases)
    .where(inArray(serviceCases.conversationId, ids))
  await app.db.delete(serviceCaseEvents).where(inArray(serviceCaseEvents.caseId, visits))
  await app.db.delete(serviceCases).where(inArray(serviceCases.conversationId, ids))
  for (const table of [chatAbsences, readPositions, messages]) {
    await app.db.delete(table).where(inArray(table.conversationId, ids))
  }
  await app.db.delete(conversations).where(inArray(conversations.id, ids))
}

const asked = async (client: Client, id: number) => contentOf(await client.api.chat.contact({ demandId: id })).entry
const tells = (answer: unknown) => secrets.filter((secret) => JSON.stringify(answer).includes(secret))

describe('the author of a demand', () => {
  test('is addressed by an id of the demand; no call or push reveals user id or name', async () => {
    const entry = await asked(seller, demandId)
    expect(entry).toMatchObject({ id: posterBase + demandId, orgId: null })
    expect(entry.name).toMatch(/\*\*.* · 需求方\$\$\$/)
    const push = vi.spyOn(app.runtime.push, 'send')
    const to = { receiveId: entry.id, isOrgSend: true, sendOrgId: entry.sendOrgId }
    contentOf(await seller.api.chat.sendMessage({ ...to, content: '供试品由哪方提供？' }))

    const held = contentOf(await buyer.api.chat.conversations({})).find((row) => row.asDemandId === demandId)
    if (held === undefined) throw new Error('the buyer does not see the question')
    expect(held).toMatchObject({ orgId: entry.sendOrgId, sendOrgId: null, count: 1 })
    const back = { isOrg: true, receiveOrgId: held.orgId, asDemandId: demandId }
    contentOf(await buyer.api.chat.sendMessage({ ...back, content: '由我方提供。' }))
    contentOf(await buyer.api.chat.typing(back))
    contentOf(await buyer.api.chat.read({ conversationId: held.conversationId ?? 0, seq: 2 }))

    const thread = contentOf(await seller.api.chat.messages(to))
    expect(thread.data.map((message) => [textOf(message), message.sendId, message.receiveId])).toEqual([
      ['由我方提供。', entry.id, entry.sendOrgId],
      ['供试品由哪方提供？', expect.any(Number), entry.id],
    ])
    const list = contentOf(await seller.api.chat.conversations({}))
    const found = contentOf(await seller.api.chat.contactRecords({ keyword: '提供' }))
    const mine = contentOf(await seller.api.accounts.profile({})).userId
    const pushed = push.mock.calls.flatMap(([to, message]) => (to === mine ? [message] : []))
    expect(pushed.length).toBeGreaterThan(1)
    expect(tells([thread, list.filter(({ id }) => id === entry.id), found, pushed])).toEqual([])
    push.mockRestore()

    expect(found.data).toHaveLength(2)
    expect(contentOf(await buyer.api.chat.contactRecords({ keyword: '提供' })).data).toHaveLength(2)
    expect(contentOf(await buyer.api.chat.unreadByKind({})).shop).toBe(0)
  })

  test('has another id for each demand, and receiving messages reveals nothing', async () => {
    expect((await asked(seller, again)).id).not.toBe((await asked(seller, demandId)).id)
    for (const receiveId of [userId, posterBase + demandId]) {
      expect(failureOf(await seller.api.accounts.userById({ userId: receiveId }))).toBe('notFound')
      expect(failureOf(await seller.api.chat.onlineMessageSend({ receiveId, ...words }, key()))).toBe('stranger')
    }
    // The two companies have traded in the demo data; a user without a company has not.
    const stranger = await signInAs(app, 'person')
    expect(failureOf(await stranger.api.chat.contact({ userId }))).toBe('notFound')
    expect(failureOf(await stranger.api.chat.sendMessage({ receiveId: userId, content: '您好' }))).toBe('stranger')
    const names = contentOf(await seller.api.chat.letterRecipients({ keyword: '' }))
    expect(tells(names.filter(({ because }) => because === 'chat'))).toEqual([])
  })

  test('answers a client of the bare specification only on the side that was addressed', async () => {
    const entry = await asked(seller, again)
    const to = { receiveId: entry.id, isOrgSend: true, sendOrgId: entry.sendOrgId }
    contentOf(await seller.api.chat.sendMessage({ ...to, content: '预计何时定标？' }))
    contentOf(await buyer.api.chat.sendMessage({ isOrg: true, receiveOrgId: entry.sendOrgId, content: '月底。' }))
    const { data } = contentOf(await seller.api.chat.messages(to))
    expect(data.map((message) => [textOf(message), message.sendId])[0]).toEqual(['月底。', entry.id])
    // Writing as oneself is another conversation.
    const oneself = { isOrg: true, receiveOrgId: entry.sendOrgId, asDemandId: null }
    contentOf(await buyer.api.chat.sendMessage({ ...oneself, content: '您好，我们想下单。' }))
    const rows = contentOf(await seller.api.chat.conversations({}))
    expect(rows.filter(({ sendOrgId }) => sendOrgId === entry.sendOrgId).map(({ id }) => id)).toContain(userId)
    expect(contentOf(await seller.api.accounts.userById({ userId })).userId).toBe(userId)
  })

  test('is not available as another side, before a supplier writes, or to the own company', async () => {
    const { sendOrgId } = await asked(seller, demandId)
    const { companyId } = contentOf(await other.api.accounts.profile({}))
    const send = (client: Client, receiveOrgId: number | null, asDemandId: number) =>
      client.api.chat.sendMessage({ isOrg: true, receiveOrgId, asDemandId, content: '您好' })
    expect(failureOf(await send(other, sendOrgId, demandId))).toBe('notFound')
    expect(failureOf(await send(buyer, companyId, demandId))).toBe('notFound')
    expect(failureOf(await buyer.api.chat.contact({ demandId }))).toBe('chatSelf')
    const own = { receiveId: posterBase + demandId, content: '您好' }
    expect(failureOf(await buyer.api.chat.sendMessage(own))).toBe('chatSelf')
    const row = contentOf(await seller.api.chat.conversations({})).find(({ id }) => id === own.receiveId)
    expect(failureOf(await other.api.chat.read({ conversationId: row?.conversationId ?? 0, seq: 1 }))).toBe('notFound')
  })

  test('is named to the supplier whose offer was accepted', async () => {
    const offerId = await submittedOffer(seller, demandId)
    expect((await asked(seller, demandId)).id).toBe(posterBase + demandId)
    // From the comparison the buyer writes anonymously too, even to a supplier who has only made an offer.
    const offering = await signInAs(app, 'seller3')
    await submittedOffer(offering, demandId)
    const receiveOrgId = contentOf(await offering.api.accounts.profile({})).companyId ?? 0
    const { entry } = contentOf(await buyer.api.chat.contact({ orgId: receiveOrgId, demandId }))
    expect(entry).toMatchObject({ orgId: receiveOrgId, asDemandId: demandId })
    const question = { isOrg: true, receiveOrgId, asDemandId: demandId, content: '能否提前一周？' }
    contentOf(await buyer.api.chat.sendMessage(question))
    const rows = contentOf(await offering.api.chat.conversations({}))
    expect(rows.find(({ id }) => id === posterBase + demandId)?.count).toBe(1)
    contentOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))
    expect((await asked(seller, demandId)).id).toBe(userId)
    const deal = contentOf(await buyer.api.chat.contact({ orgId: receiveOrgId, demandId })).entry
    expect(deal.asDemandId).toBe(demandId)
  })
})
