import type { z } from 'zod'
import type { Who } from '../contract/access.ts'
import type { Call } from '../contract/call.ts'
import type { CertificationStatus } from '../domain/accounts/certification.ts'
import type { Permission } from '../domain/accounts/permissions.ts'
import type { ActionSubject } from '../domain/operations/action-subjects.ts'
import type { OperatorPermission, OperatorRole } from '../domain/operations/operator-roles.ts'
import type { CostCentreUse } from '../domain/orders/requisitions/approval-rules.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Limits } from './limits.ts'
import type { PageCache } from './page-cache.ts'
import type { Providers } from './providers/providers.ts'
import type { Push } from './push/push.ts'

/** The caller, from the session; never from input. */
export interface Caller {
  readonly sessionId: number
  /** Absolute end of the session. */
  readonly sessionEndsAt: Date
  readonly userId: number
  readonly loginName: string
  readonly realName: string
  readonly companyId: number | null
  readonly shopId: number | null
  readonly isOwner: boolean
  readonly isService: boolean
  /** User id of the customer service account, for its agents; else null. */
  readonly serviceId: number | null
  readonly isOperator: boolean
  /** Roles of an operator; empty for everybody else. */
  readonly operatorRoles: readonly OperatorRole[]
  readonly operatorPermissions: ReadonlySet<OperatorPermission>
  /** An operator who must set up two-factor authentication first; `isOperator` is false until then. */
  readonly lacksSecondStep: boolean
  /** Whether the company's certification is in force: needed for new trade. */
  readonly certification: CertificationStatus | null
  readonly permissions: ReadonlySet<Permission>
  /** Version of the approval rules of the company; 0 = its requests need no approval. */
  readonly approvalVersion: number
  /** Whether orders of the company name a cost centre. */
  readonly costCentreUse: CostCentreUse
  /** Number of suppliers that the company has blocked. */
  readonly blockedSuppliers: number
  /** The operator who views the account of this person, read-only; absent for everybody else. */
  readonly viewerId?: number
  /** The API key that the call was made with; absent in sessions. */
  readonly key?: { readonly id: number; readonly name: string; readonly prefix: string }
}

export interface Member extends Caller {
  readonly companyId: number
}
export interface Seller extends Member {
  readonly shopId: number
}

/** The caller type guaranteed by the access of a call. */
export type CallerOf<W extends Who> = W extends 'public'
  ? Caller | null
  : W extends 'company'
    ? Member
    : W extends 'seller'
      ? Seller
      : Caller

/** Dependencies of a handler, besides its input. */
export interface Context<W extends Who = Who> {
  readonly caller: CallerOf<W>
  readonly db: Db
  readonly config: Config
  readonly push: Pick<Push, 'send' | 'endSession' | 'endSensor' | 'ticket'>
  readonly pages: Pick<PageCache, 'invalidate' | 'moment' | 'changedAt'>
  readonly limits: Pick<Limits, 'guess' | 'seen' | 'within'>
  readonly providers: Providers
  readonly jobs: Pick<Jobs, 'wake'>
  readonly request: RequestFacts
  /** Runs after the commit: pushes, cache invalidation. Errors here do not change the response. */
  readonly after: (what: () => unknown) => void
  /**
   * Sets the object (name, number) of the entry in the operation log. Calls with `logs` only. In operator calls the
   * subject says what the action is about; one of the operator's own company is refused (`ownCompany`).
   */
  readonly note: (detail: string, subject?: ActionSubject) => void
  /**
   * Names the account that a call without a session is about: `find` runs for the refusal log, after the call has
   * failed and its response was sent.
   */
  readonly concerns: (find: () => Promise<number | undefined>) => void
  /** Cookies to set with the response (web sign-in and sign-out only). */
  readonly setCookie: (cookie: string) => void
}

/** Request data besides the body. */
export interface RequestFacts {
  readonly appId: 'web' | 'mini' | 'open'
  readonly token: string | undefined
  readonly cookie: string | undefined
  /** Secret of the browser, to which verification codes are bound. */
  readonly browserCookie: string | undefined
  /** Cookie that holds the state of a single sign-on. */
  readonly ssoCookie: string | undefined
  /** Token of an operator who views an account; works with the operator's own session only. */
  readonly viewCookie: string | undefined
  /** API key of the authorization header. */
  readonly apiKey?: string | undefined
  readonly idempotencyKey: string | undefined
  /** Client address; undefined for in-process calls of pages, which are not rate limited. */
  readonly ip: string | undefined
  /** Origin at which the person opened the site (platform/own-origin.ts), for absolute links. */
  readonly origin: string
  readonly userAgent: string
}

export type Handler<C extends Call> =
  C extends Call<infer W, infer I, infer O> ? (input: z.output<I>, context: Context<W>) => Promise<z.input<O>> : never

/** A handler for every call of a domain: a missing one does not compile. */
export type Handlers<D extends Record<string, Call>> = {
  readonly [K in keyof D]: Handler<D[K]>
}
