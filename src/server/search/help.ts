import type { SearchHelp } from '../../contract/catalogue/search.ts'
import type { Db } from '../../db/open.ts'
import { isCas } from '../../domain/catalogue/cas.ts'
import { plainKeyword, searchKinds, type SearchKind } from '../../domain/shell/search.ts'
import { countFound } from './count-found.ts'
import { nearTerms } from './near-terms.ts'
import { piecesOf } from './words.ts'

/** How many a keyword finds, counted to a bound. */
export type Finder = (keyword: string) => Promise<number>
const mostPieces = 5

/**
 * What to try instead of a keyword that finds nothing: words spelt almost so, the keyword without its rarest word, and
 * the other types of search in which it finds something. For a CAS number no other number is offered.
 */
export async function helpFor(db: Db, kind: SearchKind, typed: string, find: Finder): Promise<SearchHelp> {
  const keyword = plainKeyword(typed)
  if (keyword === '' || (await find(keyword)) > 0) return null
  const pieces = piecesOf(keyword).slice(0, mostPieces)
  const counts = await Promise.all(pieces.map(find))
  const whole = isCas(keyword) ? [] : await nearTerms(db, kind, keyword)
  const parts = whole.length === 0 && pieces.length > 1 ? await mended(db, kind, pieces, counts) : []
  const tried = await Promise.all(
    [...whole, ...parts].slice(0, 5).map(async (term) => ({ term, hits: await find(term) })),
  )
  const terms = tried.filter(({ hits }) => hits > 0).map(({ term }) => term)
  const elsewhere = await Promise.all(
    searchKinds
      .filter((other) => other !== kind)
      .map(async (other) => ({ kind: other, total: await countFound(db, other, keyword) })),
  )
  return {
    terms: terms.slice(0, 3),
    fewer: await withoutRarest(pieces, counts, find),
    elsewhere: elsewhere.filter(({ total }) => total > 0),
  }
}

/** The keyword with each of its words that finds nothing put right. */
async function mended(db: Db, kind: SearchKind, pieces: readonly string[], counts: readonly number[]) {
  const near = await Promise.all(
    pieces.map(async (piece, at) => (counts[at] === 0 ? (await nearTerms(db, kind, piece))[0] : piece)),
  )
  return near.every((piece) => piece !== undefined) ? [near.join(' ')] : []
}

/** Leaves out the word that finds least, again until something is found. */
async function withoutRarest(pieces: readonly string[], counts: readonly number[], find: Finder) {
  let left = pieces.map((piece, at) => ({ piece, count: counts[at] ?? 0 }))
  const gone: string[] = []
  while (left.length > 1) {
    const rarest = left.toSorted((a, b) => a.count - b.count)[0]
    left = left.filter((each) => each !== rarest)
    gone.push(rarest?.piece ?? '')
    const keyword = left.map(({ piece }) => piece).join(' ')
    const total = await find(keyword)
    if (total > 0) return { keyword, without: gone.join(' '), total }
  }
  return null
}
