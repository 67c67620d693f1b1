import { and, ilike, or, type Column, type SQL } from 'drizzle-orm'

/** LIKE pattern for texts that contain `text`; its wildcards are escaped. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

/** Words beyond these are not required. */
const maxWords = 8

/** Condition that each word of a keyword stands in one of the columns; undefined without a keyword. */
export const containsWords = (columns: readonly Column[], keyword: string): SQL | undefined =>
  and(
    ...keyword
      .split(/\s+/u)
      .filter((word) => word !== '')
      .slice(0, maxWords)
      .map((word) => or(...columns.map((column) => ilike(column, likePattern(word))))),
  )
