import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { messages } from '../../../src/db/tables/chat.ts'
import { answersAt, isAutomatic } from '../../../src/domain/chat/away.ts'
import { personParty, shopParty, type Party } from '../../../src/domain/chat/party.ts'
import { awayReply } from '../../../src/server/chat/away-reply.ts'
import { readContent } from '../../../src/domain/chat/content.ts'
import type { Account } from '../../support/accounts.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'

let app: TestApp
const orgs = new Map<string, number>()
const clients = new Map<string, Client>()
const client = async (account: Account): Promise<Client> => {
  const known = clients.get(account) ?? (await as(app, account))
  clients.set(account, known)
  return known
}
const orgOf = (account: string) => orgs.get(account) ?? 0

beforeAll(async () => {
  app = await startApp()
  for (const account of ['seller', 'seller2', 'seller3'] as const) {
    orgs.set(account, contentOf(await (await client(account)).api.accounts.profile({})).companyId ?? 0)
  }
})
afterAll(() => app.close())

/** A Saturday, a Monday morning before nine, a Monday at ten: in Shanghai. */
const moments = { saturday: '2026-11-21T03:00:00Z', early: '2026-11-23T00:30:00Z', ten: '2026-11-23T02:00:00Z' }

const away = '您好，现在是非工作时间，\n我们周一 9 点后回复。<script>alert(1)</script>'
const save = async (account: Account, more: object = {}) => {
  const hours = { answersFrom: '09:00', answersUntil: '18:00' }
  const replies = { greeting: '', awayReply: away, ...hours, quickPhrases: {}, ...more }
  contentOf(await (await client(account)).api.accounts.shopRepliesSave(replies))
}
/** Hours in which nobody answers at this very moment, whenever the test runs: a minute long, and over or not begun. */
const closed = () => {
  const early = answersAt({ answersFrom: '00:00', answersUntil: '00:01' }, new Date().toISOString())
  return early ? { answersFrom: '23:58', answersUntil: '23:59' } : { answersFrom: '00:00', answersUntil: '00:01' }
}
const toShop = (account: string) => ({ isOrg: true, receiveOrgId: orgOf(account) })
const say = async (from: Account, to: object, content = '请问最快何时开工？') =>
  contentOf(await (await client(from)).api.chat.sendMessage({ ...to, content }))
const talk = async (from: Account, to: object) => contentOf(await (await client(from)).api.chat.messages({ ...to }))
const automatic = async (from: Account, to: object) => (await talk(from, to)).data.filter(isAutomatic)

describe('hours', () => {
  const hours = { answersFrom: '09:00', answersUntil: '18:00' }

  test('are those of Shanghai, Monday to Friday', () => {
    expect(answersAt(hours, moments.saturday)).toBe(false)
    expect(answersAt(hours, moments.early)).toBe(false)
    expect(answersAt(hours, moments.ten)).toBe(true)
    expect(answersAt(hours, '2026-11-23T10:00:00Z')).toBe(false)
    expect(answersAt({ answersFrom: '', answersUntil: '' }, moments.saturday)).toBe(true)
  })
})

describe('shopWords', () => {
  test('gives what the shop has of its own, to everybody who is signed in', async () => {
    const person = await client('person')
    const words = () => person.api.chat.shopWords({ orgId: orgOf('seller') })
    expect(contentOf(await words())).toEqual({ greeting: '', quickPhrases: {} })
    const market = ['现货多久能发？', '可否开专票？', '可否寄样？']
    await save('seller', { greeting: '您好，这里是臻境。', quickPhrases: { market } })
    expect(contentOf(await words())).toEqual({ greeting: '您好，这里是臻境。', quickPhrases: { market } })
  })

  test('needs an open shop, an id and a session', async () => {
    const person = await client('person')
    expect(failureOf(await person.api.chat.shopWords({ orgId: missingId }))).toBe('notFound')
    expect(failureOf(await person.api.chat.shopWords({ orgId: 1 }))).toBe('notFound')
    expect(faultyFields(await person.api.chat.shopWords({ orgId: 0 }))).toEqual(['orgId'])
    expect(failureOf(await visitor(app).api.chat.shopWords({ orgId: 2 }))).toBe('sessionInvalid')
  })
})

