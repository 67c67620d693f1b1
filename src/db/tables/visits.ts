import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { ReferrerKind } from '../../domain/operations/page-views.ts'

/** Page views, counted by day. No personal data: neither address, id nor search query. */
export const pageViews = pgTable(
  'page_views',
  {
    /** Day in Shanghai. */
    day: date({ mode: 'string' }).notNull(),
    /** Regional variant of the viewed build. */
    area: text().notNull(),
    /** Path of domain/routes.ts, without query. */
    path: text().notNull(),
    referrer: text().$type<ReferrerKind>().notNull(),
    views: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.area, t.path, t.referrer] })],
)
