import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { messages } from '../../../src/db/tables/chat.ts'
import { isAnswering, isAutomatic } from '../../../src/domain/chat/answer-hours.ts'
import { personParty, shopParty, type Party } from '../../../src/domain/chat/party.ts'
import { sendAwayReply } from '../../../src/server/chat/messages.ts'
import { readContent } from '../../../src/domain/chat/content.ts'
import type { Account } from '../../support/accounts.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
const orgs = new Map<string, number>()
const clients = new Map<string, Client>()
const client = async (account: Account): Promise<Client> => {
  const known = clients.get(account) ?? (await signInAs(app, account))
  clients.set(account, known)
  return known
}
const orgOf = (account: string) => orgs.get(account) ?? 0

beforeAll(async () => {
  for (const account of ['seller', 'seller2', 'seller3'] as const) {
    orgs.set(account, contentOf(await (await client(account)).api.accounts.profile({})).companyId ?? 0)
  }
})

/** A Saturday, a Monday morning before nine, a Monday at ten, in Shanghai. */
const moments = { saturday: '2026-11-21T03:00:00Z', early: '2026-11-23T00:30:00Z', ten: '2026-11-23T02:00:00Z' }

const away = '您好，现在是非工作时间，\n我们周一 9 点后回复。<script>alert(1)</script>'
const save = async (account: Account, more: object = {}) => {
  const hours = { answersFrom: '09:00', answersUntil: '18:00' }
  const replies = { greeting: '', awayReply: away, ...hours, quickPhrases: {}, ...more }
  contentOf(await (await client(account)).api.accounts.shopRepliesSave(replies))
}
/** Service hours of one minute that exclude the current time, whenever the test runs. */
const closed = () => {
  const early = isAnswering({ answersFrom: '00:00', answersUntil: '00:01' }, new Date().toISOString())
  return early ? { answersFrom: '23:58', answersUntil: '23:59' } : { answersFrom: '00:00', answersUntil: '00:01' }
}
const toShop = (account: string) => ({ isOrg: true, receiveOrgId: orgOf(account) })
const say = async (from: Account, to: object, content = '请问最快何时开工？') =>
  contentOf(await (await client(from)).api.chat.sendMessage({ ...to, content }))
const talk = async (from: Account, to: object) => contentOf(await (await client(from)).api.chat.messages({ ...to }))
const automatic = async (from: Account, to: object) => (await talk(from, to)).data.filter(isAutomatic)

describe('hours', () => {
  const hours = { answersFrom: '09:00', answersUntil: '18:00' }

  test('are Monday to Friday in Shanghai', () => {
    expect(isAnswering(hours, moments.saturday)).toBe(false)
    expect(isAnswering(hours, moments.early)).toBe(false)
    expect(isAnswering(hours, moments.ten)).toBe(true)
    expect(isAnswering(hours, '2026-11-23T10:00:00Z')).toBe(false)
    expect(isAnswering({ answersFrom: '', answersUntil: '' }, moments.saturday)).toBe(true)
  })
})

describe('shopWords', () => {
  test("returns the shop's own texts to every signed-in user", async () => {
    const person = await client('person')
    const words = () => person.api.chat.shopPhrases({ orgId: orgOf('seller') })
    expect(contentOf(await words())).toEqual({ greeting: '', quickPhrases: {} })
    const market = ['现货多久能发？', '可否开专票？', '可否寄样？']
    await save('seller', { greeting: '您好，这里是臻境。', quickPhrases: { market } })
    expect(contentOf(await words())).toEqual({ greeting: '您好，这里是臻境。', quickPhrases: { market } })
  })

  test('requires an open shop, an id and a session', async () => {
    const person = await client('person')
    expect(failureOf(await person.api.chat.shopPhrases({ orgId: missingId }))).toBe('notFound')
    expect(failureOf(await person.api.chat.shopPhrases({ orgId: 1 }))).toBe('notFound')
    expect(fieldsWithErrors(await person.api.chat.shopPhrases({ orgId: 0 }))).toEqual(['orgId'])
    expect(failureOf(await visitor(app).api.chat.shopPhrases({ orgId: 2 }))).toBe('sessionInvalid')
  })
})

describe('the away reply', () => {
  test('is sent once per conversation and day, as the shop, unchanged, and does not count as an answer', async () => {
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
    // The sender sees no read position of the shop, for which everything stays unread.
    expect((await talk('person', toShop('seller'))).peerReadSeq).toBe(read)
    expect(contentOf(await (await client('seller')).api.chat.unreadTotal({}))).toBe(before + 4)
  })

  test('is sent again in another conversation and on another day', async () => {
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

  test('is not sent within the hours, without a text, or for another recipient', async () => {
    const to = shopParty(orgOf('seller2'))
    const at = (moment: string, party: Party = to) =>
      sendAwayReply(app.db, { from: personParty(1), to: party, conversationId: 1, now: new Date(moment) })
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

  test('two absent shops do not answer each other', async () => {
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
