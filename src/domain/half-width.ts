/**
 * What is typed into fields of identifiers, numbers and codes, as it is meant: an input method's full-width letters,
 * digits and signs become half-width ones (Unicode NFKC), and the blanks around them go. Never for free text, where
 * full-width punctuation is proper Chinese, and never for passwords.
 */
export const halfWidth = (typed: string): string => typed.normalize('NFKC').trim()

/**
 * Search words as they are meant: full-width letters, digits, blanks and the signs of numbers become half-width ones.
 * Chinese punctuation stays, since titles are found by their own （） and ：.
 */
export const halfWidthWords = (typed: string): string =>
  typed
    .replace(/[０-９Ａ-Ｚａ-ｚ－．／＋]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
    .trim()

/** A whole number as people type it, of nine digits at most; null for anything else. */
export function wholeOf(typed: string): number | null {
  const text = halfWidth(typed)
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}
