import { and, eq, notInArray } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { declarationsCalls } from '../../../contract/projects/declarations.ts'
import { brokeUnique } from '../../../db/broke-unique.ts'
import { declarations } from '../../../db/tables/declarations.ts'
import { declarationTransitions } from '../../../domain/projects/declaration-states.ts'
import { next } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { actorOf, recordSteps, takeNumber } from '../../operations/public.ts'
import { tellSubmitted } from './tell-declaration.ts'
import { declarationColumns, mustBeComplete, openProjectOf } from './write-declaration.ts'

export const projectDeclare: Handler<typeof declarationsCalls.projectDeclare> = async (input, context) => {
  const { caller, db, note } = context
  const project = await openProjectOf(db, input.projectId)
  if (input.submit) mustBeComplete(input, { project, caller, before: null })
  const status = input.submit ? next(declarationTransitions, 'draft', 'submit', 'company') : 'draft'
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const write = db.transaction(async (tx) => {
    const [alive] = await tx
      .select({ id: declarations.id })
      .from(declarations)
      .where(
        and(
          eq(declarations.companyId, caller.companyId),
          eq(declarations.projectId, project.id),
          notInArray(declarations.status, ['rejected', 'cancelled']),
        ),
      )
    if (alive !== undefined) throw new CallFailed('declaredAlready', { declarationId: alive.id })
    const columns = await declarationColumns(tx, input, caller)
    const { id, no } = await takeNumber(tx, 'declarations', 'SB')
    const owner = { companyId: caller.companyId, userId: caller.userId, projectId: project.id }
    const submittedAt = input.submit ? new Date() : null
    await tx.insert(declarations).values({ ...columns, ...owner, id, declarationNo: no, status, submittedAt })
    if (input.submit) {
      const step = { event: 'submit', fromStatus: 'draft', toStatus: status, ...actorOf(caller) }
      await recordSteps(tx, [{ entity: 'declaration', entityId: id, ...step }])
      await tellSubmitted(tx, context, { declarationNo: no, title: input.title })
    }
    note(`${no}${input.submit ? '，提交' : '，草稿'}`)
    return { declarationId: id, status, version: 1 }
  })
  // Two people of a company at once: the index lets one through.
  return write.catch((error: unknown) => {
    if (brokeUnique(error, 'declarations_one_alive')) throw new CallFailed('declaredAlready')
    throw error
  })
}
