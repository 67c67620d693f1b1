import { beforeEach, expect, test } from 'vitest'
import { signInAs, contentOf } from '../../support/client.ts'
import { signedIn, type SignedIn } from '../demands/signed-in.ts'
import { roomWith } from '../../support/scenes/chat/room-store.ts'

let page: SignedIn
let orgId = 0
beforeEach(async () => {
  page = await signedIn('buyer')
  const seller = await signInAs(page.app, 'seller')
  orgId = contentOf(await seller.api.accounts.profile({})).companyId ?? 0
})
const openRoom = () => roomWith(orgId)

test('a search finds names and messages; a hit is shown in context, and scrolling returns to the latest', async () => {
  const { api } = page.client
  for (let n = 0; n < 70; n += 1) {
    contentOf(
      await api.chat.sendMessage({ isOrg: true, receiveOrgId: orgId, content: n === 5 ? '蓝色标签' : `句 ${n}` }),
    )
  }
  const room = await openRoom()
  const finding = await import('../../../src/stores/chat/chat-search.ts')
  const loading = await import('../../../src/stores/chat/thread-loading.ts')
  finding.searchChat('色标')
  await expect.poll(() => finding.searchResult.get().at).toBe('ready')
  const found = finding.searchResult.get()
  const [hit] = found.at === 'ready' ? found.hits : []
  if (hit === undefined) throw new Error('not found')
  await room.selectMessage(hit.entry, hit.conversationId, hit.seq)
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

test('pinning moves a conversation up, muting removes it from the total', async () => {
  const room = await openRoom()
  const seller = await signInAs(page.app, 'seller')
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
