import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { identity } from './columns.ts'

/** Category trees of services and goods, four levels at most. */
export const categories = pgTable(
  'categories',
  {
    id: identity(),
    kind: text().$type<'service' | 'product'>().notNull(),
    parentId: integer(),
    level: integer().notNull(),
    name: text().notNull(),
    /** Ids from the root down to this one, so that a branch is one index look-up. */
    path: integer().array().notNull(),
    sort: integer().notNull().default(0),
    /** Drawn mark and figure of the category (names of src/ui/marks). */
    mark: text().notNull().default(''),
    figure: text().notNull().default(''),
  },
  (t) => [index('categories_parent').on(t.kind, t.parentId, t.sort)],
)

/** Dictionaries: a value may have children. Keys are wire values, with the leading space of ORG_SERVICE_CLASS. */
export const dictionaries = pgTable(
  'dictionaries',
  {
    id: identity(),
    dictKey: text().notNull(),
    dictCode: text().notNull(),
    dictText: text().notNull(),
    children: jsonb().$type<{ dictCode: string; dictText: string }[]>().notNull().default([]),
    sort: integer().notNull().default(0),
  },
  (t) => [unique('dictionaries_key_code').on(t.dictKey, t.dictCode)],
)

/** Districts of China by their six-digit code. */
export const districts = pgTable(
  'districts',
  {
    code: text().primaryKey(),
    parentCode: text(),
    name: text().notNull(),
    level: integer().notNull(),
  },
  (t) => [index('districts_parent').on(t.parentCode)],
)
