import { isTicketExpiring, leaderInterval, mayPost, type LeaderMessage } from '../../domain/shell/industry-leader.ts'
import { session } from '../../stores/accounts/session.ts'

/** A ticket for the park-service site, with its expiry in milliseconds. */
export interface LeaderTicket {
  readonly ticket: string
  readonly expiresAt: number
}
/** Returns a ticket; undefined if signed out, not configured or offline. */
export type GetLeaderTicket = () => Promise<LeaderTicket | undefined>

/** The part of the opened window that is used. */
interface OpenedWindow {
  readonly closed: boolean
  postMessage(message: LeaderMessage, origin: string): void
}

const isSignedOut = () => session.get().at === 'out'

/**
 * Posts the visitor's ticket to the park-service window, every second and 2,000 times at most. The browser
 * delivers a message only while the window is on `origin`; nothing is sent after logout, by another person or once the window is closed, and
 * never the session: a ticket that lives briefly and is renewed meanwhile.
 */
export async function sendVisitorTicket(
  opened: OpenedWindow,
  origin: string,
  getTicket: GetLeaderTicket,
): Promise<void> {
  const first = session.get()
  if (first.at === 'out') return
  const { userId, loginName } = first.user
  let ticket = await getTicket()
  if (ticket === undefined || isSignedOut()) return
  let sent = 0
  let renewing = false
  const renew = async () => {
    renewing = true
    ticket = (await getTicket()) ?? ticket
    renewing = false
  }
  const timer = setInterval(() => {
    const now = session.get()
    const same = now.at === 'in' && now.user.userId === userId
    if (ticket === undefined || !mayPost(sent, opened.closed, same)) return clearInterval(timer)
    if (isTicketExpiring(ticket.expiresAt, Date.now()) && !renewing) void renew()
    // Skip expired tickets until a new one arrives.
    if (ticket.expiresAt <= Date.now()) return undefined
    opened.postMessage({ token: ticket.ticket, userId, loginName }, origin)
    sent += 1
    return undefined
  }, leaderInterval)
}
