/**
 * A title as it may be broken into lines: a number stays with the unit behind it (4 周) and a short Latin sign with its
 * word (SD 大鼠), where titles break at spaces only.
 */
export const keptTogether = (title: string): string =>
  title.replace(/(?<![\w-])(\d[\d.,]{0,12}|[A-Z]{1,2}) (?=\p{Script=Han})/gu, '$1\u00a0')
