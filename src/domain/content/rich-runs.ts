/** A part of a text with one formatting. */
export interface TextRun {
  readonly text: string
  readonly strong?: true
  readonly code?: true
  /** Where it leads: the public net, a mail address, a phone, or an own path. */
  readonly href?: string
}

/**
 * An escaped sign, a link, bold words, or code. Words of a link end at the next bracket, so none is looked at twice.
 */
const sign = /\\([\\`*_[\]()#+\-.!|>)、])|\[([^[\]\n]+)\]\(([^()\s]+)\)|\*\*([^*\n]+)\*\*|`([^`\n]+)`/g

/** Addresses that may be led to; whatever could run or lead elsewhere by itself is text. */
const isSafe = (href: string): boolean =>
  /^\/(?![/\\])/.test(href) || /^tel:[\d+-]+$/.test(href) || /^(https?|mailto):/i.test(href)

function runOf([whole, escaped, words, href, bold, code]: RegExpExecArray): TextRun {
  if (escaped !== undefined) return { text: escaped }
  if (words !== undefined && href !== undefined) return isSafe(href) ? { text: words, href } : { text: whole ?? '' }
  if (bold !== undefined) return { text: bold, strong: true }
  return code === undefined ? { text: whole ?? '' } : { text: code, code: true }
}

const isPlain = ({ strong, code, href }: TextRun) => !strong && !code && href === undefined

/** The runs of a line or a paragraph; runs of plain text beside each other are one. */
export function parseRuns(text: string): TextRun[] {
  const runs: TextRun[] = []
  const add = (run: TextRun) => {
    const last = runs.at(-1)
    if (last !== undefined && isPlain(last) && isPlain(run)) runs[runs.length - 1] = { text: last.text + run.text }
    else if (run.text !== '') runs.push(run)
  }
  let done = 0
  for (const match of text.matchAll(sign)) {
    add({ text: text.slice(done, match.index) })
    add(runOf(match))
    done = match.index + match[0].length
  }
  add({ text: text.slice(done) })
  return runs
}
