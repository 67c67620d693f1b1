import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { messages } from '../../../src/db/tables/chat.ts'
import { contentOf, failureOf, fieldsWithErrors } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { statusOf, talkWith, textOf, type Talk } from '../../support/scenes/chat/conversation.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let talk: Talk
beforeAll(async () => {
  talk = await talkWith(app, 'seller')
})

const of = (name: Parameters<Talk['client']>[0]) => talk.client(name)

describe('search', () => {
  test('finds parts of words, two characters, Latin prefixes, numbers; newest first, own ones only', async () => {
    const first = await talk.say('buyer', '恒河猴毒代试验的方案请发我，批号 HX-2026-118')
    const second = await talk.say('buyer', '河猴到了吗？')
    const { contactRecords } = (await of('buyer')).api.chat
    const ids = async (keyword: string, more = {}) =>
      contentOf(await contactRecords({ keyword, ...more })).data.map(({ id }) => id)
    expect(await ids('河猴')).toEqual([second.id, first.id])
    expect(await ids('猴毒代')).toEqual([first.id])
    expect(await ids('hx-2026')).toEqual([first.id])
    expect(await ids('河猴', { conversationId: first.conversationId })).toEqual([second.id, first.id])
    expect(await ids('河猴', { beforeId: second.id })).toEqual([first.id])
    expect(await ids('没有人写过的词')).toEqual([])
    expect(await ids("'&|! :*")).toEqual([])
    const found = contentOf(await contactRecords({ keyword: '河猴', pageSize: 1 }))
    expect(found).toMatchObject({ total: 2, more: true, conversations: [{ orgId: talk.orgId }] })
    // The shop finds them too; an outsider finds nothing, and cannot open the conversation.
    expect(contentOf(await (await of('seller')).api.chat.contactRecords({ keyword: '猴毒代' })).data).toHaveLength(1)
    const stranger = (await of('buyer2')).api.chat
    expect(contentOf(await stranger.contactRecords({ keyword: '猴毒代' })).data).toEqual([])
    const { conversationId } = first
    expect(failureOf(await stranger.contactRecords({ keyword: '河猴', conversationId }))).toBe('notFound')
    expect(failureOf(await stranger.contactRecords({ conversationId, aroundSeq: 1 }))).toBe('notFound')
    expect(fieldsWithErrors(await contactRecords({ keyword: '猴' }))).toEqual(['keyword'])
    expect(fieldsWithErrors(await contactRecords({ aroundSeq: 3 }))).toEqual(['conversationId'])
  })

  test('returns a message in its context, and pages in both directions', async () => {
    for (let n = 0; n < 12; n += 1) await talk.say('person', `第 ${n} 句`)
    const { contactRecords, messages: read } = (await of('person')).api.chat
    const { conversationId, total } = contentOf(await read(talk.toShop))
    const place = total - 6
    const around = contentOf(
      await contactRecords({ conversationId: conversationId ?? 0, aroundSeq: place, pageSize: 4 }),
    )
    expect(around.data.map(({ seq }) => seq)).toEqual([place - 2, place - 1, place, place + 1])
    expect(around.total).toBe(total)
    const older = contentOf(await read({ ...talk.toShop, beforeSeq: place - 2, pageSize: 3 })).data
    expect(older.map(({ seq }) => seq)).toEqual([place - 3, place - 4, place - 5])
    const newer = contentOf(await read({ ...talk.toShop, afterSeq: place + 1, pageSize: 3 })).data
    expect(newer.map(({ seq }) => seq)).toEqual([place + 2, place + 3, place + 4])
    const first = contentOf(await contactRecords({ conversationId: conversationId ?? 0, aroundSeq: 0, pageSize: 4 }))
    expect(first.data[0]?.seq).toBe(1)
  })

  test('finds conversations by group and by the shown name, never by its masked part', async () => {
    await talk.say('buyer', '您好')
    const { messageGroups } = (await of('seller')).api.chat
    const shop = contentOf(await messageGroups({ group: 'shop', pageSize: 100 }))
    expect(shop.data.every(({ sendOrgId }) => sendOrgId === talk.orgId)).toBe(true)
    expect(shop.total).toBe(shop.data.length)
    const page = contentOf(await messageGroups({ group: 'shop', pageSize: 1, current: 2 }))
    expect(page.data[0]?.conversationId).toBe(shop.data[1]?.conversationId)
    const { realName } = contentOf(await (await talk.client('buyer')).api.accounts.profile({}))
    const named = async (keyword: string) =>
      contentOf(await messageGroups({ keyword })).data.some(({ orgId, id }) => orgId === null && id === buyerId)
    const buyerId = await talk.idOf('buyer')
    expect(await named(realName.slice(0, 1))).toBe(true)
    expect(await named(realName)).toBe(false)
    expect(contentOf(await (await of('buyer')).api.chat.messageGroups({ group: 'shop' }))).toEqual({
      total: 0,
      data: [],
    })
    const service = contentOf(await (await of('buyer')).api.chat.messageGroups({ group: 'service' })).data
    expect(service.every(({ isService }) => isService)).toBe(true)
  })
})

