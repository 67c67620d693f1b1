import { setImmediate as turn } from 'node:timers/promises'
import { findHelpCategory } from '../../../domain/content/help-categories.ts'
import { plainLines } from '../../../domain/content/plain-text.ts'
import type { SearchQuery } from '../../search/search-query.ts'
import { listingTokens } from '../../search/document-tokens.ts'
import { keywordQueries } from '../../search/keyword-queries.ts'
import { tokenize, keywordPieces } from '../../search/tokenize.ts'
import type { HelpPage } from './help-pages.ts'

/** Stop words of questions. */
const stopWords = new Set(
  '怎样 怎么 怎么办 如何 为什么 什么 哪些 哪里 哪儿 多久 多少 可以 能 能否 是否 吗 呢 的 了 是 在 有 和 与 或 后 会 我 要 被 把 请问 一个 时候 不 不了 不到'.split(
    ' ',
  ),
)

interface PageTokens {
  /** Search tokens of title, summary, category and keywords. */
  readonly head: ReadonlySet<string>
  readonly body: ReadonlySet<string>
}
const tokenCache = new WeakMap<HelpPage, PageTokens>()

function getTokens(page: HelpPage): PageTokens {
  const cached = tokenCache.get(page)
  if (cached !== undefined) return cached
  const names = [findHelpCategory(page.category)?.name ?? '']
  const { title, summary, keywords } = page
  const words = {
    head: new Set(
      listingTokens({ title, summary, categories: [], names, terms: keywords, numbers: [String(page.id)] }),
    ),
    body: new Set(tokenize(plainLines(page.body).join('\n'))),
  }
  tokenCache.set(page, words)
  return words
}

/** Tokenises all pages before the first search, yielding to the event loop after each. */
export async function tokenizePages(pages: readonly HelpPage[]): Promise<void> {
  for (const page of pages) {
    getTokens(page)
    await turn()
  }
}

/** Evaluates a search query against tokens in memory, like the database does for tsvectors. */
function matches(words: ReadonlySet<string>, query: SearchQuery | undefined): boolean {
  if (query === undefined) return false
  if ('all' in query) return query.all.every((part) => matches(words, part))
  if ('any' in query) return query.any.some((part) => matches(words, part))
  return words.has(query.word) || (query.isPrefix && [...words].some((word) => word.startsWith(query.word)))
}

/** Terms of a keyword without stop words; all terms if only stop words remain. */
export function getTerms(keyword: string): string[] {
  const pieces = [...new Set(keywordPieces(keyword.normalize('NFKC').toLowerCase()))]
  const telling = pieces.filter((piece) => !stopWords.has(piece))
  return telling.length > 0 ? telling : pieces
}

/** Minimum share of terms that must match, since users type whole sentences. */
const minShare = 0.6

/** Questions that match a keyword: by number of matching terms, then by score, then in the given order. */
export function searchHelpPages(pages: readonly HelpPage[], keyword: string): HelpPage[] {
  const readings = getTerms(keyword).map(keywordQueries)
  const fewest = Math.max(1, Math.ceil(readings.length * minShare))
  const scored = pages.map((page) => {
    const { head, body } = getTokens(page)
    const points = readings.map(({ words, title, sound, number }) => {
      if (matches(head, title)) return 4
      if (matches(head, words) || matches(head, number)) return 3
      if (matches(body, words)) return 1
      return matches(head, sound) ? 2 : 0
    })
    return { page, found: points.filter((each) => each > 0).length, points: points.reduce<number>((a, b) => a + b, 0) }
  })
  return scored
    .filter(({ found }) => readings.length > 0 && found >= fewest)
    .toSorted((a, b) => b.found - a.found || b.points - a.points)
    .map(({ page }) => page)
}
