/** Query on search tokens: a token or prefix, all of several queries, any of several queries. */
export type SearchQuery =
  | { readonly word: string; readonly isPrefix: boolean }
  | { readonly all: readonly SearchQuery[] }
  | { readonly any: readonly SearchQuery[] }

export const exactToken = (text: string): SearchQuery => ({ word: text, isPrefix: false })
export const prefixToken = (text: string): SearchQuery => ({ word: text, isPrefix: true })

/** Conjunction of the given queries; undefined without any. */
export function queryAll(...parts: readonly (SearchQuery | undefined)[]): SearchQuery | undefined {
  const queries = parts.filter((part) => part !== undefined)
  return queries.length > 1 ? { all: queries } : queries[0]
}

/** Disjunction of the given queries; undefined without any. */
export function queryAny(...parts: readonly (SearchQuery | undefined)[]): SearchQuery | undefined {
  const queries = parts.filter((part) => part !== undefined)
  return queries.length > 1 ? { any: queries } : queries[0]
}

/** The query as tsquery text; '' for none. Tokens contain letters, digits, dots, dashes and slashes: no operators. */
export function tsqueryOf(query: SearchQuery | undefined): string {
  if (query === undefined) return ''
  if ('word' in query) return `'${query.word}'${query.isPrefix ? ':*' : ''}`
  return 'all' in query ? `(${query.all.map(tsqueryOf).join(' & ')})` : `(${query.any.map(tsqueryOf).join(' | ')})`
}
