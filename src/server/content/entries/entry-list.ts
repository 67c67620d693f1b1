import { and, count, eq, ilike, or, sql } from 'drizzle-orm'
import type { entriesCalls } from '../../../contract/content/entries.ts'
import { users } from '../../../db/tables/accounts.ts'
import { declarations, govProjects } from '../../../db/tables/declarations.ts'
import type { EntryStatus } from '../../../domain/content/entries/entry-states.ts'
import type { Handler } from '../../handler.ts'
import { countsOf, descending } from '../../operations/public.ts'
import { anywhere } from '../../search/anywhere.ts'
import { entryTables } from './entry-tables.ts'
import { isUnfinished } from './unfinished.ts'

/** Declarations of a call that were handed in. */
const handedIn = sql<number>`(select count(*)::int from ${declarations}
  where ${declarations.projectId} = ${govProjects.id} and ${declarations.submittedAt} is not null)`
const time = (text: string | null) => (text === null ? null : new Date(text).toISOString())

export const entries: Handler<typeof entriesCalls.entries> = async (input, { db }) => {
  const { kind, status, keyword, current, pageSize } = input
  const { table, title, note } = entryTables[kind]
  const part = anywhere(keyword)
  const found = keyword === '' ? undefined : or(ilike(title, part), ilike(note, part))
  const isProject = kind === 'project'
  const counted = await db
    .select({ status: sql<EntryStatus>`${table.status}`, count: count() })
    .from(table)
    .where(found)
    .groupBy(table.status)
  const rows = await db
    .select({
      ...{ entryId: sql<number>`${table.id}`, title: sql<string>`${title}`, note: sql<string>`${note}` },
      ...{ status: sql<EntryStatus>`${table.status}`, version: sql<number>`${table.version}` },
      byHand: sql<boolean>`${table.editedBy} is not null`,
      editorName: sql<string>`coalesce(nullif(${users.realName}, ''), ${users.loginName}, '')`,
      updatedAt: sql<string>`${table.updatedAt}`,
      startsAt: isProject ? sql<string | null>`${govProjects.startsAt}` : sql<null>`null`,
      deadline: isProject ? sql<string | null>`${govProjects.deadline}` : sql<null>`null`,
      unfinished: isUnfinished(kind, table.id),
      declarations: isProject ? handedIn : sql<number>`0`,
    })
    .from(table)
    .leftJoin(users, eq(users.id, table.editedBy))
    .where(and(found, status === undefined ? undefined : eq(table.status, status)))
    .orderBy(descending(table.updatedAt), descending(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    ...countsOf(counted, status),
    data: rows.map((row) => ({
      ...row,
      updatedAt: new Date(row.updatedAt).toISOString(),
      // Nobody has typed the days of a draft that is not whole.
      startsAt: row.unfinished ? null : time(row.startsAt),
      deadline: row.unfinished ? null : time(row.deadline),
    })),
  }
}
