import { CallFailed, failures, httpStatus, formatWaitTime, type FailureName } from './failures.ts'

/** The form of every answer of the API. */
export interface Envelope {
  readonly code: number
  readonly message: string
  readonly content: unknown
}

/** Result of a call in the client: never an exception, so callers must handle both cases. */
export type Answer<T> = { readonly ok: true; readonly content: T } | { readonly ok: false; readonly failure: Failure }

/** Why a call failed. `fields` holds the field errors of code 400. */
export interface Failure {
  readonly code: number
  readonly message: string
  readonly content: unknown
}

export const success = (content: unknown): Envelope => ({ code: 200, message: '', content })

export function failed(failure: FailureName, content: unknown = null): Envelope {
  const { code, message } = failures[failure]
  const seconds = retryAfterOf(content)
  return {
    code,
    message: seconds === undefined ? message : `${message}（${formatWaitTime(seconds)}后可再试）`,
    content,
  }
}

/** Seconds after which a refused call may be tried again, where the refusal is one for a while. */
export const retryAfterOf = (content: unknown): number | undefined =>
  typeof content === 'object' && content !== null && 'retryAfter' in content && typeof content.retryAfter === 'number'
    ? content.retryAfter
    : undefined

/** Translates a thrown value to an envelope. Unknown errors become serverError. */
export function envelopeOf(thrown: unknown): Envelope {
  return thrown instanceof CallFailed ? failed(thrown.failure, thrown.content) : failed('serverError')
}

export const statusOf = (envelope: Envelope): number => httpStatus(envelope.code)
