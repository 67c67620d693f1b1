import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { declarationsCalls } from '../../../contract/projects/declarations.ts'
import type { Db } from '../../../db/open.ts'
import { declarations } from '../../../db/tables/declarations.ts'
import { declarationTransitions, isEditable } from '../../../domain/projects/declaration-states.ts'
import { next } from '../../../domain/transition.ts'
import type { Handler, Member } from '../../handler.ts'
import { actorOf, recordSteps } from '../../operations/public.ts'
import type { DeclarationRecord } from './declaration-rows.ts'
import { tellSubmitted } from './tell-declaration.ts'
import { declarationColumns, mustBeComplete, projectOf } from './write-declaration.ts'

/**
 * A declaration of the own company, locked against everybody else who writes it. Who may not read the company's
 * declarations writes none but those of their own. Throws notFound.
 */
async function lockOwn(tx: Db, declarationId: number, caller: Member): Promise<DeclarationRecord> {
  const { companyId, userId, isOwner, permissions } = caller
  const readsAll = isOwner || permissions.has('declaration_query')
  const [row] = await tx
    .select()
    .from(declarations)
    .where(
      and(
        ...[eq(declarations.id, declarationId), eq(declarations.companyId, companyId)],
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
    const before = await lockOwn(tx, input.declarationId, caller)
    if (!isEditable(before.status)) throw new CallFailed('stepNotAllowed')
    if (before.version !== input.version) throw new CallFailed('conflict')
    const project = await projectOf(tx, before.projectId)
    if (input.submit) mustBeComplete(input, { project, caller, before })
    const to = input.submit ? next(declarationTransitions, before.status, 'submit', 'company') : before.status
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
      await tellSubmitted(tx, context, { declarationNo: before.declarationNo, title: input.title })
    }
    note(`${before.declarationNo}${input.submit ? '，提交' : '，草稿'}`)
    return { declarationId: before.id, status: to, version }
  })
}

export const projectCancel: Handler<typeof declarationsCalls.projectCancel> = (input, { caller, db, note }) =>
  db.transaction(async (tx) => {
    const before = await lockOwn(tx, input.declarationId, caller)
    const to = next(declarationTransitions, before.status, 'cancel', 'company')
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