describe('the away reply', () => {
  test('is sent once for a conversation and a day, as the shop, to the letter, and is no answer', async () => {
    await save('seller', closed())
    const send = vi.spyOn(app.runtime.push, 'send')
    const before = contentOf(await (await client('seller')).api.chat.unreadTotal({}))
    const { peerReadSeq: read } = await talk('person', toShop('seller'))
    await Promise.all([say('person', toShop('seller')), say('person', toShop('seller'), '在吗')])
    await expect.poll(() => automatic('person', toShop('seller'))).toHaveLength(1)
    await say('person', toShop('seller'), '？')
    const [reply] = await automatic('person', toShop('seller'))
    expect(reply).toMatchObject({ isOrgSend: true, sendOrgId: orgOf('seller'), isOrg: false })
    const [stored] = await app.db
      .select()
      .from(messages)
      .where(eq(messages.clientId, reply?.clientId ?? ''))
    expect(stored?.content.text).toBe(away)
    expect(readContent(reply?.content ?? '').text).toContain('我们周一 9 点后回复。')
    expect(send.mock.calls.some(([, message]) => JSON.stringify(message).includes(reply?.clientId ?? '?'))).toBe(true)
    send.mockRestore()
    // Whoever wrote is not told that the shop has read it, and the shop still has it all to read.
    expect((await talk('person', toShop('seller'))).peerReadSeq).toBe(read)
    expect(contentOf(await (await client('seller')).api.chat.unreadTotal({}))).toBe(before + 4)
  })

  test('comes again for another conversation and on another day', async () => {
    await save('seller', closed())
    await say('buyer', toShop('seller'))
    await expect.poll(() => automatic('buyer', toShop('seller'))).toHaveLength(1)
    const [reply] = await automatic('buyer', toShop('seller'))
    await app.db
      .update(messages)
      .set({ clientId: 'away:0:yesterday' })
      .where(eq(messages.clientId, reply?.clientId ?? ''))
    await say('buyer', toShop('seller'))
    await expect.poll(() => automatic('buyer', toShop('seller'))).toHaveLength(2)
  })

  test('is not sent within the hours, without a text, or by a person', async () => {
    const to = shopParty(orgOf('seller2'))
    const at = (moment: string, party: Party = to) =>
      awayReply(app.db, { from: personParty(1), to: party, conversationId: 1, now: new Date(moment) })
    await save('seller2', { awayReply: '' })
    expect(await at(moments.saturday)).toBeUndefined()
    await save('seller2', { answersFrom: '', answersUntil: '', awayReply: '' })
    expect(await at(moments.saturday)).toBeUndefined()
    await save('seller2')
    expect(await at(moments.ten)).toBeUndefined()
    expect(await at(moments.saturday, personParty(5))).toBeUndefined()
    expect(await at(moments.saturday, shopParty(1))).toBeUndefined()
    expect((await at(moments.saturday))?.row.clientId).toBe('away:1:2026-11-21')
  })

  test('two shops that are away do not talk with each other', async () => {
    await save('seller2', closed())
    await save('seller3', closed())
    const to = { ...toShop('seller3'), isOrgSend: true, sendOrgId: orgOf('seller2') }
    await say('seller2', to)
    await expect.poll(() => automatic('seller2', to)).toHaveLength(1)
    await say('seller2', to)
    const senders = (await talk('seller2', to)).data.map(({ sendOrgId }) => sendOrgId)
    expect(senders).toEqual(['seller2', 'seller3', 'seller2'].map(orgOf))
  })
})
