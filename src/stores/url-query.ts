import { atom, type ReadableAtom } from 'nanostores'
import { isDay } from '../domain/time-input.ts'

/** Page state kept in the URL query, so that back works and links can be shared. */
export interface UrlQuery<Q> {
  /** Null before `start`: on the server and before hydration. */
  readonly query: ReadableAtom<Q | null>
  /** Reads the URL now and on every popstate. Returns the stop function. */
  readonly start: (changed: () => void) => () => void
  /** Changes part of the query and pushes the new URL. */
  readonly set: (change: Partial<Q>) => void
}

/** Query parameters; undefined and empty ones are omitted. */
type QueryParams = Readonly<Record<string, string | number | undefined>>

/** Parameters as the query of an address, without `?`. */
export function queryText(query: QueryParams): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(name, String(value))
  }
  return params.toString()
}

/** Creates a URL query with its own parser and serializer. */
export function createUrlQuery<Q extends object>(
  read: (given: URLSearchParams) => Q,
  write: (query: Q) => QueryParams,
): UrlQuery<Q> {
  const query = atom<Q | null>(null)
  let notifyChanged = () => {}
  return {
    query,
    start: (changed) => {
      notifyChanged = changed
      const onPopState = () => {
        query.set(read(new URLSearchParams(location.search)))
        changed()
      }
      onPopState()
      addEventListener('popstate', onPopState)
      return () => removeEventListener('popstate', onPopState)
    },
    set: (change) => {
      const before = query.get()
      if (before === null) return
      const next = { ...before, ...change }
      query.set(next)
      const text = queryText(write(next))
      history.pushState(null, '', location.pathname + (text === '' ? '' : `?${text}`))
      notifyChanged()
    },
  }
}

/** A query parameter as an integer from 1, or undefined. */
export function parsePositiveInt(params: URLSearchParams, name: string): number | undefined {
  const value = Number(params.get(name))
  return Number.isInteger(value) && value > 0 && value <= 2_147_483_647 ? value : undefined
}

/** A query parameter as a day (`2026-11-21`), or ''. */
export function parseDayParam(params: URLSearchParams, name: string): string {
  const text = params.get(name) ?? ''
  return isDay(text) ? text : ''
}
