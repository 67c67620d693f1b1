import { and, count, desc, eq, ilike, or, sql } from 'drizzle-orm'
import type { entriesCalls } from '../../../contract/content/entries.ts'
import { entryForm } from '../../../contract/content/entry-forms.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { declarations, govProjects } from '../../../db/tables/declarations.ts'
import { digitalSolutionApps as uses } from '../../../db/tables/digital.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { entrySchedules, entryVersions } from '../../../db/tables/site-texts.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import {
  type EntryKind,
  type EntryStatus,
  entryStepLabels,
  entryTransitions,
  isEntryDraft,
  isFixedKind,
} from '../../../domain/content/entries/entry-states.ts'
import { projectPhaseAt } from '../../../domain/projects/government-projects.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { descending } from '../../platform/queries/descending.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { deleteDraftInput, getDraftInput, hasDraftInput } from './draft-input.ts'
import { entryTables } from './entry-tables.ts'
import { lockEntry, recordEntry } from './lock-entry.ts'
import { readForm } from './read-form.ts'
import { assertNotScheduled, deleteSchedule } from './schedules.ts'
import { setPublicationDate } from './write-form.ts'

/** Number of submitted declarations of a project. */
const declarationCount = sql<number>`(select count(*)::int from ${declarations}
  where ${declarations.projectId} = ${govProjects.id} and ${declarations.submittedAt} is not null)`
const toIso = (text: string | null) => (text === null ? null : new Date(text).toISOString())

