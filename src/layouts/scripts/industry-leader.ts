import { leaderInterval, mayPost, type LeaderMessage } from '../../domain/shell/industry-leader.ts'
import { session } from '../../stores/accounts/session.ts'

/** Gives a ticket for the park-service site, undefined where this installation has none to give. */
export type TicketOf = () => Promise<string | undefined>

/**
 * Tells the park-service window who came, every second and 2,000 times at most. The browser delivers a message only
 * while the window is on `origin`; nothing is sent after logout or once the window is closed, and never the session.
 */
export async function tellWhoCame(opened: Window, origin: string, ticketOf: TicketOf): Promise<void> {
  if (session.get().at === 'out') return
  const token = await ticketOf()
  if (token === undefined) return
  let sent = 0
  const timer = setInterval(() => {
    const now = session.get()
    if (now.at === 'out' || !mayPost(sent, opened.closed, true)) return clearInterval(timer)
    const { userId, loginName } = now.user
    opened.postMessage({ token, userId, loginName } satisfies LeaderMessage, origin)
    sent += 1
  }, leaderInterval)
}
