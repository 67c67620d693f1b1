import { links } from '../links.ts'
import { listQuery, listState, type ListState } from './list-query.ts'
import type { ListingKind } from './listing.ts'

/** Most searches that a person can save. */
export const maxSavedSearches = 20

/** What a saved search keeps of a list: its conditions, not its order, view and page. */
export const savedState = (query: string): ListState => {
  const { sort: _sort, view: _view, current: _current, ...conditions } = listState(new URLSearchParams(query))
  return { ...conditions, sort: 'default', view: 'cards', current: 1 }
}

/** Path of the list of a state. */
export const listPath = (kind: ListingKind, state: ListState): string =>
  kind === 'service' ? links.serviceList(listQuery(state)) : links.goodsList(listQuery(state))

/** Query of a saved search, without default values; '' where nothing is asked for. */
export const savedQuery = (kind: ListingKind, query: string): string =>
  new URL(listPath(kind, savedState(query)), 'http://localhost').search.slice(1)