export const entries: Handler<typeof entriesCalls.entries> = async (input, { db }) => {
  const { kind, status, keyword, current, pageSize } = input
  const { table, title, note, key, page } = entryTables[kind]
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
      key: sql<string>`${key}::text`,
      scheduledAt: entrySchedules.at,
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
    .leftJoin(entrySchedules, and(eq(entrySchedules.kind, kind), eq(entrySchedules.entryId, table.id)))
    .where(and(found, status === undefined ? undefined : eq(table.status, status)))
    .orderBy(descending(table.updatedAt), descending(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    ...countsOf(counted, status),
    data: rows.map(({ key: name, scheduledAt, ...row }) => ({
      ...row,
      page: page(name),
      scheduledAt: scheduledAt?.toISOString() ?? null,
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
  const { table, key, page } = entryTables[kind]
  const [found] = await db
    .select({
      status: sql<EntryStatus>`${table.status}`,
      version: sql<number>`${table.version}`,
      name: sql<string>`${key}::text`,
    })
    .from(table)
    .where(eq(table.id, entryId))
  if (found === undefined) throw new CallFailed('notFound')
  const { name, ...row } = found
  const steps = await db
    .select({ step: stateChanges, realName: users.realName, loginName: users.loginName })
    .from(stateChanges)
    .leftJoin(users, eq(users.id, stateChanges.userId))
    .where(and(eq(stateChanges.entity, `entry.${kind}`), eq(stateChanges.entityId, entryId)))
    .orderBy(desc(stateChanges.id))
    .limit(maxSteps)
  const [scheduled] = await db
    .select({ schedule: entrySchedules, realName: users.realName, loginName: users.loginName })
    .from(entrySchedules)
    .leftJoin(users, eq(users.id, entrySchedules.userId))
    .where(and(eq(entrySchedules.kind, kind), eq(entrySchedules.entryId, entryId)))
  const saved = await db
    .select({
      version: entryVersions.version,
      at: entryVersions.createdAt,
      realName: users.realName,
      loginName: users.loginName,
    })
    .from(entryVersions)
    .leftJoin(users, eq(users.id, entryVersions.userId))
    .where(and(eq(entryVersions.kind, kind), eq(entryVersions.entryId, entryId)))
    .orderBy(desc(entryVersions.version))
    .limit(maxSteps)
  return {
    entryId,
    ...row,
    page: page(name),
    schedule:
      scheduled === undefined
        ? null
        : {
            at: scheduled.schedule.at.toISOString(),
            by: personName(scheduled),
            form: scheduled.schedule.form === null ? null : entryForm.parse(scheduled.schedule.form),
          },
    versions: saved.map(({ version, at, realName, loginName }) => ({
      version,
      at: at.toISOString(),
      by: personName({ realName, loginName }),
    })),
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

export const entryStep: Handler<typeof entriesCalls.entryStep> = (input, { caller, db, pages, after, note }) => {
  const { kind, entryId, event } = input
  const { table, tags } = entryTables[kind]
  return db.transaction(async (tx) => {
    const before = await lockEntry(tx, kind, entryId, input.version)
    await assertNotScheduled(tx, kind, entryId)
    const to = nextState(entryTransitions, before.status, event, 'operator')
    if (to === undefined || isFixedKind(kind)) throw new CallFailed('stepNotAllowed')
    if ((await getDraftInput(tx, kind, entryId)) !== null) throw new CallFailed('entryUnfinished')
    const version = before.version + 1
    if (event === 'close') await closeCall(tx, kind, entryId)
    const mark = { status: to, version, editedBy: caller.userId, updatedAt: new Date() }
    await tx.update(table).set(mark).where(eq(table.id, entryId))
    if (isEntryDraft(before.status)) await setPublicationDate(tx, kind, entryId)
    await recordEntry(tx, { kind, entryId, event, from: before.status, to, userId: caller.userId })
    note(`编号 ${entryId}，${entryStepLabels[event] ?? event}`)
    after(() => pages.invalidate(tags))
    return { entryId, status: to, version, scheduledAt: null }
  })
}

/** Ends an open call for projects early. Throws stepNotAllowed for others. */
async function closeCall(tx: Db, kind: string, entryId: number): Promise<void> {
  const [project] = kind === 'project' ? await tx.select().from(govProjects).where(eq(govProjects.id, entryId)) : []
  const now = new Date()
  if (project === undefined || projectPhaseAt(project, now) !== 'open') throw new CallFailed('stepNotAllowed')
  await tx.update(govProjects).set({ deadline: now }).where(eq(govProjects.id, entryId))
}

/** Deletes the uses of a solution. Throws entryUsed for an application used by a solution. */
async function deleteUses(tx: Db, kind: EntryKind, entryId: number): Promise<void> {
  if (kind === 'solution') await tx.delete(uses).where(eq(uses.solutionId, entryId))
  if (kind !== 'app') return
  const [used] = await tx.select({ id: uses.id }).from(uses).where(eq(uses.appId, entryId)).limit(1)
  if (used !== undefined) throw new CallFailed('entryUsed')
}

export const entryDelete: Handler<typeof entriesCalls.entryDelete> = ({ kind, entryId, version }, { db, note }) => {
  const { table } = entryTables[kind]
  return db.transaction(async (tx) => {
    const { status } = await lockEntry(tx, kind, entryId, version)
    // Published entries may be linked from outside and can only be withdrawn.
    if (!isEntryDraft(status) || isFixedKind(kind)) throw new CallFailed('stepNotAllowed')
    await deleteUses(tx, kind, entryId)
    await deleteDraftInput(tx, kind, entryId)
    await deleteSchedule(tx, kind, entryId)
    await tx.delete(table).where(eq(table.id, entryId))
    note(`编号 ${entryId}`)
    return {}
  })
}

export const entryVersion: Handler<typeof entriesCalls.entryVersion> = async ({ kind, entryId, version }, { db }) => {
  const [row] = await db
    .select({ form: entryVersions.form })
    .from(entryVersions)
    .where(and(eq(entryVersions.kind, kind), eq(entryVersions.entryId, entryId), eq(entryVersions.version, version)))
  if (row === undefined) throw new CallFailed('notFound')
  return { form: entryForm.parse(row.form) }
}

export const entryUnschedule: Handler<typeof entriesCalls.entryUnschedule> = (input, { caller, db, note }) => {
  const { kind, entryId } = input
  return db.transaction(async (tx) => {
    if (!(await deleteSchedule(tx, kind, entryId))) throw new CallFailed('notFound')
    const { table } = entryTables[kind]
    const [row] = await tx
      .select({ status: sql<EntryStatus>`${table.status}` })
      .from(table)
      .where(eq(table.id, entryId))
    const status = row?.status ?? 'draft'
    await recordEntry(tx, { kind, entryId, event: 'unschedule', from: status, to: status, userId: caller.userId })
    note(`编号 ${entryId}`)
    return {}
  })
}
