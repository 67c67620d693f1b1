/** What is asked of the words of a text: one of them or what begins with it, all of several, any of several. */
export type Asked =
  | { readonly word: string; readonly isBeginning: boolean }
  | { readonly all: readonly Asked[] }
  | { readonly any: readonly Asked[] }

export const word = (text: string): Asked => ({ word: text, isBeginning: false })
export const beginning = (text: string): Asked => ({ word: text, isBeginning: true })

/** All of what is given; undefined where nothing is. */
export function allOf(...parts: readonly (Asked | undefined)[]): Asked | undefined {
  const given = parts.filter((part) => part !== undefined)
  return given.length > 1 ? { all: given } : given[0]
}

/** Any of what is given; undefined where nothing is. */
export function anyOf(...parts: readonly (Asked | undefined)[]): Asked | undefined {
  const given = parts.filter((part) => part !== undefined)
  return given.length > 1 ? { any: given } : given[0]
}

/** As the database reads it; '' for nothing. Words hold letters, figures, dots, dashes and slashes: no operators. */
export function tsqueryOf(asked: Asked | undefined): string {
  if (asked === undefined) return ''
  if ('word' in asked) return `'${asked.word}'${asked.isBeginning ? ':*' : ''}`
  return 'all' in asked ? `(${asked.all.map(tsqueryOf).join(' & ')})` : `(${asked.any.map(tsqueryOf).join(' | ')})`
}
