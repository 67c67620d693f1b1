import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { govProjects } from '../../../db/tables/declarations.ts'
import { digitalApps, digitalSolutions } from '../../../db/tables/digital.ts'
import { news, parks, policies } from '../../../db/tables/drug.ts'
import { announcements, friendLinks, helpQuestions, sitePages } from '../../../db/tables/site-texts.ts'
import type { EntryKind } from '../../../domain/content/entries/entry-states.ts'
import { sitePageHref } from '../../../domain/content/site-pages.ts'
import { links } from '../../../domain/links.ts'
import { announcementKey } from '../site-texts/site-texts.ts'

/** A content table edited by operators. */
export interface EntryTable {
  readonly table: PgTable & {
    readonly id: PgColumn
    readonly status: PgColumn
    readonly version: PgColumn
    readonly editedBy: PgColumn
    readonly updatedAt: PgColumn
  }
  readonly title: PgColumn
  /** Distinguishes entries with the same name. */
  readonly note: PgColumn
  /** What its public URL names it by. */
  readonly key: PgColumn | SQL<string>
  /** Path of its public page by its key; empty = it has none of its own. */
  readonly page: (key: string) => string
  /** Cache tags of the public pages that show it. */
  readonly tags: readonly string[]
}

export const entryTables: Readonly<Record<EntryKind, EntryTable>> = {
  project: {
    table: govProjects,
    title: govProjects.title,
    note: govProjects.authority,
    key: govProjects.id,
    page: () => '',
    tags: [],
  },
  app: {
    table: digitalApps,
    title: digitalApps.name,
    note: digitalApps.vendor,
    key: digitalApps.id,
    page: links.digitalApp,
    tags: ['digital'],
  },
  solution: {
    table: digitalSolutions,
    title: digitalSolutions.title,
    note: digitalSolutions.audience,
    key: digitalSolutions.id,
    page: links.digitalSolution,
    tags: ['digital'],
  },
  news: { table: news, title: news.title, note: news.sourceName, key: news.id, page: links.newsPiece, tags: ['news'] },
  policy: {
    table: policies,
    title: policies.title,
    note: policies.issuer,
    key: policies.id,
    page: links.policy,
    tags: ['policies', 'parks'],
  },
  park: {
    table: parks,
    title: parks.name,
    note: parks.address,
    key: parks.id,
    page: links.park,
    tags: ['parks', 'policies'],
  },
  announcement: {
    table: announcements,
    title: announcements.title,
    note: announcements.topic,
    key: announcementKey,
    page: links.announcement,
    tags: ['about'],
  },
  question: {
    table: helpQuestions,
    title: helpQuestions.title,
    note: helpQuestions.summary,
    key: helpQuestions.number,
    page: links.helpArticle,
    tags: ['help'],
  },
  page: {
    table: sitePages,
    title: sitePages.title,
    note: sitePages.summary,
    key: sitePages.slug,
    page: (slug) => sitePageHref(slug) ?? '',
    tags: ['about', 'help', 'agreements'],
  },
  link: {
    table: friendLinks,
    title: friendLinks.name,
    note: friendLinks.url,
    key: friendLinks.id,
    page: () => links.intro(),
    tags: ['about'],
  },
}
