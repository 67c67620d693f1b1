import { and, asc, count, desc, eq, ilike, isNotNull, ne, notInArray, or, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { declarationsCalls } from '../../../contract/projects/declarations.ts'
import { violatesUnique } from '../../../db/errors.ts'
import type { Db } from '../../../db/open.ts'
import { declarations, govProjects } from '../../../db/tables/declarations.ts'
import { links } from '../../../domain/links.ts'
import { declarationTransitions, isDeclarationEditable } from '../../../domain/projects/declaration-states.ts'
import { nextState } from '../../../domain/transition.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Context, Handler, Member } from '../../handler.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { operatorIds } from '../../platform/notices/notices.ts'
import { takeNumber } from '../../platform/numbers/take-number.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { likePattern } from '../../search/like-pattern.ts'
import {
  assertSubmittable,
  declarationColumns,
  type DeclarationRecord,
  getProject,
  getPublishedProject,
  loadDeclaration,
  presentDeclaration,
  presentProject,
} from './declaration-rows.ts'

/** Open projects first, nearest deadline on top; then upcoming, then closed ones. */
const order = [
  sql`case when ${govProjects.deadline} < now() then 2 when ${govProjects.startsAt} > now() then 1 else 0 end`,
  sql`case when ${govProjects.deadline} < now() then null else ${govProjects.deadline} end asc nulls last`,
  sql`${govProjects.deadline} desc`,
  asc(govProjects.id),
]

export const govProjectsHandler: Handler<typeof declarationsCalls.govProjects> = async (input, { db }) => {
  const { field, keyword, current, pageSize } = input
  const part = likePattern(keyword)
  const found = and(
    eq(govProjects.status, 'published'),
    keyword === ''
      ? undefined
      : or(ilike(govProjects.title, part), ilike(govProjects.authority, part), ilike(govProjects.summary, part)),
    field === undefined ? undefined : eq(govProjects.field, field),
  )
  const [counted] = await db.select({ count: count() }).from(govProjects).where(found)
  const rows = await db
    .select()
    .from(govProjects)
    .where(found)
    .orderBy(...order)
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const now = new Date()
  return { total: counted?.count ?? 0, data: rows.map((row) => presentProject(row, now)) }
}

export const govProject: Handler<typeof declarationsCalls.govProject> = async ({ projectId }, { caller, db }) => {
  const project = await getPublishedProject(db, projectId)
  const [own] =
    caller.companyId === null
      ? []
      : await db
          .select({ id: declarations.id })
          .from(declarations)
          .where(
            and(
              eq(declarations.companyId, caller.companyId),
              eq(declarations.projectId, projectId),
              notInArray(declarations.status, ['rejected', 'cancelled']),
            ),
          )
  const { supportWay, conditions, materials } = project
  return { ...presentProject(project, new Date()), supportWay, conditions, materials, declarationId: own?.id ?? null }
}

/** Notifies operators of a submitted declaration. */
async function notifyDeclarationSubmitted(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  { declarationNo, title }: { readonly declarationNo: string; readonly title: string },
): Promise<void> {
  await notify(tx, context, 'declaration.submitted', await operatorIds(tx, 'review'), {
    title: `项目申报 ${declarationNo} 待受理`,
    text: `申报项目：${title}。`,
    path: links.declarationReviews(),
  })
}

export const projectDeclarations: Handler<typeof declarationsCalls.projectDeclarations> = async (
  input,
  { caller, db },
) => {
  const { status, keyword, current, pageSize } = input
  const part = likePattern(keyword)
  const keywordCondition =
    keyword === ''
      ? undefined
      : or(ilike(declarations.title, part), ilike(declarations.declarationNo, part), ilike(govProjects.title, part))
  // Deleted drafts stay in the table for the operation log but are not listed.
  const isListed = or(ne(declarations.status, 'cancelled'), isNotNull(declarations.submittedAt))
  const found = and(eq(declarations.companyId, caller.companyId), isListed, keywordCondition)
  const byStatus = await db
    .select({ status: declarations.status, count: count() })
    .from(declarations)
    .innerJoin(govProjects, eq(govProjects.id, declarations.projectId))
    .where(found)
    .groupBy(declarations.status)
  const rows = await db
    .select({ declaration: declarations, project: govProjects })
    .from(declarations)
    .innerJoin(govProjects, eq(govProjects.id, declarations.projectId))
    .where(and(found, status === undefined ? undefined : eq(declarations.status, status)))
    .orderBy(desc(declarations.updatedAt), desc(declarations.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    ...countsOf(byStatus, status),
    data: rows.map(({ declaration, project }) => presentDeclaration(declaration, project)),
  }
}

export const projectDetail: Handler<typeof declarationsCalls.projectDetail> = async (
  { declarationId },
  { caller, db },
) => (await loadDeclaration(db, declarationId, eq(declarations.companyId, caller.companyId))).content

export const projectDeclare: Handler<typeof declarationsCalls.projectDeclare> = async (input, context) => {
  const { caller, db, note } = context
  const project = await getPublishedProject(db, input.projectId)
  if (input.submit) assertSubmittable(input, { project, caller, before: null })
  const status = input.submit ? nextState(declarationTransitions, 'draft', 'submit', 'company') : 'draft'
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const write = db.transaction(async (tx) => {
    const [existing] = await tx
      .select({ id: declarations.id })
      .from(declarations)
      .where(
        and(
          eq(declarations.companyId, caller.companyId),
          eq(declarations.projectId, project.id),
          notInArray(declarations.status, ['rejected', 'cancelled']),
        ),
      )
    if (existing !== undefined) throw new CallFailed('declaredAlready', { declarationId: existing.id })
    const columns = await declarationColumns(tx, input, caller)
    const { id, no } = await takeNumber(tx, 'declarations', 'SB')
    const owner = { companyId: caller.companyId, userId: caller.userId, projectId: project.id }
    const submittedAt = input.submit ? new Date() : null
    await tx.insert(declarations).values({ ...columns, ...owner, id, declarationNo: no, status, submittedAt })
    if (input.submit) {
      const step = { event: 'submit', fromStatus: 'draft', toStatus: status, ...actorOf(caller) }
      await recordSteps(tx, [{ entity: 'declaration', entityId: id, ...step }])
      await notifyDeclarationSubmitted(tx, context, { declarationNo: no, title: input.title })
    }
    note(`${no}${input.submit ? '，提交' : '，草稿'}`)
    return { declarationId: id, status, version: 1 }
  })
  // The unique index rejects concurrent declarations of one company.
  return write.catch((error: unknown) => {
    if (violatesUnique(error, 'declarations_one_alive')) throw new CallFailed('declaredAlready')
    throw error
  })
}

/**
 * Loads and locks a declaration of the own company. Members without permission to read the company's declarations can
 * only edit their own. Throws notFound.
 */
async function lockOwnDeclaration(tx: Db, declarationId: number, caller: Member): Promise<DeclarationRecord> {
  const { companyId, userId, isOwner, permissions } = caller
  const readsAll = isOwner || permissions.has('declaration_query')
  const [row] = await tx
    .select()
    .from(declarations)
    .where(
      and(
        eq(declarations.id, declarationId),
        eq(declarations.companyId, companyId),
        readsAll ? undefined : eq(declarations.userId, userId),
      ),
    )
    .for('update')
  if (row === undefined) throw new CallFailed('notFound')
  return row
}

export const projectUpdate: Handler<typeof declarationsCalls.projectUpdate> = (input, context) => {
  const { caller, db, note } = context
  return db.transaction(async (tx) => {
    const before = await lockOwnDeclaration(tx, input.declarationId, caller)
    if (!isDeclarationEditable(before.status)) throw new CallFailed('stepNotAllowed')
    if (before.version !== input.version) throw new CallFailed('conflict')
    const project = await getProject(tx, before.projectId)
    if (input.submit) assertSubmittable(input, { project, caller, before })
    const to = input.submit ? nextState(declarationTransitions, before.status, 'submit', 'company') : before.status
    if (to === undefined) throw new CallFailed('stepNotAllowed')
    const columns = await declarationColumns(tx, input, caller)
    const version = before.version + 1
    await tx
      .update(declarations)
      .set({ ...columns, status: to, version, ...(input.submit ? { submittedAt: new Date(), reason: '' } : {}) })
      .where(eq(declarations.id, before.id))
    if (input.submit) {
      const step = { event: 'submit', fromStatus: before.status, toStatus: to, ...actorOf(caller) }
      await recordSteps(tx, [{ entity: 'declaration', entityId: before.id, ...step }])
      await notifyDeclarationSubmitted(tx, context, { declarationNo: before.declarationNo, title: input.title })
    }
    note(`${before.declarationNo}${input.submit ? '，提交' : '，草稿'}`)
    return { declarationId: before.id, status: to, version }
  })
}

export const projectCancel: Handler<typeof declarationsCalls.projectCancel> = (input, { caller, db, note }) =>
  db.transaction(async (tx) => {
    const before = await lockOwnDeclaration(tx, input.declarationId, caller)
    const to = nextState(declarationTransitions, before.status, 'cancel', 'company')
    if (to === undefined) throw new CallFailed('stepNotAllowed')
    const version = before.version + 1
    await tx
      .update(declarations)
      .set({ status: to, version, updatedAt: new Date() })
      .where(eq(declarations.id, before.id))
    const step = { event: 'cancel', fromStatus: before.status, toStatus: to, reason: input.reason, ...actorOf(caller) }
    await recordSteps(tx, [{ entity: 'declaration', entityId: before.id, ...step }])
    note(before.declarationNo)
    return { declarationId: before.id, status: to, version }
  })
