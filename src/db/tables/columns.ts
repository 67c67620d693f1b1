import { bigint, integer, timestamp } from 'drizzle-orm/pg-core'

/** Identity: a positive integer made by the database. */
export const identity = () => integer().primaryKey().generatedByDefaultAsIdentity()
/** Money in fen. */
export const fen = () => bigint({ mode: 'number' })
/** Moment with zone. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })
export const createdAt = () => moment().notNull().defaultNow()
