import type { Envelope } from '../contract/envelope.ts'
import { isSessionOver } from '../domain/accounts/session-over.ts'
import { emitClientEvent, readToken } from './events.ts'

/**
 * Emits `sessionInvalid` when an envelope says that the session is over, with the reason for idle operators. Ignored
 * once the page has another token. A page without a token still emits: a background call, refused first, may have
 * cleared it, and the refused action of the user must open the login all the same.
 */
export function emitSessionOver({ code, message }: Envelope, token: string | undefined, openLogin: boolean): void {
  const now = readToken()
  if (!isSessionOver(code) || (now !== undefined && now !== token)) return
  emitClientEvent({ is: 'sessionInvalid', openLogin, why: code === 600 ? undefined : message })
}
