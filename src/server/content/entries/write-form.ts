import { randomUUID } from 'node:crypto'
import { eq, and, between, inArray, max, notInArray, sql } from 'drizzle-orm'
import type { EntryForm, EntryFormOf } from '../../../contract/content/entry-forms.ts'
import type { Db } from '../../../db/open.ts'
import { govProjects } from '../../../db/tables/declarations.ts'
import { digitalApps, digitalSolutionApps as table, digitalSolutions } from '../../../db/tables/digital.ts'
import { news, parks, policies } from '../../../db/tables/drug.ts'
import { violatesUnique } from '../../../db/errors.ts'
import { announcements, friendLinks, helpQuestions, sitePages } from '../../../db/tables/site-texts.ts'
import { type EntryKind, type EntryStatus, isEntryPublished } from '../../../domain/content/entries/entry-states.ts'
import { date } from '../../../domain/time.ts'
import { saveNews, saveParks, savePolicies } from './save-rows.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'

type Form = EntryFormOf<'solution'>

/** Saves a solution with its uses; existing uses keep their ids, which are part of URLs. */
async function writeSolution(tx: Db, form: Form, to: WriteTarget): Promise<number> {
  const { kind: _kind, uses, ...rest } = form
  await lockApps(tx, uses)
  const row = { ...rest, ...to.mark }
  if (to.entryId !== null) {
    await tx.update(digitalSolutions).set(row).where(eq(digitalSolutions.id, to.entryId))
    await writeUses(tx, to.entryId, uses)
    return to.entryId
  }
  const [made] = await tx
    .insert(digitalSolutions)
    .values({ ...row, publishedAt: new Date() })
    .returning({ id: digitalSolutions.id })
  if (made === undefined) throw new Error('Nothing was written')
  await writeUses(tx, made.id, uses)
  return made.id
}

/**
 * Locks the applications, so that none is deleted before the solution is saved. Throws invalidInput for missing ones.
 */
async function lockApps(tx: Db, uses: Form['uses']): Promise<void> {
  const appIds = uses.map(({ appId }) => appId)
  const known =
    appIds.length === 0
      ? []
      : await tx.select({ id: digitalApps.id }).from(digitalApps).where(inArray(digitalApps.id, appIds)).for('share')
  const errors = appIds.flatMap((appId, at) =>
    known.some(({ id }) => id === appId) ? [] : [{ field: `form.uses.${at}.appId`, message: '应用不存在，请重新选择' }],
  )
  if (errors.length > 0) throw fieldFailed(...errors)
}

async function writeUses(tx: Db, solutionId: number, uses: Form['uses']): Promise<void> {
  const stays = uses.flatMap(({ useId }) => useId ?? [])
  const own = eq(table.solutionId, solutionId)
  await tx.delete(table).where(and(own, stays.length === 0 ? undefined : notInArray(table.id, stays)))
  for (const [sort, { useId, ...use }] of uses.entries()) {
    if (useId === null) {
      await tx.insert(table).values({ ...use, solutionId, sort })
      continue
    }
    const [updated] = await tx
      .update(table)
      .set({ ...use, sort })
      .where(and(own, eq(table.id, useId)))
      .returning({ id: table.id })
    // The use was deleted concurrently or belongs to another solution.
    if (updated === undefined) throw new CallFailed('conflict')
  }
}

/** Target row of a form, and the columns common to all kinds. */
export interface WriteTarget {
  /** Null for a new one. */
  readonly entryId: number | null
  readonly mark: {
    readonly status: EntryStatus
    readonly version: number
    readonly editedBy: number
    readonly updatedAt: Date
  }
}

/** Id of the updated or inserted row. */
function getWrittenId({ entryId }: WriteTarget, made: readonly (number | undefined)[]): number {
  const id = entryId ?? made[0]
  if (id === undefined) throw new Error('Nothing was written')
  return id
}