describe('recalling', () => {
  test('is possible within two minutes for the sender only; the content is deleted, its place stays', async () => {
    const said = await talk.say('buyer', '报价底线是麒麟四十万')
    const { conversationId, seq } = said
    const [buyer, seller] = [(await of('buyer')).api.chat, (await of('seller')).api.chat]
    expect(failureOf(await seller.recall({ conversationId, seq }))).toBe('notFound')
    expect(failureOf(await (await of('buyer2')).api.chat.recall({ conversationId, seq }))).toBe('notFound')
    const answer = await talk.say('buyer', '收到请回', { replySeq: seq })
    expect(contentOf(await buyer.recall({ conversationId, seq }))).toEqual({ text: '报价底线是麒麟四十万' })
    expect(contentOf(await buyer.recall({ conversationId, seq }))).toEqual({ text: '' })
    const seen = contentOf(await seller.messages({ ...(await talk.fromShop('buyer')), pageSize: 2 })).data
    expect(seen.map(statusOf)).toEqual(['text', 'recalled'])
    expect(seen[0]?.reply).toMatchObject({ seq, lastShort: '撤回了一条消息' })
    expect(JSON.stringify(seen)).not.toContain('麒麟')
    expect(contentOf(await buyer.contactRecords({ keyword: '麒麟四十' })).data).toEqual([])
    const [row] = await app.db.select().from(messages).where(eq(messages.id, said.id))
    expect(JSON.stringify(row)).not.toContain('麒麟')
    const caughtUp = contentOf(await seller.messages({ ...(await talk.fromShop('buyer')), afterSeq: answer.seq }))
    expect(caughtUp.recalled).toContain(seq)
  })

  test('updates the preview of the list', async () => {
    const { conversationId, seq } = await talk.say('person', '手机号是一三八')
    contentOf(await (await of('person')).api.chat.recall({ conversationId, seq }))
    const list = contentOf(await (await of('seller')).api.chat.conversations({}))
    expect(list.find((entry) => entry.conversationId === conversationId)?.lastWord).toContain('撤回了一条消息')
  })

  test('is refused after two minutes', async () => {
    const { conversationId, seq, id } = await talk.say('buyer', '已经晚了')
    const sent = (seconds: number) =>
      app.db
        .update(messages)
        .set({ createdAt: new Date(Date.now() - seconds * 1000) })
        .where(eq(messages.id, id))
    const { recall, messages: read } = (await of('buyer')).api.chat
    await sent(121)
    expect(failureOf(await recall({ conversationId, seq }))).toBe('recallLate')
    expect(textOf(contentOf(await read(talk.toShop)).data[0])).toBe('已经晚了')
    await sent(110)
    contentOf(await recall({ conversationId, seq }))
  })
})

