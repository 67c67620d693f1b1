import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { partBytes } from '../../../src/domain/operations/file-rules.ts'
import { as, contentOf } from '../../support/client.ts'
import { gradient } from '../../support/uploads.ts'
import { signedIn, type SignedIn } from '../demands/signed-in.ts'
import { withUploads } from '../operations/page-request.ts'

let page: SignedIn
let orgId = 0
beforeEach(async () => {
  page = await signedIn('buyer')
  withUploads()
  const seller = await as(page.app, 'seller')
  orgId = contentOf(await seller.api.accounts.profile({})).companyId ?? 0
})

/** The chat of the page as it is loaded now. */
async function openRoom() {
  const [room, outbox, thread, conversations, replying] = await Promise.all([
    import('../../../src/stores/chat/room.ts'),
    import('../../../src/stores/chat/outbox.ts'),
    import('../../../src/stores/chat/thread.ts'),
    import('../../../src/stores/chat/conversations.ts'),
    import('../../../src/stores/chat/replying.ts'),
  ])
  const { refreshSession } = await import('../../../src/stores/accounts/session.ts')
  await refreshSession()
  outbox.restoreOutbox()
  // What would still be tried again belongs to a page that is closed by then.
  onTestFinished(() => {
    room.closeChat()
    outbox.forgetOutbox()
  })
  await room.openChat({ orgId })
  const ready = () => {
    const now = thread.thread.get()
    if (now.at !== 'ready') throw new Error(`The thread is ${now.at}`)
    return now
  }
  const texts = () => ready().messages.map(({ content }) => content.text)
  return { ...room, ...outbox, ...conversations, ...replying, ready, texts }
}
const stored = async () => {
  const seller = await as(page.app, 'seller')
  const me = contentOf(await page.client.api.accounts.profile({})).userId
  const from = { receiveId: me, isOrgSend: true, sendOrgId: orgId }
  return contentOf(await seller.api.chat.messages({ ...from, pageSize: 100 })).data.map(({ content }) => content)
}
const times = (all: readonly string[], text: string) => all.filter((content) => content.includes(text)).length

test('what is typed without a line waits, survives a reload, and goes out once and in order', async () => {
  const room = await openRoom()
  page.line.cut = true
  for (const n of [1, 2, 3]) expect(room.send(room.ready().entry, `断网时写的第 ${n} 句`)).toBe(true)
  await expect.poll(() => room.outbox.get()[0]?.state).toBe('waiting')
  page.reload()
  page.line.cut = false
  const again = await openRoom()
  await expect.poll(() => again.outbox.get()).toEqual([])
  const [third, second, first] = await stored()
  expect([first, second, third].map((content) => /第 \d 句/.exec(content ?? '')?.[0])).toEqual([
    '第 1 句',
    '第 2 句',
    '第 3 句',
  ])
})

test('an answer that is lost on its way doubles nothing', async () => {
  const room = await openRoom()
  page.line.deaf = true
  room.send(room.ready().entry, '只该有一条')
  await expect.poll(() => room.outbox.get()[0]?.state).toBe('waiting')
  page.line.deaf = false
  await room.drain()
  await expect.poll(() => room.outbox.get()).toEqual([])
  expect(times(await stored(), '只该有一条')).toBe(1)
})

test('a file is uploaded once, sent once, and refused with the reason where it cannot be', async () => {
  const room = await openRoom()
  const { entry } = room.ready()
  const picture = new File([new Uint8Array(await gradient(60, 40))], '断点.jpg')
  await room.sendFiles(entry, [picture, new File(['x'], 'x.exe')])
  expect(room.sendHint.get()).toContain('不支持')
  await expect.poll(() => room.outbox.get(), { timeout: 10_000 }).toEqual([])
  expect(times(await stored(), '断点.jpg')).toBe(1)
  expect(page.made.filter((path) => path === '/files/upload')).toHaveLength(1)
})

