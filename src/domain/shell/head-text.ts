/** Full-width characters, which count as two Latin ones. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u
const widthOf = (sign: string) => (wide.test(sign) ? 2 : 1)

/** Cuts a text to `max` Chinese characters or twice as many Latin ones; a cut text ends in `…`. */
export function cutHeadText(text: string, max: number): string {
  const signs = [...text.replaceAll(/\s+/gu, ' ').trim()]
  const width = signs.reduce((sum, sign) => sum + widthOf(sign), 0)
  if (width <= max * 2) return signs.join('')
  let room = max * 2 - 2
  const end = signs.findIndex((sign) => (room -= widthOf(sign)) < 0)
  return `${signs.slice(0, end).join('').trimEnd()}…`
}

/** Maximum title length that search engines show, without the site's name. */
export const titleMax = 30
/** Maximum description length for search engines. */
export const descriptionMax = 80
/** Minimum: a text of fewer characters says nothing in a list of results. */
const descriptionMin = 10

/** Description of a page: a text that is too short follows the title, and without one it is that of the site. */
export function headDescription(text: string | undefined, title: string | undefined, ofSite: string): string {
  const own = text?.trim() ?? ''
  if (own === '') return ofSite
  return [...own].length >= descriptionMin || title === undefined ? own : `${title}：${own}`
}