describe('replies, pins, mutes and typing', () => {
  test('a reply quotes a message of its own conversation', async () => {
    const { seq } = await talk.say('buyer', '可以周三开工吗？')
    const reply = await talk.say('buyer', '补充一句', { replySeq: seq })
    const [shown] = contentOf(await (await of('buyer')).api.chat.messages(talk.toShop)).data
    expect(shown).toMatchObject({ seq: reply.seq, reply: { seq, lastShort: '可以周三开工吗？' } })
    const { sendMessage } = (await of('buyer')).api.chat
    for (const replySeq of [reply.seq + 1, 0, 2_000_000_000]) {
      expect(fieldsWithErrors(await sendMessage({ ...talk.toShop, content: '?', replySeq }))).toEqual(['replySeq'])
    }
    const receiveOrgId = contentOf(await (await of('seller3')).api.accounts.profile({})).companyId
    const other = { isOrg: true, receiveOrgId, content: '?', replySeq: 1 }
    expect(fieldsWithErrors(await (await of('person')).api.chat.sendMessage(other))).toEqual(['replySeq'])
  })

  test('a pin is personal and sorts above newer conversations; a muted one is in no total', async () => {
    const { conversationId } = await talk.say('buyer', '置顶我')
    await talk.say('person', '更新的一条')
    const { mark, conversations, unreadTotal, unreadByKind } = (await of('seller')).api.chat
    const before = contentOf(await unreadTotal({}))
    const unread = contentOf(await conversations({})).find((entry) => entry.conversationId === conversationId)?.count
    const send = vi.spyOn(app.runtime.push, 'send')
    expect(contentOf(await mark({ conversationId, pinned: true, muted: true }))).toEqual({ pinned: true, muted: true })
    await expect
      .poll(() => send.mock.calls)
      .toEqual([[await talk.idOf('seller'), { type: 'chatMark', conversationId, pinned: true, muted: true }]])
    send.mockRestore()
    const [, top] = contentOf(await conversations({}))
    expect(top).toMatchObject({ conversationId, pinned: true, muted: true, count: unread })
    expect(contentOf(await unreadTotal({}))).toBe(before - (unread ?? 0))
    expect(contentOf(await unreadByKind({})).total).toBe(before - (unread ?? 0))
    const mine = contentOf(await (await of('buyer')).api.chat.conversations({}))
    expect(mine.find((entry) => entry.conversationId === conversationId)).toMatchObject({ pinned: false, muted: false })
    expect(contentOf(await mark({ conversationId, pinned: false }))).toEqual({ pinned: false, muted: true })
    for (const name of ['buyer2', 'person'] as const) {
      expect(failureOf(await (await of(name)).api.chat.mark({ conversationId, pinned: true }))).toBe('notFound')
    }
    expect(failureOf(await mark({ conversationId: missingId, muted: true }))).toBe('notFound')
  })

  test('typing is sent to the other side only and not stored', async () => {
    const { conversationId } = await talk.say('buyer', '在写')
    const send = vi.spyOn(app.runtime.push, 'send')
    const me = await talk.idOf('buyer')
    contentOf(await (await of('buyer')).api.chat.typing(talk.toShop))
    await expect.poll(() => send.mock.calls.length).toBeGreaterThan(0)
    const told = send.mock.calls.filter(([, message]) => 'type' in message && message.type === 'chatTyping')
    expect(told).toContainEqual([await talk.idOf('seller'), { type: 'chatTyping', conversationId, party: `u:${me}` }])
    expect(told.map(([userId]) => userId)).not.toContain(me)
    send.mockRestore()
    const answers = []
    for (let n = 0; n < 40; n += 1) answers.push(failureOf(await (await of('buyer')).api.chat.typing(talk.toShop)))
    expect(answers).toContain('tooMany')
    const shop = { receiveId: me, isOrgSend: true, sendOrgId: talk.orgId }
    expect(failureOf(await (await of('buyer2')).api.chat.typing(shop))).toBe('notFound')
  })
})
