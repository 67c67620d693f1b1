import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { govProjects } from '../../../db/tables/declarations.ts'
import { digitalApps, digitalSolutions } from '../../../db/tables/digital.ts'
import { news, parks, policies } from '../../../db/tables/drug.ts'
import type { EntryKind } from '../../../domain/content/entries/entry-states.ts'

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
  /** Cache tags of the public pages that show it. */
  readonly tags: readonly string[]
}

export const entryTables: Readonly<Record<EntryKind, EntryTable>> = {
  project: { table: govProjects, title: govProjects.title, note: govProjects.authority, tags: [] },
  app: { table: digitalApps, title: digitalApps.name, note: digitalApps.vendor, tags: ['digital'] },
  solution: {
    table: digitalSolutions,
    title: digitalSolutions.title,
    note: digitalSolutions.audience,
    tags: ['digital'],
  },
  news: { table: news, title: news.title, note: news.sourceName, tags: ['news'] },
  policy: { table: policies, title: policies.title, note: policies.issuer, tags: ['policies', 'parks'] },
  park: { table: parks, title: parks.name, note: parks.address, tags: ['parks', 'policies'] },
}
