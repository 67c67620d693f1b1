import type { z } from 'zod'
import type { Access, Who } from './access.ts'
import type { FailureName } from './failures.ts'

/** One call of the API: everything that can be known about it without reading its handler. */
export interface Call<W extends Who = Who, I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'call'
  /** Path below /api, as the specification writes it. */
  readonly path: `/${string}`
  /** One sentence, for the API's pages. */
  readonly summary: string
  readonly access: Access<W>
  readonly input: I
  readonly output: O
  /** Business failures beyond the ones every call may answer (400, 403, 404, 413, 415, 429, 500, 600). */
  readonly failures?: readonly FailureName[]
  /** Needs an idempotency-key: same key and body → the first answer again; other body → 409. */
  readonly idempotent?: true
  /** Not of the specification: a call of our own. */
  readonly ours?: true
  /** Calls allowed a minute and caller; the default is generous. */
  readonly perMinute?: number
  /** Calls allowed a day and caller, where the minute's count is not enough. */
  readonly perDay?: number
  /** What a success is called in the operation log; calls without it leave no line there. */
  readonly logs?: string
  /** The body is multipart/form-data instead of JSON. */
  readonly multipart?: true
}

/** A call of the specification whose turn has not come: answers code 1000, and says who it will be for. */
export interface NotBuilt {
  readonly kind: 'notBuilt'
  readonly path: `/${string}`
  readonly access: Access
}

export type AnyCall = Call | NotBuilt

/** Declares a call. */
export const call = <W extends Who, I extends z.ZodType, O extends z.ZodType>(
  definition: Omit<Call<W, I, O>, 'kind'>,
): Call<W, I, O> => ({ kind: 'call', ...definition })

/** Names a call of the specification that is not built yet. */
export const notBuilt = (path: `/${string}`, access: Access): NotBuilt => ({ kind: 'notBuilt', path, access })
