import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { partBytes } from '../../../src/domain/operations/file-rules.ts'
import { signInAs, contentOf } from '../../support/client.ts'
import { gradient } from '../../support/uploads.ts'
import { signedIn, type SignedIn } from '../demands/signed-in.ts'
import { withUploads } from '../operations/page-request.ts'
import { roomWith } from '../../support/scenes/chat/room-store.ts'

let page: SignedIn
let orgId = 0
beforeEach(async () => {
  page = await signedIn('buyer')
  withUploads()
  const seller = await signInAs(page.app, 'seller')
  orgId = contentOf(await seller.api.accounts.profile({})).companyId ?? 0
})

const openRoom = () => roomWith(orgId)
const stored = async () => {
  const seller = await signInAs(page.app, 'seller')
  const me = contentOf(await page.client.api.accounts.profile({})).userId
  const from = { receiveId: me, isOrgSend: true, sendOrgId: orgId }
  return contentOf(await seller.api.chat.messages({ ...from, pageSize: 100 })).data.map(({ content }) => content)
}
const times = (all: readonly string[], text: string) => all.filter((content) => content.includes(text)).length

test('messages typed offline wait, survive a reload, and are sent once and in order', async () => {
  const room = await openRoom()
  page.network.cut = true
  for (const n of [1, 2, 3]) expect(room.sendText(room.ready().entry, `断网时写的第 ${n} 句`)).toBe(true)
  await expect.poll(() => room.outbox.get()[0]?.state).toBe('waiting')
  page.reload()
  page.network.cut = false
  const again = await openRoom()
  await expect.poll(() => again.outbox.get()).toEqual([])
  const [third, second, first] = await stored()
  expect([first, second, third].map((content) => /第 \d 句/.exec(content ?? '')?.[0])).toEqual([
    '第 1 句',
    '第 2 句',
    '第 3 句',
  ])
})

test('an unsent draft survives a reload, for its author only', async () => {
  const room = await openRoom()
  const key = room.ready().key
  room.chatDrafts.setKey(key, '先写到这里')
  page.reload()
  const again = await openRoom()
  expect(again.chatDrafts.get()[key]).toBe('先写到这里')
  sessionStorage.setItem('chatDrafts', JSON.stringify({ userId: 1, texts: { [key]: '别人写的' } }))
  page.reload()
  expect((await openRoom()).chatDrafts.get()[key]).toBeUndefined()
})

test('the URL holds the open conversation: a reload opens it, the plain URL the list', async () => {
  const room = await openRoom()
  room.sendText(room.ready().entry, '有一句才有会话')
  await expect.poll(() => room.outbox.get()).toEqual([])
  const { syncChatUrl, openConversationFromUrl, conversationIdInUrl } =
    await import('../../../src/stores/chat/chat-url.ts')
  room.backToList()
  await room.loadConversations()
  const stop = syncChatUrl()
  const now = room.conversations.get()
  const entry = now.at === 'ready' ? now.entries.find((one) => one.orgId === orgId) : undefined
  room.openConversation(entry?.conversationId ?? 0)
  await expect.poll(() => conversationIdInUrl(location.search)).toBe(entry?.conversationId)
  stop()
  room.backToList()
  await openConversationFromUrl()
  expect(room.room.get().entry?.orgId).toBe(orgId)
  location.search = ''
  await openConversationFromUrl()
  expect(room.room.get().entry).toBeNull()
})

