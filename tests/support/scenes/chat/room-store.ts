import { onTestFinished } from 'vitest'

/** Loads the chat of the current page and opens it with an organisation. */
export async function roomWith(orgId: number) {
  const [room, outbox, thread, conversations, replying, drafts] = await Promise.all([
    import('../../../../src/stores/chat/room.ts'),
    import('../../../../src/stores/chat/outbox/outbox.ts'),
    import('../../../../src/stores/chat/thread.ts'),
    import('../../../../src/stores/chat/conversations.ts'),
    import('../../../../src/stores/chat/outbox/reply.ts'),
    import('../../../../src/stores/chat/outbox/drafts.ts'),
  ])
  const { refreshSession } = await import('../../../../src/stores/accounts/session.ts')
  await refreshSession()
  outbox.restoreOutbox()
  drafts.restoreChatDrafts()
  // Stops the retries of this page after the test.
  onTestFinished(() => {
    room.closeChat()
    outbox.clearOutbox()
  })
  await room.openChat({ orgId })
  const ready = () => {
    const now = thread.thread.get()
    if (now.at !== 'ready') throw new Error(`The thread is ${now.at}`)
    return now
  }
  const texts = () => ready().messages.map(({ content }) => content.text)
  return { ...room, ...outbox, ...conversations, ...replying, ...drafts, ready, texts }
}
