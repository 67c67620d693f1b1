import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AnnouncementTopic } from '../../domain/content/announcements.ts'
import type { EntryKind } from '../../domain/content/entries/entry-states.ts'
import type { LinkGroup } from '../../domain/content/friend-links.ts'
import { createdAt, editorialColumns, identity, moment } from './columns.ts'

/** A form as the contract describes it (contract/content/entry-forms.ts); parsed when it is read. */
type StoredForm = Readonly<Record<string, unknown>>

/** Announcements of the platform. The first ones come from src/content/announcements. */
export const announcements = pgTable(
  'announcements',
  {
    id: identity(),
    /** Name in its URL; null = its id is. */
    slug: text().unique(),
    title: text().notNull(),
    summary: text().notNull(),
    topic: text().$type<AnnouncementTopic>().notNull(),
    /** Days as `2026-11-21`. */
    publishedOn: text().notNull(),
    /** Day of the last change; empty = none. */
    changedOn: text().notNull().default(''),
    /** Markdown, as in the other tables of this file. */
    content: text().notNull(),
    ...editorialColumns(),
  },
  (t) => [index('announcements_new').on(t.publishedOn.desc(), t.id.desc())],
)

/** Questions of the help centre with their answers. The first ones come from src/content/help. */
export const helpQuestions = pgTable(
  'help_questions',
  {
    id: identity(),
    /** Name of the file it came from; null = written in the browser. */
    slug: text().unique(),
    /** Permanent number in its URL: category and two digits, such as 2803. */
    number: integer().notNull(),
    category: integer().notNull(),
    title: text().notNull(),
    summary: text().notNull(),
    keywords: text().array().notNull().default([]),
    /** Rank among the hot questions, from 1; null for others. */
    hot: integer(),
    /** Numbers of related questions. */
    related: integer().array().notNull().default([]),
    /** Areas that it is for: it replaces the general text of its number there. Empty = general. */
    areas: text().array().notNull().default([]),
    publishedOn: text().notNull(),
    changedOn: text().notNull(),
    content: text().notNull(),
    ...editorialColumns(),
  },
  (t) => [
    // A number has one general text; those of areas stand beside it.
    uniqueIndex('help_questions_number')
      .on(t.number)
      .where(sql`${t.areas} = '{}'`),
    index('help_questions_category').on(t.category, t.number),
  ],
)

/** Rules, guides and pages about the platform; which there are is fixed by domain/content/site-pages.ts. */
export const sitePages = pgTable('site_pages', {
  id: identity(),
  /** Folder and name of its file: `rules/trading`. */
  slug: text().notNull().unique(),
  title: text().notNull(),
  summary: text().notNull(),
  changedOn: text().notNull(),
  /** Day from which rules are in force; empty for guides. */
  effectiveOn: text().notNull().default(''),
  content: text().notNull(),
  ...editorialColumns(),
})

/** Links to public sites of authorities and standards. */
export const friendLinks = pgTable('friend_links', {
  id: identity(),
  name: text().notNull().unique(),
  url: text().notNull(),
  intro: text().notNull(),
  group: text().$type<LinkGroup>().notNull(),
  sort: integer().notNull().default(0),
  ...editorialColumns(),
})

/** Every complete version of an entry that operators saved. Append-only. */
export const entryVersions = pgTable(
  'entry_versions',
  {
    id: identity(),
    kind: text().$type<EntryKind>().notNull(),
    entryId: integer().notNull(),
    version: integer().notNull(),
    form: jsonb().$type<StoredForm>().notNull(),
    userId: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('entry_versions_one').on(t.kind, t.entryId, t.version)],
)

/** What takes effect later by itself: the publication of an entry, or a change of one that is published. */
export const entrySchedules = pgTable(
  'entry_schedules',
  {
    id: identity(),
    kind: text().$type<EntryKind>().notNull(),
    entryId: integer().notNull(),
    at: moment().notNull(),
    /** The form that replaces the published one; null = the entry is published as it stands. */
    form: jsonb().$type<StoredForm>(),
    userId: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('entry_schedules_one').on(t.kind, t.entryId), index('entry_schedules_due').on(t.at)],
)
