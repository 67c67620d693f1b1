/** Chinese characters and the like are as wide as two Latin ones. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u
const widthOf = (sign: string) => (wide.test(sign) ? 2 : 1)

/** A text of at most `most` Chinese characters or twice as many Latin ones; what is cut ends in `…`. */
export function headText(text: string, most: number): string {
  const signs = [...text.replaceAll(/\s+/gu, ' ').trim()]
  const width = signs.reduce((sum, sign) => sum + widthOf(sign), 0)
  if (width <= most * 2) return signs.join('')
  let room = most * 2 - 2
  const end = signs.findIndex((sign) => (room -= widthOf(sign)) < 0)
  return `${signs.slice(0, end).join('').trimEnd()}…`
}

/** Longest title that search engines show whole, without the site's name. */
export const titleMax = 30
/** Longest summary for search engines. */
export const descriptionMax = 80
