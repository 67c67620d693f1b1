import { onTestFinished } from 'vitest'

/** The chat of the page as it is loaded now, open with an organisation. */
export async function roomWith(orgId: number) {
  const [room, outbox, thread, conversations, replying, drafts] = await Promise.all([
    import('../../../src/stores/chat/room.ts'),
    import('../../../src/stores/chat/outbox.ts'),
    import('../../../src/stores/chat/thread.ts'),
    import('../../../src/stores/chat/conversations.ts'),
    import('../../../src/stores/chat/replying.ts'),
    import('../../../src/stores/chat/drafts.ts'),
  ])
  const { refreshSession } = await import('../../../src/stores/accounts/session.ts')
  await refreshSession()
  outbox.restoreOutbox()
  drafts.restoreDrafts()
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
  return { ...room, ...outbox, ...conversations, ...replying, ...drafts, ready, texts }
}