test('a conversation opened from the list reopens after reload or forward, without a new history entry', async () => {
  const room = await openRoom()
  room.sendText(room.ready().entry, '有一句才有会话')
  await expect.poll(() => room.outbox.get()).toEqual([])
  const { syncChatUrl, openConversationFromUrl, conversationIdInUrl } =
    await import('../../../src/stores/chat/chat-url.ts')
  await room.loadConversations()
  const now = room.conversations.get()
  const entry = now.at === 'ready' ? now.entries.find((one) => one.orgId === orgId) : undefined
  room.backToList()
  let steps = 0
  vi.stubGlobal('history', { ...history, state: 'fromList', back: () => void (steps += 1) })
  location.search = `?talk=${entry?.conversationId}`
  onTestFinished(syncChatUrl())
  await openConversationFromUrl()
  expect(room.room.get().entry?.orgId).toBe(orgId)
  expect(conversationIdInUrl(location.search)).toBe(entry?.conversationId)
  expect(steps).toBe(0)
  room.backToList()
  expect(steps).toBe(1)
})

test('a lost response does not duplicate a message', async () => {
  const room = await openRoom()
  page.network.losesAnswers = true
  room.sendText(room.ready().entry, '只该有一条')
  await expect.poll(() => room.outbox.get()[0]?.state).toBe('waiting')
  page.network.losesAnswers = false
  await room.drainOutbox()
  await expect.poll(() => room.outbox.get()).toEqual([])
  expect(times(await stored(), '只该有一条')).toBe(1)
})

test('a file is uploaded and sent once, or refused with the reason', async () => {
  const room = await openRoom()
  const { entry } = room.ready()
  const picture = new File([new Uint8Array(await gradient(60, 40))], '断点.jpg')
  await room.sendFiles(entry, [picture, new File(['x'], 'x.exe')])
  expect(room.sendHint.get()).toContain('不支持')
  await expect.poll(() => room.outbox.get(), { timeout: 10_000 }).toEqual([])
  expect(times(await stored(), '断点.jpg')).toBe(1)
  expect(page.calls.filter((path) => path === '/files/upload')).toHaveLength(1)
})

test('an interrupted upload resumes', async () => {
  const room = await openRoom()
  const lines = '供试品接收单,批号,数量\n'.repeat(28_000)
  const file = new File([lines], '清单.csv')
  const parts = Math.ceil(file.size / partBytes)
  expect(parts).toBeGreaterThan(2)
  const sentParts = () => page.calls.filter((path) => path === '/files/upload/part').length
  // The connection breaks after the progress request and the first part.
  let breaks = true
  Object.defineProperty(page.network, 'cut', { get: () => breaks && sentParts() >= 2 })
  await room.sendFiles(room.ready().entry, [file])
  await expect.poll(() => room.outbox.get()[0]?.state).toBe('waiting')
  const uploadId = room.outbox.get()[0]?.clientId ?? ''
  const about = { uploadId, purpose: 'chat' as const, size: file.size, at: 0, bytes: '' }
  const { received } = contentOf(await page.client.api.operations.uploadPart(about))
  expect(received).toBe(partBytes)
  const before = sentParts()
  breaks = false
  await room.drainOutbox()
  await expect.poll(() => room.outbox.get(), { timeout: 20_000 }).toEqual([])
  expect(sentParts() - before).toBe(parts)
  expect(times(await stored(), '清单.csv')).toBe(1)
})

test('an own message is recalled, stays as recalled, and can be edited again', async () => {
  const room = await openRoom()
  const { entry, key } = room.ready()
  room.sendText(entry, '写错了一个数')
  await expect.poll(() => room.ready().messages.at(-1)?.seq, { timeout: 10_000 }).toBeGreaterThan(0)
  const sent = room.ready().messages.at(-1)
  if (sent === undefined) throw new Error('not sent')
  await room.recallMessage(sent)
  expect(room.ready().messages.at(-1)?.content.status).toBe('recalled')
  expect(room.texts()).not.toContain('写错了一个数')
  room.editRecalledText(key, sent)
  expect(room.chatDrafts.get()[key]).toBe('写错了一个数')
  await room.loadConversations()
  const now = room.conversations.get()
  const known = now.at === 'ready' ? now.entries.find(({ id }) => id === entry.id) : undefined
  expect(known?.lastWord).toContain('撤回了一条消息')
})
