import type { z } from 'zod'
import type { Access, Who } from './access.ts'
import type { FailureName } from './failures.ts'

/** One call of the API: everything that can be known about it without reading its handler. */
export interface Call<W extends Who = Who, I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** Path below /api, as the specification writes it. */
  readonly path: `/${string}`
  /** One sentence, for the API's pages. */
  readonly summary: string
  readonly access: Access<W>
  readonly input: I
  readonly output: O
  /** Business failures beyond the ones every call may answer (400, 403, 404, 413, 415, 429, 500, 503, 600). */
  readonly failures?: readonly FailureName[]
  /**
   * Done once: the same idempotency-key and body → the first answer again; other body → 409. Calls of our own need the
   * key; in one of the specification, which knows no such header, the same body within `repeatSeconds` is the same
   * request (server/platform/idempotency/once.ts).
   */
  readonly idempotent?: true
  /**
   * Not of the specification: a call of our own. It refuses fields that it does not know; others log and count them.
   */
  readonly ours?: true
  /** Calls allowed a minute and caller; the default is generous. */
  readonly perMinute?: number
  /** Calls allowed a day and caller, where the minute's count is not enough. */
  readonly perDay?: number
  /** Public read without side effects and equal for everyone: pages may get an answer cached for seconds. */
  readonly cacheable?: true
  /** Has priority under overload: signing in. */
  readonly first?: true
  /**
   * What a success is called in the operation log; calls without it leave no line there. Required of operator calls
   * that write: each success leaves exactly one row of `platform_actions` instead.
   */
  readonly logs?: string
  /** Changes nothing. Every operator call either reads or logs. */
  readonly reads?: true
  /**
   * For an operator who views the account of a person, read-only: such an operator may make calls that read, but not
   * those that are `closed` (conversations, sealed and confidential papers, bank and identity numbers); `open` is the
   * call that ends it.
   */
  readonly viewing?: 'closed' | 'open'
  /**
   * Of the two calls that the specification gives a host of their own; /user-center/ goes by its path, all else to
   * the main host.
   */
  readonly host?: 'cloudLocation'
  /**
   * A company's program may make it with an API key. Never: what concerns passwords, sessions, keys or personal data, is
   * signed by a person, or is for operators. Each call is decided in tests/rules/spec/keys.txt.
   */
  readonly byKey?: true
  /** The body is multipart/form-data instead of JSON. */
  readonly multipart?: true
}

/** Declares a call. */
export const call = <W extends Who, I extends z.ZodType, O extends z.ZodType>(
  definition: Call<W, I, O>,
): Call<W, I, O> => definition
