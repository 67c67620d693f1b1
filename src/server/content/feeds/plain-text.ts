const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ldquo: '“', rdquo: '”', lsquo: '‘', rsquo: '’' },
  ...{ mdash: '—', ndash: '–', hellip: '…', middot: '·', bull: '•', times: '×', deg: '°', plusmn: '±', copy: '©' },
}

function signOf(code: number): string {
  const isSign = Number.isInteger(code) && code >= 32 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isSign ? String.fromCodePoint(code) : ''
}

const decoded = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (name.startsWith('#x') || name.startsWith('#X')) return signOf(Number.parseInt(name.slice(2), 16))
    if (name.startsWith('#')) return signOf(Number(name.slice(1)))
    return named[name.toLowerCase()] ?? whole
  })

/** Control characters, and those that turn the direction of what follows. */
// oxlint-disable-next-line no-control-regex -- these very characters are taken away
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * HTML as plain text, paragraphs divided by an empty line. Nothing of its markup is kept, so nothing of it can run;
 * what is left is text and is drawn as text.
 */
export const plainText = (html: string): string =>
  decoded(
    html
      .replace(/<!--[\s\S]*?(-->|$)/g, '')
      .replace(/<(script|style|iframe|object|noscript|template|svg|head)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
      .replace(/<br\s*\/?>/gi, '\n')
      .replace(/<\/?(p|div|section|article|h[1-6]|ul|ol|li|table|tr|blockquote|figure|pre)\b[^>]*(>|$)/gi, '\n\n')
      .replace(/<\/?[a-z!?][^>]*(>|$)/gi, ''),
  )
    .replace(unseen, '')
    .toWellFormed()
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) =>
      paragraph
        .replace(/[^\S\n]+/g, ' ')
        .replace(/ ?\n ?/g, '\n')
        .trim(),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
