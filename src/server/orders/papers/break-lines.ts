/** What must not begin a line, and what must not end one. */
const closing = /^[，。、；：！？）》」』】〕”’…—％‰℃°·,.;:!?)\]}%]+$/u
const opening = /^[（《「『【〔“‘￥¥([{]+$/u
const wide = String.raw`\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f“”‘’…—\u{20000}-\u{3134f}`
/** A blank, a wide character, or a run of others. */
const pieces = new RegExp(`\\s+|[${wide}]|[^\\s${wide}]+`, 'gu')

/**
 * Breaks a text into lines no wider than a width: anywhere between Chinese characters, between Latin words, within a
 * word only when it is longer than a line. Punctuation stays with its text. `widthOf` measures one character.
 */
export function breakLines(text: string, width: number, widthOf: (character: string) => number): string[] {
  const measure = (part: string) => [...part].reduce((sum, one) => sum + widthOf(one), 0)
  const lines: string[] = []
  let line = ''
  let taken = 0
  const end = () => {
    lines.push(line.trimEnd())
    line = ''
    taken = 0
  }
  const put = (part: string, size: number) => {
    line += part
    taken += size
  }
  for (const part of unbroken(text)) {
    const size = measure(part)
    if (taken + measure(part.trimEnd()) <= width) {
      if (line !== '' || part.trim() !== '') put(part, size)
      continue
    }
    if (line !== '') end()
    if (part.trim() === '') continue
    if (size <= width) put(part, size)
    else
      for (const one of part) {
        const own = widthOf(one)
        if (taken + own > width && line !== '') end()
        put(one, own)
      }
  }
  if (line !== '' || lines.length === 0) end()
  return lines
}

/** Parts that stay whole: words with the punctuation that belongs to them. */
function unbroken(text: string): string[] {
  const parts: string[] = []
  for (const [piece] of text.matchAll(pieces)) {
    const before = parts.at(-1)
    const joined = before !== undefined && (closing.test(piece) || opening.test(before.at(-1) ?? ''))
    if (joined && piece.trim() !== '') parts.splice(-1, 1, before + piece)
    else parts.push(piece)
  }
  return parts
}
