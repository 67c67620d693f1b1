import { expect, test } from 'vitest'
import { signInAs, contentOf } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'
import { roomWith } from '../../support/scenes/chat/room-store.ts'

test('the chat page opens the conversation that was open last, unless another one is', async () => {
  const page = await signedIn('buyer')
  const seller = await signInAs(page.app, 'seller')
  const orgId = contentOf(await seller.api.accounts.profile({})).companyId ?? 0
  contentOf(await page.client.api.chat.sendMessage({ isOrg: true, receiveOrgId: orgId, content: '请问何时开工？' }))
  const room = await roomWith(orgId)
  const url = await import('../../../src/stores/chat/chat-url.ts')
  const shown = () => room.room.get().entry
  room.closeChat()
  location.search = ''
  // Nothing was open on this page yet.
  await room.openChat({})
  await url.openLastConversation()
  expect(shown()).toBeNull()

  const stop = url.syncChatUrl()
  const list = room.conversations.get()
  const entry = list.at === 'ready' ? list.entries.find((one) => one.orgId === orgId) : undefined
  if (entry === undefined) throw new Error('no entry')
  await room.selectConversation(entry)
  stop()
  room.closeChat()
  location.search = ''
  await room.openChat({})
  expect(shown()).toBeNull()
  await url.openLastConversation()
  await expect.poll(() => shown()?.conversationId).toBe(entry.conversationId)
})
