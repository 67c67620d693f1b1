import type { BodyFormat } from './entries/entry-states.ts'
import { parseRuns, type TextRun } from './rich-runs.ts'

/** A stored body: Markdown of operators, or plain paragraphs of imports and feeds. */
export interface BodyText {
  readonly format: BodyFormat
  readonly text: string
}

/** A block of a text, rendered as elements with text nodes, never as HTML, which prevents XSS. */
export type TextBlock =
  | { readonly as: 'heading'; readonly level: 2 | 3; readonly runs: readonly TextRun[] }
  | { readonly as: 'paragraph' | 'quote'; readonly runs: readonly TextRun[] }
  | { readonly as: 'list'; readonly ordered: boolean; readonly items: readonly (readonly TextRun[])[] }
  | {
      readonly as: 'table'
      readonly head: readonly (readonly TextRun[])[]
      readonly rows: readonly (readonly (readonly TextRun[])[])[]
    }
  | { readonly as: 'rule' }
  /** A picture of an own file, or of the demo, with what it shows. */
  | { readonly as: 'picture'; readonly src: string; readonly alt: string }

// Each pattern goes over a line once, whatever it holds: a long line of spaces or signs costs no more than words.
const heading = /^(#{1,6})\s+(\S.*)$/
const bullet = /^\s{0,3}[-*+]\s+(.*)$/
const numbered = /^\s{0,3}\d{1,4}[.)、]\s+(.*)$/
const quoted = /^>\s?(.*)$/
const rule = /^\s*(-{3,}|\*{3,}|_{3,})\s*$/
/** A line of its own; only files of this site are shown, so that no other site learns of the reader. */
const picture =
  /^!\[([^[\]]{0,200})\]\((\/files\/[\w-]{1,60}\/[^()\s]{1,600}|\/pictures\/help\/[\w-]{1,60}\.webp)\)\s*$/
const dividing = /^:?-+:?$/

const cellsIn = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
const cellsOf = (line: string) => cellsIn(line).map(parseRuns)

/** Words of a heading without the signs that may close it. */
function headingWords(text: string): string {
  let end = text.length
  while (end > 1 && text[end - 1] === '#') end -= 1
  return text.slice(0, end).trimEnd()
}

/** Lines from a place on that a pattern takes, as what it holds of each. */
function taken(lines: readonly string[], from: number, pattern: RegExp): string[] {
  const found: string[] = []
  for (let at = from; at < lines.length; at += 1) {
    const match = pattern.exec(lines[at] ?? '')
    if (match === null) break
    found.push(match[1] ?? '')
  }
  return found
}

const isTable = (lines: readonly string[], at: number) =>
  (lines[at] ?? '').includes('|') && cellsIn(lines[at + 1] ?? '').every((cell) => dividing.test(cell))

const begins = (lines: readonly string[], at: number) =>
  [heading, bullet, numbered, quoted, rule, picture].some((pattern) => pattern.test(lines[at] ?? '')) ||
  isTable(lines, at)

/** The block that begins at a line, and how many lines it takes. */
function blockAt(lines: readonly string[], at: number): [TextBlock, number] {
  const line = lines[at] ?? ''
  const title = heading.exec(line)
  if (title !== null) {
    return [
      { as: 'heading', level: (title[1] ?? '').length <= 2 ? 2 : 3, runs: parseRuns(headingWords(title[2] ?? '')) },
      1,
    ]
  }
  if (rule.test(line)) return [{ as: 'rule' }, 1]
  const [, alt = '', src] = picture.exec(line) ?? []
  if (src !== undefined) return [{ as: 'picture', src, alt }, 1]
  for (const [pattern, ordered] of [
    [bullet, false],
    [numbered, true],
  ] as const) {
    const items = taken(lines, at, pattern)
    if (items.length > 0) return [{ as: 'list', ordered, items: items.map(parseRuns) }, items.length]
  }
  const quote = taken(lines, at, quoted)
  if (quote.length > 0) return [{ as: 'quote', runs: parseRuns(quote.join('\n').trim()) }, quote.length]
  if (isTable(lines, at)) {
    const rows = taken(lines, at + 2, /^(.*\|.*)$/)
    return [{ as: 'table', head: cellsOf(line), rows: rows.map(cellsOf) }, rows.length + 2]
  }
  let end = at + 1
  while (end < lines.length && (lines[end] ?? '').trim() !== '' && !begins(lines, end)) end += 1
  return [{ as: 'paragraph', runs: parseRuns(lines.slice(at, end).join('\n').trim()) }, end - at]
}

/**
 * The blocks of a Markdown text: headings, paragraphs, lists, quotes, tables, pictures and rules; everything else is
 * text.
 */
export function markdownBlocks(text: string): TextBlock[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const blocks: TextBlock[] = []
  for (let at = 0; at < lines.length;) {
    if ((lines[at] ?? '').trim() === '') {
      at += 1
      continue
    }
    const [block, length] = blockAt(lines, at)
    blocks.push(block)
    at += length
  }
  return blocks
}

const plainBlocks = (text: string): TextBlock[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({ as: 'paragraph', runs: [{ text: paragraph }] }))

/** Blocks of a body, by its format. */
export const parseBlocks = ({ format, text }: BodyText): TextBlock[] =>
  format === 'markdown' ? markdownBlocks(text) : plainBlocks(text)

/** A plain text as Markdown that is drawn the same: what would be a sign is written out. */
export const toMarkdown = ({ format, text }: BodyText): string =>
  format === 'markdown'
    ? text
    : text
        .replace(/[\\*`[\]|]/g, '\\$&')
        .split('\n')
        .map((line) =>
          line
            .trimStart()
            .replace(/^([#>+_-])/, '\\$1')
            .replace(/^(\d+)([.)、])/, '$1\\$2'),
        )
        .join('\n')

/** A heading of a text, as its table of contents lists it; in the form that Astro gives those of its collections. */
export interface TextHeading {
  readonly depth: number
  /** Fragment of its URL, unique within the text. */
  readonly slug: string
  readonly text: string
}

/** Headings of a text in order, for anchors and the table of contents. */
export function headingsOf(blocks: readonly TextBlock[]): TextHeading[] {
  const counts = new Map<string, number>()
  return blocks.flatMap((block) => {
    if (block.as !== 'heading') return []
    const text = block.runs.map((run) => run.text).join('')
    const slug = text.trim().toLowerCase().replaceAll(/\s+/g, '-')
    const count = (counts.get(slug) ?? 0) + 1
    counts.set(slug, count)
    return [{ depth: block.level, slug: count === 1 ? slug : `${slug}-${count}`, text }]
  })
}

/** Ids of the own files that a text shows. */
export const pictureFileIds = (text: string): string[] =>
  markdownBlocks(text).flatMap((block) =>
    block.as === 'picture' && block.src.startsWith('/files/') ? [block.src.split('/')[2] ?? ''] : [],
  )
