/** Amounts with a unit, and sizes, in plain text: half-width, lower-case, simplified. Group 1 is the number, 2 the unit. */

/** The size of a column or a plate: 250×4.6 mm. Groups are its two sides. */
export const sizePattern = /(?<![a-z0-9.])(\d+(?:\.\d+)?)\s*(?:mm)?\s*[x×*]\s*(\d+(?:\.\d+)?)(?:\s*mm)?(?![a-z0-9])/
export const unitPattern =
  /(?<![a-z0-9.])(\d+(?:\.\d+)?)\s*(kg|mg|ug|μg|µg|ng|g|ml|μl|ul|l|升|公斤|千克|毫克|克|毫升|mm|cm|um|μm|nm|周|天|个月|孔|位)(?![a-z])/
/** A measure in Chinese numerals at the start of a run: 六孔板, 三个月; but not 单一天然产物, 一周期, 三升级. */
export const chineseUnitPattern =
  /(?<!\p{Script=Han})([一二两三四五六七八九十]{1,3})(公斤|千克|毫克|毫升|升(?![级温华降])|周(?![期边围转年])|天(?![然平])|个月|孔|位(?![点置]))/u

const measure = new RegExp(
  [sizePattern, unitPattern, chineseUnitPattern].map(({ source }) => `(?:${source})`).join('|'),
  'giu',
)
/** A time and a number of places are no size; 六孔板 is one thing. */
const noSize = /(?:周|天|个月|位|孔)$/u

/** The sizes and amounts of a substance in a text, as they are written. */
export const sizesIn = (text: string): readonly string[] =>
  [...text.matchAll(measure)].map(([written]) => written.trim()).filter((written) => !noSize.test(written))
