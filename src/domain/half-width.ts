/**
 * Normalizes input of identifiers, numbers and codes: full-width letters,
 * digits and signs become half-width ones (Unicode NFKC), and the text is trimmed. Not for free text, where
 * full-width punctuation is correct Chinese, and not for passwords.
 */
export const toHalfWidth = (typed: string): string => typed.normalize('NFKC').trim()

/**
 * Normalizes search input: full-width letters, digits, spaces and the signs of numbers become half-width ones.
 * Chinese punctuation stays, since titles contain （） and ：.
 */
export const toHalfWidthKeyword = (typed: string): string =>
  typed
    .replace(/[０-９Ａ-Ｚａ-ｚ－．／＋]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
    .trim()

/** Parses a typed whole number of at most nine digits; null for anything else. */
export function parseWholeNumber(typed: string): number | null {
  const text = toHalfWidth(typed)
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}
