import { isOld, leaderInterval, mayPost, type LeaderMessage } from '../../domain/shell/industry-leader.ts'
import { session } from '../../stores/accounts/session.ts'

/** A ticket for the park-service site, and when it ends in milliseconds. */
export interface Ticket {
  readonly ticket: string
  readonly expiresAt: number
}
/** Gives a ticket, undefined where there is none to give: signed out, not set up, line down. */
export type TicketOf = () => Promise<Ticket | undefined>

/** The other window, as far as it is spoken to. */
interface Opened {
  readonly closed: boolean
  postMessage(message: LeaderMessage, origin: string): void
}

const ended = () => session.get().at === 'out'

/**
 * Tells the park-service window who came, every second and 2,000 times at most. The browser delivers a message only
 * while the window is on `origin`; nothing is sent after logout, by another person or once the window is closed, and
 * never the session: a ticket that lives briefly and is renewed meanwhile.
 */
export async function tellWhoCame(opened: Opened, origin: string, ticketOf: TicketOf): Promise<void> {
  const first = session.get()
  if (first.at === 'out') return
  const { userId, loginName } = first.user
  let ticket = await ticketOf()
  if (ticket === undefined || ended()) return
  let sent = 0
  let renewing = false
  const renew = async () => {
    renewing = true
    ticket = (await ticketOf()) ?? ticket
    renewing = false
  }
  const timer = setInterval(() => {
    const now = session.get()
    const same = now.at === 'in' && now.user.userId === userId
    if (ticket === undefined || !mayPost(sent, opened.closed, same)) return clearInterval(timer)
    if (isOld(ticket.expiresAt, Date.now()) && !renewing) void renew()
    // One that is over tells nobody anything: silence until there is another.
    if (ticket.expiresAt <= Date.now()) return undefined
    opened.postMessage({ token: ticket.ticket, userId, loginName }, origin)
    sent += 1
    return undefined
  }, leaderInterval)
}