async function writeProject(tx: Db, form: EntryFormOf<'project'>, to: WriteTarget): Promise<number> {
  const { kind: _kind, ...rest } = form
  const row = { ...rest, ...to.mark, startsAt: new Date(form.startsAt), deadline: new Date(form.deadline) }
  if (to.entryId !== null) await tx.update(govProjects).set(row).where(eq(govProjects.id, to.entryId))
  const made = to.entryId === null ? await tx.insert(govProjects).values(row).returning({ id: govProjects.id }) : []
  return getWrittenId(to, [made[0]?.id])
}

async function writeApp(tx: Db, { appKind, ...form }: EntryFormOf<'app'>, to: WriteTarget): Promise<number> {
  const row = { ...form, ...to.mark, kind: appKind }
  if (to.entryId !== null) await tx.update(digitalApps).set(row).where(eq(digitalApps.id, to.entryId))
  const made =
    to.entryId === null
      ? await tx
          .insert(digitalApps)
          .values({ ...row, publishedAt: new Date() })
          .returning({ id: digitalApps.id })
      : []
  return getWrittenId(to, [made[0]?.id])
}

/** Import key of a row; new rows get a generated one. */
async function getImportKey(
  to: WriteTarget,
  find: (entryId: number) => PromiseLike<{ key: string }[]>,
): Promise<string> {
  const [row] = to.entryId === null ? [] : await find(to.entryId)
  return row?.key ?? `ops:${randomUUID()}`
}

async function writeNews(tx: Db, form: EntryFormOf<'news'>, to: WriteTarget): Promise<number> {
  const { kind: _kind, sample, publishedAt, ...rest } = form
  const { status, editedBy } = to.mark
  const guid = await getImportKey(to, (entryId) => tx.select({ key: news.guid }).from(news).where(eq(news.id, entryId)))
  const row = { guid, ...rest, format: 'markdown' as const, isSample: sample, publishedAt: new Date(publishedAt) }
  return getWrittenId(to, (await saveNews(tx, [{ ...row, status, editedBy }])).ids)
}

async function writePolicy(tx: Db, form: EntryFormOf<'policy'>, to: WriteTarget): Promise<number> {
  const { kind: _kind, sample, ...rest } = form
  const { status, editedBy } = to.mark
  const code = await getImportKey(to, (entryId) =>
    tx.select({ key: policies.code }).from(policies).where(eq(policies.id, entryId)),
  )
  const row = { code, ...rest, format: 'markdown' as const, isSample: sample }
  return getWrittenId(to, (await savePolicies(tx, [{ ...row, status, editedBy }])).ids)
}

async function writePark(tx: Db, form: EntryFormOf<'park'>, to: WriteTarget): Promise<number> {
  const { kind: _kind, sample, policyIds, ...rest } = form
  const { status, editedBy } = to.mark
  const code = await getImportKey(to, (entryId) =>
    tx.select({ key: parks.code }).from(parks).where(eq(parks.id, entryId)),
  )
  const row = { code, ...rest, format: 'markdown' as const, isSample: sample }
  const { ids } = await saveParks(tx, [{ ...row, status, editedBy }], new Map([[code, policyIds]]))
  return getWrittenId(to, ids)
}

async function writeAnnouncement(tx: Db, form: EntryFormOf<'announcement'>, to: WriteTarget): Promise<number> {
  const { kind: _kind, ...rest } = form
  const row = { ...rest, ...to.mark }
  if (to.entryId === null) {
    const made = await tx.insert(announcements).values(row).returning({ id: announcements.id })
    return getWrittenId(to, [made[0]?.id])
  }
  const own = eq(announcements.id, to.entryId)
  const [before] = await tx.select({ status: announcements.status }).from(announcements).where(own)
  const changed = isEntryPublished(before?.status) ? { changedOn: date(to.mark.updatedAt.toISOString()) } : {}
  await tx
    .update(announcements)
    .set({ ...row, ...changed })
    .where(own)
  return to.entryId
}

