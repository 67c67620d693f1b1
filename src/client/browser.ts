import ky from 'ky'
import type { Answer, Envelope } from '../contract/envelope.ts'
import { apiOver, type Api } from './api.ts'
import { readToken, tellClientEvent } from './events.ts'
import { addressOf, lostMessage, pageHeaders } from './hosts.ts'
import { answerOf } from './in-process.ts'
import { tellSessionOver } from './session-over.ts'

/** Specification section 8: this refusal is never shown as a toast; forms show it at their field. */
export const mobileUsedMessage = '手机号码已被使用!'

interface ClientOptions {
  /** Milliseconds after which a call fails; false = as long as it takes. */
  readonly timeout: number | false
  /** Whether a session that is over also opens the login dialog. */
  readonly openLogin: boolean
  /** Whether a lost connection is not told: for what runs by itself and tries again. */
  readonly quiet?: true
}

function browserClient({ timeout, openLogin, quiet }: ClientOptions): Api {
  return apiOver(async (name, input, { idempotencyKey }): Promise<Answer<unknown>> => {
    const token = readToken()
    const headers = {
      ...pageHeaders(token),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    }
    try {
      // The table of all calls comes with the first one: a first look at a page makes none.
      const { pathOf } = await import('./paths.ts')
      const response = await ky.post(addressOf(pathOf(name)), {
        json: input,
        headers,
        timeout,
        retry: 0,
        throwHttpErrors: false,
        credentials: 'include',
      })
      const envelope = await response.json<Envelope>()
      tellSessionOver(envelope, token, openLogin)
      return answerOf(envelope)
    } catch {
      // Toast and place say the same.
      const message = lostMessage()
      if (quiet === undefined) tellClientEvent({ is: 'transportFailed', message })
      return { ok: false, failure: { code: 0, message, content: null } }
    }
  })
}

/** The client of islands and stores. A session that ended signs out and opens the login dialog. */
export const api = browserClient({ timeout: false, openLogin: true })
/** The header-only client: 15 seconds at most; a session that ended only signs out. */
export const headerApi = browserClient({ timeout: 15_000, openLogin: false })
/** The client of what runs by itself (push, catching up, the sending queue): it tries again and says nothing. */
export const quietApi = browserClient({ timeout: 15_000, openLogin: false, quiet: true })