test('an upload that broke goes on from where it was', async () => {
  const room = await openRoom()
  const lines = '供试品接收单,批号,数量\n'.repeat(28_000)
  const file = new File([lines], '清单.csv')
  const parts = Math.ceil(file.size / partBytes)
  expect(parts).toBeGreaterThan(2)
  const sentParts = () => page.made.filter((path) => path === '/files/upload/part').length
  // The line breaks after the question how far the file is and its first part.
  let breaks = true
  Object.defineProperty(page.line, 'cut', { get: () => breaks && sentParts() >= 2 })
  await room.sendFiles(room.ready().entry, [file])
  await expect.poll(() => room.outbox.get()[0]?.state).toBe('waiting')
  const uploadId = room.outbox.get()[0]?.clientId ?? ''
  const about = { uploadId, purpose: 'chat' as const, size: file.size, at: 0, bytes: '' }
  const { received } = contentOf(await page.client.api.operations.uploadPart(about))
  expect(received).toBe(partBytes)
  const before = sentParts()
  breaks = false
  await room.drain()
  await expect.poll(() => room.outbox.get(), { timeout: 20_000 }).toEqual([])
  expect(sentParts() - before).toBe(parts)
  expect(times(await stored(), '清单.csv')).toBe(1)
})

test('an own message is taken back, stays as that, and can be edited again', async () => {
  const room = await openRoom()
  const { entry, key } = room.ready()
  room.send(entry, '写错了一个数')
  await expect.poll(() => room.ready().messages.at(-1)?.seq, { timeout: 10_000 }).toBeGreaterThan(0)
  const sent = room.ready().messages.at(-1)
  if (sent === undefined) throw new Error('not sent')
  await room.recallMessage(sent)
  expect(room.ready().messages.at(-1)?.content.status).toBe('recalled')
  expect(room.texts()).not.toContain('写错了一个数')
  room.editAgain(key, sent)
  expect(room.drafts.get()[key]).toBe('写错了一个数')
  await room.loadConversations()
  const now = room.conversations.get()
  const known = now.at === 'ready' ? now.entries.find(({ id }) => id === entry.id) : undefined
  expect(known?.lastWord).toContain('撤回了一条消息')
})

test('a search finds names and messages; a hit is shown among its neighbours, and scrolling leads back', async () => {
  const { api } = page.client
  for (let n = 0; n < 70; n += 1) {
    contentOf(
      await api.chat.sendMessage({ isOrg: true, receiveOrgId: orgId, content: n === 5 ? '蓝色标签' : `句 ${n}` }),
    )
  }
  const room = await openRoom()
  const finding = await import('../../../src/stores/chat/finding.ts')
  const loading = await import('../../../src/stores/chat/thread-loading.ts')
  finding.search('色标')
  await expect.poll(() => finding.found.get().at).toBe('ready')
  const found = finding.found.get()
  const [hit] = found.at === 'ready' ? found.hits : []
  if (hit === undefined) throw new Error('not found')
  await room.selectAt(hit.entry, hit.conversationId, hit.seq)
  expect(room.ready()).toMatchObject({ newer: true, jumpedTo: { seq: hit.seq } })
  expect(room.texts()).toContain('蓝色标签')
  for (let page = 0; page < 10 && room.ready().newer; page += 1) await loading.loadNewer()
  const seqs = room.ready().messages.flatMap(({ seq }) => (seq === null ? [] : [seq]))
  expect(seqs).toEqual(seqs.map((_, n) => (seqs[0] ?? 0) + n))
  expect(room.texts().at(-1)).toBe('句 69')
  const before = room.ready().messages.length
  await loading.loadOlder()
  expect(room.ready().messages.length).toBeGreaterThan(before)
})

test('a pin moves a conversation up, and silence takes it out of the total', async () => {
  const room = await openRoom()
  const seller = await as(page.app, 'seller')
  const me = contentOf(await page.client.api.accounts.profile({})).userId
  contentOf(await seller.api.chat.sendMessage({ receiveId: me, isOrgSend: true, sendOrgId: orgId, content: '在吗' }))
  room.closeChat()
  await room.loadConversations()
  const entryNow = () => {
    const now = room.conversations.get()
    const entry = now.at === 'ready' ? now.entries.find((one) => one.orgId === orgId) : undefined
    if (entry === undefined) throw new Error('no entry')
    return entry
  }
  const total = room.unreadTotal.get()
  expect(entryNow().count).toBeGreaterThan(0)
  await room.markEntry(entryNow(), { muted: true })
  expect(room.unreadTotal.get()).toBe(total - entryNow().count)
  await room.markEntry(entryNow(), { pinned: true })
  const now = room.conversations.get()
  expect(now.at === 'ready' && now.entries.find(({ isService }) => !isService)?.orgId).toBe(orgId)
})
