import { and, count, eq, ilike, or, sql, desc } from 'drizzle-orm'
import type { entriesCalls } from '../../../contract/content/entries.ts'
import { users } from '../../../db/tables/accounts.ts'
import { declarations, govProjects } from '../../../db/tables/declarations.ts'
import type { EntryStatus } from '../../../domain/content/entries/entry-states.ts'
import type { Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { entryTables } from './entry-tables.ts'
import { hasDraftInput, getDraftInput } from './draft-input.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { descending } from '../../platform/queries/descending.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { readForm } from './read-form.ts'

/** Number of submitted declarations of a project. */
const declarationCount = sql<number>`(select count(*)::int from ${declarations}
  where ${declarations.projectId} = ${govProjects.id} and ${declarations.submittedAt} is not null)`
const toIso = (text: string | null) => (text === null ? null : new Date(text).toISOString())

export const entries: Handler<typeof entriesCalls.entries> = async (input, { db }) => {
  const { kind, status, keyword, current, pageSize } = input
  const { table, title, note } = entryTables[kind]
  const part = likePattern(keyword)
  const found = keyword === '' ? undefined : or(ilike(title, part), ilike(note, part))
  const isProject = kind === 'project'
  const counted = await db
    .select({ status: sql<EntryStatus>`${table.status}`, count: count() })
    .from(table)
    .where(found)
    .groupBy(table.status)
  const rows = await db
    .select({
      entryId: sql<number>`${table.id}`,
      title: sql<string>`${title}`,
      note: sql<string>`${note}`,
      status: sql<EntryStatus>`${table.status}`,
      version: sql<number>`${table.version}`,
      byHand: sql<boolean>`${table.editedBy} is not null`,
      editorName: sql<string>`coalesce(nullif(${users.realName}, ''), ${users.loginName}, '')`,
      updatedAt: sql<string>`${table.updatedAt}`,
      startsAt: isProject ? sql<string | null>`${govProjects.startsAt}` : sql<null>`null`,
      deadline: isProject ? sql<string | null>`${govProjects.deadline}` : sql<null>`null`,
      unfinished: hasDraftInput(kind, table.id),
      declarations: isProject ? declarationCount : sql<number>`0`,
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
      // An incomplete draft has placeholder dates.
      startsAt: row.unfinished ? null : toIso(row.startsAt),
      deadline: row.unfinished ? null : toIso(row.deadline),
    })),
  }
}

/** Maximum of history steps returned. */
const maxSteps = 50

export const entry: Handler<typeof entriesCalls.entry> = async ({ kind, entryId }, { db }) => {
  const { table } = entryTables[kind]
  const [row] = await db
    .select({ status: sql<EntryStatus>`${table.status}`, version: sql<number>`${table.version}` })
    .from(table)
    .where(eq(table.id, entryId))
  if (row === undefined) throw new CallFailed('notFound')
  const steps = await db
    .select({ step: stateChanges, realName: users.realName, loginName: users.loginName })
    .from(stateChanges)
    .leftJoin(users, eq(users.id, stateChanges.userId))
    .where(and(eq(stateChanges.entity, `entry.${kind}`), eq(stateChanges.entityId, entryId)))
    .orderBy(desc(stateChanges.id))
    .limit(maxSteps)
  return {
    entryId,
    ...row,
    form: await readForm(db, kind, entryId),
    typed: await getDraftInput(db, kind, entryId),
    history: steps.map(({ step, realName, loginName }) => ({
      event: step.event,
      text: step.reason,
      by: personName({ realName, loginName }) || '系统',
      at: step.createdAt.toISOString(),
    })),
  }
}
