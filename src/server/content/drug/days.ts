import { gte, lt, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

const dayMs = 86_400_000
const startOf = (day: string) => new Date(`${day}T00:00:00+08:00`)

/** Moments from the first day to the last, both included, as days of Shanghai. */
export const between = (column: PgColumn, first: string | undefined, last: string | undefined): SQL[] => [
  ...(first === undefined ? [] : [gte(column, startOf(first))]),
  ...(last === undefined ? [] : [lt(column, new Date(startOf(last).getTime() + dayMs))]),
]
