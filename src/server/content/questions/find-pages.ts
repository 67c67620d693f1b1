import { helpCategoryOf } from '../../../domain/content/help-categories.ts'
import { plainLines } from '../../../domain/content/plain-text.ts'
import type { Asked } from '../../search/asked.ts'
import { wordsOfListing } from '../../search/listing-words.ts'
import { readingOf } from '../../search/query.ts'
import { cut, piecesOf } from '../../search/words.ts'
import type { HelpPage } from './help-pages.ts'

/** Words of questions that tell nothing of what is asked about. */
const empty = new Set(
  '怎样 怎么 怎么办 如何 为什么 什么 哪些 哪里 哪儿 多久 多少 可以 能 能否 是否 吗 呢 的 了 是 在 有 和 与 或 后 会 我 要 被 把 请问 一个 时候 不 不了 不到'.split(
    ' ',
  ),
)

interface Words {
  /** Of title, summary, category and further words, with the signs of the search. */
  readonly head: ReadonlySet<string>
  readonly body: ReadonlySet<string>
}
const known = new WeakMap<HelpPage, Words>()

function wordsOf(page: HelpPage): Words {
  const kept = known.get(page)
  if (kept !== undefined) return kept
  const names = [helpCategoryOf(page.category)?.name ?? '']
  const { title, summary, keywords } = page
  const words = {
    head: new Set(wordsOfListing({ title, summary, names, terms: keywords, numbers: [String(page.id)] })),
    body: new Set(cut(plainLines(page.body).join('\n'))),
  }
  known.set(page, words)
  return words
}

/** Whether words hold what is asked of them: what the database does elsewhere, for texts that lie in memory. */
function holds(words: ReadonlySet<string>, asked: Asked | undefined): boolean {
  if (asked === undefined) return false
  if ('all' in asked) return asked.all.every((part) => holds(words, part))
  if ('any' in asked) return asked.any.some((part) => holds(words, part))
  return words.has(asked.word) || (asked.isBeginning && [...words].some((word) => word.startsWith(asked.word)))
}

/** The words of a keyword that tell something; all of them where none does. */
export function termsOf(keyword: string): string[] {
  const pieces = [...new Set(piecesOf(keyword.normalize('NFKC').toLowerCase()))]
  const telling = pieces.filter((piece) => !empty.has(piece))
  return telling.length > 0 ? telling : pieces
}

/** Of the words at least so many must be found: people write whole sentences into the search of a help centre. */
const share = 0.6

/** The questions that a keyword finds, the best first: most of its words, then those in the title, then the order given. */
export function findPages(pages: readonly HelpPage[], keyword: string): HelpPage[] {
  const readings = termsOf(keyword).map(readingOf)
  const fewest = Math.max(1, Math.ceil(readings.length * share))
  const scored = pages.map((page) => {
    const { head, body } = wordsOf(page)
    const points = readings.map(({ words, title, sound, number }) => {
      if (holds(head, title)) return 4
      if (holds(head, words) || holds(head, number)) return 3
      if (holds(body, words)) return 1
      return holds(head, sound) ? 2 : 0
    })
    return { page, found: points.filter((each) => each > 0).length, points: points.reduce<number>((a, b) => a + b, 0) }
  })
  return scored
    .filter(({ found }) => readings.length > 0 && found >= fewest)
    .toSorted((a, b) => b.found - a.found || b.points - a.points)
    .map(({ page }) => page)
}
