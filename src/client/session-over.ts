import type { Envelope } from '../contract/envelope.ts'
import { isSessionOver } from '../domain/accounts/session-over.ts'
import { readToken, tellClientEvent } from './events.ts'

/**
 * Tells the page when an answer says that its session is over; an operator's that was not used says why. An answer about
 * a token that is no longer this page's says nothing about the session that followed it.
 */
export function tellSessionOver({ code, message }: Envelope, token: string | undefined, openLogin: boolean): void {
  if (!isSessionOver(code) || token !== readToken()) return
  tellClientEvent({ is: 'sessionInvalid', openLogin, why: code === 600 ? undefined : message })
}