/** Questions of a category are numbered from 1 to 99 behind its id. */
const numbersPerCategory = 100

/** The next free number of a category. Writers of one category wait for each other. */
async function nextQuestionNumber(tx: Db, category: number): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('help_questions'), ${category})`)
  const first = category * numbersPerCategory
  const [row] = await tx
    .select({ last: max(helpQuestions.number) })
    .from(helpQuestions)
    .where(between(helpQuestions.number, first, first + numbersPerCategory - 1))
  const next = (row?.last ?? first) + 1
  if (next >= first + numbersPerCategory) {
    throw fieldFailed({ field: 'form.category', message: '该分类的问题已满 99 个，请先合并或改用其他分类' })
  }
  return next
}

async function writeQuestion(tx: Db, form: EntryFormOf<'question'>, to: WriteTarget): Promise<number> {
  const { kind: _kind, category, related, ...rest } = form
  const row = {
    ...rest,
    ...to.mark,
    category: Number(category),
    related: related.map(Number),
    changedOn: date(to.mark.updatedAt.toISOString()),
  }
  if (to.entryId !== null) {
    await tx.update(helpQuestions).set(row).where(eq(helpQuestions.id, to.entryId))
    return to.entryId
  }
  const number = await nextQuestionNumber(tx, row.category)
  const made = await tx
    .insert(helpQuestions)
    .values({ ...row, number, publishedOn: row.changedOn })
    .returning({ id: helpQuestions.id })
  return getWrittenId(to, [made[0]?.id])
}

async function writePage(tx: Db, form: EntryFormOf<'page'>, to: WriteTarget): Promise<number> {
  // Which pages there are is part of the site.
  if (to.entryId === null) throw new CallFailed('stepNotAllowed')
  const { kind: _kind, ...rest } = form
  const row = { ...rest, ...to.mark, changedOn: date(to.mark.updatedAt.toISOString()) }
  await tx.update(sitePages).set(row).where(eq(sitePages.id, to.entryId))
  return to.entryId
}

async function writeLink(tx: Db, form: EntryFormOf<'link'>, to: WriteTarget): Promise<number> {
  const { kind: _kind, ...rest } = form
  const row = { ...rest, ...to.mark }
  try {
    if (to.entryId !== null) await tx.update(friendLinks).set(row).where(eq(friendLinks.id, to.entryId))
    const made = to.entryId === null ? await tx.insert(friendLinks).values(row).returning({ id: friendLinks.id }) : []
    return getWrittenId(to, [made[0]?.id])
  } catch (thrown) {
    if (!violatesUnique(thrown, 'friend_links_name_unique')) throw thrown
    throw fieldFailed({ field: 'form.name', message: '已有同名的链接' })
  }
}

/** Saves a form and returns the id of its row. */
export function writeForm(tx: Db, form: EntryForm, to: WriteTarget): Promise<number> {
  switch (form.kind) {
    case 'project':
      return writeProject(tx, form, to)
    case 'app':
      return writeApp(tx, form, to)
    case 'solution':
      return writeSolution(tx, form, to)
    case 'news':
      return writeNews(tx, form, to)
    case 'policy':
      return writePolicy(tx, form, to)
    case 'park':
      return writePark(tx, form, to)
    case 'announcement':
      return writeAnnouncement(tx, form, to)
    case 'question':
      return writeQuestion(tx, form, to)
    case 'page':
      return writePage(tx, form, to)
    case 'link':
      return writeLink(tx, form, to)
  }
}

/** Sets the date used by the sort order "newest" when an entry of the digital store is published for the first time. */
export async function setPublicationDate(tx: Db, kind: EntryKind, entryId: number): Promise<void> {
  const now = { publishedAt: new Date() }
  if (kind === 'app') await tx.update(digitalApps).set(now).where(eq(digitalApps.id, entryId))
  if (kind === 'solution') await tx.update(digitalSolutions).set(now).where(eq(digitalSolutions.id, entryId))
}
