import type { Envelope } from '../contract/envelope.ts'
import { isSessionOver } from '../domain/accounts/session-over.ts'
import { emitClientEvent, readToken } from './events.ts'

/**
 * Emits `sessionInvalid` when an envelope says that the session is over, with the reason for idle operators. Responses
 * for an earlier token are ignored.
 */
export function emitSessionOver({ code, message }: Envelope, token: string | undefined, openLogin: boolean): void {
  if (!isSessionOver(code) || token !== readToken()) return
  emitClientEvent({ is: 'sessionInvalid', openLogin, why: code === 600 ? undefined : message })
}
