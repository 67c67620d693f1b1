import { and, gte, lt, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

const dayMs = 86_400_000
/** First moment of a day in Shanghai. */
const dayStart = (date: string) => new Date(`${date}T00:00:00+08:00`)

/** From the first to the last day in Shanghai, both included; a missing bound is open. */
export const withinDays = (column: PgColumn, from: string | undefined, until: string | undefined): SQL | undefined =>
  and(
    from === undefined ? undefined : gte(column, dayStart(from)),
    until === undefined ? undefined : lt(column, new Date(dayStart(until).getTime() + dayMs)),
  )
