/** Backslash, space or a control character: browsers read `/\host` as another host and drop tabs and line breaks. */
function unsafe(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return character === '\\' || code <= 0x20 || (code >= 0x7f && code <= 0x9f)
}

/**
 * A path of this site, for redirects after login: `/x`, `/x?y=1#z`. Undefined for anything a browser could take
 * for another origin: schemes, `//host`, backslashes, control characters, and paths that normalise to `//host`.
 */
export function ownPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || value.startsWith('//') || value.length > 2000) return
  if ([...value].some(unsafe)) return
  const here = 'http://own.invalid'
  if (!URL.canParse(value, here)) return
  const url = new URL(value, here)
  return url.origin === here && !url.pathname.startsWith('//') ? value : undefined
}
