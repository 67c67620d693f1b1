import { and, asc, gte, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { descending } from './descending.ts'

const startOfDayInShanghai = (day: string) => sql`(${day}::date)::timestamp at time zone 'Asia/Shanghai'`

/** Rows whose moment is between two days in Shanghai time, both inclusive. */
export const daysBetween = (moment: SQLWrapper, from: string | undefined, until: string | undefined): SQL | undefined =>
  and(
    from === undefined ? undefined : sql`${moment} >= ${startOfDayInShanghai(from)}`,
    until === undefined ? undefined : sql`${moment} < ${startOfDayInShanghai(until)} + interval '1 day'`,
  )

/** Rows whose amount in fen is between two bounds, both inclusive. */
export const amountBetween = (amount: PgColumn, low: number | undefined, high: number | undefined): SQL | undefined =>
  and(low === undefined ? undefined : gte(amount, low), high === undefined ? undefined : lte(amount, high))

/** Sort order of a list by a column, or its own one; `tie` makes pages stable. Missing values come last. */
export const sortedBy = <Key extends string>(
  columns: Readonly<Record<Key, SQLWrapper>>,
  { sortBy, sortDown }: { readonly sortBy?: Key | undefined; readonly sortDown: boolean },
  byDefault: readonly SQL[],
  tie: SQL,
): SQL[] =>
  sortBy === undefined ? [...byDefault] : [sortDown ? descending(columns[sortBy]) : asc(columns[sortBy]), tie]
