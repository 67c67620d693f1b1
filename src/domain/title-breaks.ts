/**
 * Inserts no-break spaces into a title: a number stays with its unit (4 周) and a short Latin code with its
 * word (SD 大鼠) when the title is wrapped at spaces.
 */
export const withNonBreakingSpaces = (title: string): string =>
  title.replace(/(?<![\w-])(\d[\d.,]{0,12}|[A-Z]{1,2}) (?=\p{Script=Han})/gu, '$1\u00a0')
