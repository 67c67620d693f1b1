/** Keyword of a URL: control characters, which the calls refuse, become blanks; at most `max` characters. */
export const keywordOfUrl = (value: string | null, max: number): string =>
  // oxlint-disable-next-line no-control-regex -- these very characters are taken away
  [...(value ?? '').replace(/[\u0000-\u001f]/g, ' ').trim()].slice(0, max).join('')
