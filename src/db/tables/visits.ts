import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { ReferrerKind } from '../../domain/operations/visits.ts'

/** Views of pages, counted by day. Nothing of a person: neither address nor id, nor what was searched for. */
export const pageViews = pgTable(
  'page_views',
  {
    /** Day in Shanghai. */
    day: date({ mode: 'string' }).notNull(),
    /** Regional variant of the build that was seen. */
    area: text().notNull(),
    /** Path of domain/routes.ts, without its query. */
    path: text().notNull(),
    referrer: text().$type<ReferrerKind>().notNull(),
    views: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.area, t.path, t.referrer] })],
)
