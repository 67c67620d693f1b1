import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { EntryForm, EntryFormOf } from '../../../contract/content/entry-forms.ts'
import type { Db } from '../../../db/open.ts'
import { govProjects } from '../../../db/tables/declarations.ts'
import { digitalApps } from '../../../db/tables/digital.ts'
import { news, parks, policies } from '../../../db/tables/drug.ts'
import type { EntryStatus } from '../../../domain/content/entries/entry-states.ts'
import { saveNews, saveParks, savePolicies } from './save-rows.ts'
import { writeSolution } from './write-solution.ts'

/** What a form is written over, and what every row gets with it. */
export interface Writing {
  /** Null for a new one. */
  readonly entryId: number | null
  readonly mark: {
    readonly status: EntryStatus
    readonly version: number
    readonly editedBy: number
    readonly updatedAt: Date
  }
}

/** The row that was written: the one that was changed, or the one that was made. */
function idOf({ entryId }: Writing, made: readonly (number | undefined)[]): number {
  const id = entryId ?? made[0]
  if (id === undefined) throw new Error('Nothing was written')
  return id
}

async function writeProject(tx: Db, form: EntryFormOf<'project'>, to: Writing): Promise<number> {
  const { kind: _kind, ...rest } = form
  const row = { ...rest, ...to.mark, startsAt: new Date(form.startsAt), deadline: new Date(form.deadline) }
  if (to.entryId !== null) await tx.update(govProjects).set(row).where(eq(govProjects.id, to.entryId))
  const made = to.entryId === null ? await tx.insert(govProjects).values(row).returning({ id: govProjects.id }) : []
  return idOf(to, [made[0]?.id])
}

async function writeApp(tx: Db, { appKind, ...form }: EntryFormOf<'app'>, to: Writing): Promise<number> {
  const row = { ...form, ...to.mark, kind: appKind }
  if (to.entryId !== null) await tx.update(digitalApps).set(row).where(eq(digitalApps.id, to.entryId))
  const made =
    to.entryId === null
      ? await tx
          .insert(digitalApps)
          .values({ ...row, publishedAt: new Date() })
          .returning({ id: digitalApps.id })
      : []
  return idOf(to, [made[0]?.id])
}

/** The key under which imports know a row; one that is made here gets its own. */
async function keyOf(to: Writing, find: (entryId: number) => PromiseLike<{ key: string }[]>): Promise<string> {
  const [row] = to.entryId === null ? [] : await find(to.entryId)
  return row?.key ?? `ops:${randomUUID()}`
}

async function writeNews(tx: Db, form: EntryFormOf<'news'>, to: Writing): Promise<number> {
  const { kind: _kind, sample, publishedAt, ...rest } = form
  const { status, editedBy } = to.mark
  const guid = await keyOf(to, (entryId) => tx.select({ key: news.guid }).from(news).where(eq(news.id, entryId)))
  const row = { guid, ...rest, format: 'markdown' as const, isSample: sample, publishedAt: new Date(publishedAt) }
  return idOf(to, (await saveNews(tx, [{ ...row, status, editedBy }])).ids)
}

async function writePolicy(tx: Db, form: EntryFormOf<'policy'>, to: Writing): Promise<number> {
  const { kind: _kind, sample, ...rest } = form
  const { status, editedBy } = to.mark
  const code = await keyOf(to, (entryId) =>
    tx.select({ key: policies.code }).from(policies).where(eq(policies.id, entryId)),
  )
  const row = { code, ...rest, format: 'markdown' as const, isSample: sample }
  return idOf(to, (await savePolicies(tx, [{ ...row, status, editedBy }])).ids)
}

async function writePark(tx: Db, form: EntryFormOf<'park'>, to: Writing): Promise<number> {
  const { kind: _kind, sample, policyIds, ...rest } = form
  const { status, editedBy } = to.mark
  const code = await keyOf(to, (entryId) => tx.select({ key: parks.code }).from(parks).where(eq(parks.id, entryId)))
  const row = { code, ...rest, format: 'markdown' as const, isSample: sample }
  const { ids } = await saveParks(tx, [{ ...row, status, editedBy }], new Map([[code, policyIds]]))
  return idOf(to, ids)
}

/** Writes a form into its row, and says which row that is. */
export function writeForm(tx: Db, form: EntryForm, to: Writing): Promise<number> {
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
  }
}
