import ky from 'ky'
import type { Answer, Envelope } from '../contract/envelope.ts'
import { apiOver, type Api } from './api.ts'
import { readToken, emitClientEvent } from './events.ts'
import { emitSessionOver } from './session-over.ts'
import { callUrl, lostMessage, pageHeaders } from './hosts.ts'
import { answerOf } from './in-process.ts'

/** Specification section 8: this failure is never shown as a toast; forms show it at their field. */
export const mobileUsedMessage = '手机号码已被使用!'

interface ClientOptions {
  /** Milliseconds after which a call fails; false = as long as it takes. */
  readonly timeout: number | false
  /** Whether an ended session also opens the login dialog. */
  readonly openLogin: boolean
  /** Whether a lost connection shows no toast: for background calls that retry. */
  readonly isQuiet?: true
}

function browserClient({ timeout, openLogin, isQuiet }: ClientOptions): Api {
  return apiOver(async (name, input, { idempotencyKey }): Promise<Answer<unknown>> => {
    const token = readToken()
    const headers = {
      ...pageHeaders(token),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    }
    try {
      // Loaded with the first call: a page view makes none.
      const { cloudLocationCalls, pathOf } = await import('./paths.ts')
      const response = await ky.post(callUrl(pathOf(name), cloudLocationCalls.has(name)), {
        json: input,
        headers,
        timeout,
        retry: 0,
        throwHttpErrors: false,
        credentials: 'include',
      })
      const envelope = await response.json<Envelope>()
      emitSessionOver(envelope, token, openLogin)
      return answerOf(envelope)
    } catch {
      // Toast and inline error show the same message.
      const message = lostMessage()
      if (isQuiet === undefined) emitClientEvent({ is: 'transportFailed', message })
      return { ok: false, failure: { code: 0, message, content: null } }
    }
  })
}

/** The client of islands and stores. An ended session signs out and opens the login dialog. */
export const api = browserClient({ timeout: false, openLogin: true })
/** The client of the page header: timeout 15 seconds; an ended session only signs out. */
export const headerApi = browserClient({ timeout: 15_000, openLogin: false })
/** The client of background work (push, catching up, the outbox), which retries and shows no toasts. */
export const quietApi = browserClient({ timeout: 15_000, openLogin: false, isQuiet: true })
