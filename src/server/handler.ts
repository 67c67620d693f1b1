import type { z } from 'zod'
import type { Who } from '../contract/access.ts'
import type { Call } from '../contract/call.ts'
import type { CertificationStatus } from '../domain/accounts/certification.ts'
import type { Permission } from '../domain/accounts/permissions.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import type { Runtime } from './runtime.ts'

/** Who makes the call, from the session; never from input. */
export interface Caller {
  readonly sessionId: number
  /** When the session is over, whatever happens. */
  readonly sessionEndsAt: Date
  readonly userId: number
  readonly loginName: string
  readonly realName: string
  readonly companyId: number | null
  readonly shopId: number | null
  readonly isOwner: boolean
  readonly isService: boolean
  /** User id of the platform's service, for which its agents speak; null for everybody else. */
  readonly serviceId: number | null
  readonly isOperator: boolean
  /** An operator who is to enrol for the second step first; `isOperator` is false until then. */
  readonly lacksSecondStep: boolean
  /** Whether the company's certification is in force: needed for new trade. */
  readonly certification: CertificationStatus | null
  readonly permissions: ReadonlySet<Permission>
}

export interface Member extends Caller {
  readonly companyId: number
}
export interface Seller extends Member {
  readonly shopId: number
}

/** The caller a handler sees, as sure as its call's access makes it. */
export type CallerOf<W extends Who> = W extends 'public'
  ? Caller | null
  : W extends 'company'
    ? Member
    : W extends 'seller'
      ? Seller
      : Caller

/** What a handler has at hand besides its input. */
export interface Context<W extends Who = Who> {
  readonly caller: CallerOf<W>
  readonly db: Db
  readonly config: Config
  readonly push: Runtime['push']
  readonly pages: Runtime['pages']
  readonly limits: Runtime['limits']
  readonly providers: Runtime['providers']
  readonly jobs: Pick<Runtime['jobs'], 'wake'>
  readonly request: RequestFacts
  /** Runs after everything is committed: pushes, cache invalidation. What fails here changes no answer. */
  readonly after: (what: () => unknown) => void
  /** Adds to the call's line in the operation log on what it was done: a name, a number. Calls with `logs` only. */
  readonly note: (detail: string) => void
  /**
   * Names the account that a call without a session is about: `find` is run for the log of refusals, when the call has
   * failed and its answer is out.
   */
  readonly concerns: (find: () => Promise<number | undefined>) => void
  /** Cookies to set with the answer (web sign-in and sign-out only). */
  readonly setCookie: (cookie: string) => void
}

/** What the server knows of a request besides its body. */
export interface RequestFacts {
  readonly appId: 'web' | 'mini' | 'open'
  readonly token: string | undefined
  readonly cookie: string | undefined
  /** Secret of the browser, to which verification codes are bound. */
  readonly browserCookie: string | undefined
  /** What the browser keeps between the two ends of a single sign-on. */
  readonly ssoCookie: string | undefined
  readonly idempotencyKey: string | undefined
  /** Address of the person; undefined for the pages' own calls, which no limit counts. */
  readonly ip: string | undefined
  /** Origin of the site at which the person is (http/own-origin.ts): links for them begin with it. */
  readonly origin: string
  readonly userAgent: string
}

export type Handler<C extends Call> =
  C extends Call<infer W, infer I, infer O> ? (input: z.output<I>, context: Context<W>) => Promise<z.input<O>> : never

/** A handler for every call of a domain: a missing one does not compile. */
export type Handlers<D extends Record<string, Call>> = {
  readonly [K in keyof D]: Handler<D[K]>
}
