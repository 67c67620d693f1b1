import type { ReadableAtom } from 'nanostores'
import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import type { ExceptionRow, OrderMatch, orderMatchingCalls } from '../../../contract/orders/matching.ts'
import {
  exceptionStatuses,
  isExceptionKind,
  type ExceptionKind,
  type ExceptionStatus,
} from '../../../domain/orders/matching/exceptions.ts'
import { parseListQuery, type ListQuery } from '../../list-query.ts'
import { loadable, type Loaded } from '../../loadable.ts'
import { rowDecision } from '../../row-decision.ts'
import { createUrlQuery } from '../../url-query.ts'

export type ExceptionPage = z.output<typeof orderMatchingCalls.matchExceptions.output>

export interface ExceptionQuery extends ListQuery<ExceptionStatus> {
  readonly kind: ExceptionKind | ''
}

export function parseExceptionQuery(search: string): ExceptionQuery {
  const kind = new URLSearchParams(search).get('kind') ?? ''
  return { ...parseListQuery(search, exceptionStatuses), kind: isExceptionKind(kind) ? kind : '' }
}

const address = createUrlQuery<ExceptionQuery>(
  (given) => parseExceptionQuery(given.toString()),
  ({ current, ...query }) => ({ ...query, current: current > 1 ? current : undefined }),
)
const page = loadable<ExceptionPage>()
export const exceptionPageSize = 20

/** Exceptions of all orders, for operators. */
export const matchExceptions: ReadableAtom<Loaded<ExceptionPage>> = page.state
export const exceptionQuery = address.query
export const startExceptions = (): (() => void) => address.start(() => void loadExceptions())
export const setExceptionQuery = (change: Partial<ExceptionQuery>): void => address.set({ current: 1, ...change })

export async function loadExceptions(): Promise<void> {
  const now = address.query.get()
  if (now === null) return
  const { keyword, status, kind, current } = now
  await page.load(() =>
    api.orders.matchExceptions({
      keyword,
      current,
      pageSize: exceptionPageSize,
      ...(status !== undefined && { status }),
      ...(kind !== '' && { kind }),
    }),
  )
}

/** Dismissal of an exception with its reason. */
export const dismissal = rowDecision<ExceptionRow, string>(
  ({ exceptionId }, reason) => api.orders.matchExceptionDismiss({ exceptionId, reason }),
  loadExceptions,
)

/** The order whose match an operator reads; null = closed. */
export const openedMatch = atom<OrderMatch | null>(null)

/** Reads the match of an order. Returns the failure, if any. */
export async function openMatch(orderId: number): Promise<Failure | null> {
  const answer = await api.orders.operatorMatch({ orderId })
  if (!answer.ok) return answer.failure
  openedMatch.set(answer.content)
  return null
}
export const closeMatch = (): void => openedMatch.set(null)
