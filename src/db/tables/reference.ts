import { boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { AttributeInput } from '../../domain/catalogue/attributes.ts'
import type { AdPlace } from '../../domain/reference/ad-places.ts'
import { createdAt, identity, moment } from './columns.ts'

/** Category trees of services and goods, four levels at most. */
export const categories = pgTable(
  'categories',
  {
    id: identity(),
    kind: text().$type<'service' | 'product'>().notNull(),
    parentId: integer(),
    level: integer().notNull(),
    name: text().notNull(),
    /** Ids from the root down to this one, so that a branch is one index lookup. */
    path: integer().array().notNull(),
    sort: integer().notNull().default(0),
    /** Icon and illustration of the category (names in src/ui/marks). */
    mark: text().notNull().default(''),
    figure: text().notNull().default(''),
    /** Off: not offered anywhere, with everything below it. Only unused branches can be switched off. */
    isOn: boolean().notNull().default(true),
  },
  (t) => [index('categories_parent').on(t.kind, t.parentId, t.sort)],
)

/** Categories that were merged into another: forms and addresses with the former id lead to the target. */
export const categoryMerges = pgTable(
  'category_merges',
  {
    /** The former id; its row in `categories` is gone. */
    id: integer().primaryKey(),
    /** Always an existing category: when the target is merged itself, its rows follow. */
    targetId: integer()
      .notNull()
      .references(() => categories.id),
    name: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('category_merges_target').on(t.targetId)],
)

/** Attributes for listings of a category and its subcategories. */
export const categoryAttributes = pgTable(
  'category_attributes',
  {
    id: identity(),
    categoryId: integer()
      .notNull()
      .references(() => categories.id),
    /** Key in a listing's `attributes`: stable, Latin. */
    code: text().notNull(),
    name: text().notNull(),
    input: text().$type<AttributeInput>().notNull(),
    /** Dictionary of allowed values; empty = free text. */
    dictKey: text().notNull().default(''),
    unit: text().notNull().default(''),
    required: boolean().notNull().default(false),
    /** Off: no longer asked for nor shown; listings keep their values. */
    isOn: boolean().notNull().default(true),
    sort: integer().notNull().default(0),
  },
  (t) => [unique('category_attributes_one').on(t.categoryId, t.code)],
)

/** Promotions by placement, with an illustration or a picture. */
export const adSettings = pgTable(
  'ad_settings',
  {
    id: identity(),
    /** Placement: domain/reference/ad-places.ts. */
    place: text().$type<AdPlace>().notNull(),
    title: text().notNull(),
    text: text().notNull().default(''),
    /** Name of an illustration or icon, or path of an uploaded picture. */
    picture: text().notNull().default(''),
    href: text().notNull().default(''),
    /** Regional variant; empty = all. */
    area: text().notNull().default(''),
    sort: integer().notNull().default(0),
    startsAt: moment(),
    endsAt: moment(),
    isOn: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [index('ad_settings_place').on(t.place, t.sort)],
)

/** Dictionaries; values may have children. Keys are wire values, with the leading space of ORG_SERVICE_CLASS. */
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

/** Districts of China by six-digit code. */
export const districts = pgTable(
  'districts',
  {
    code: text().primaryKey(),
    parentCode: text(),
    name: text().notNull(),
    level: integer().notNull(),
    /** Region text on cards: 江苏 苏州. */
    region: text().notNull().default(''),
    /** Switched off by operators: no form offers it, names stay. */
    isOff: boolean().notNull().default(false),
  },
  (t) => [index('districts_parent').on(t.parentCode)],
)
