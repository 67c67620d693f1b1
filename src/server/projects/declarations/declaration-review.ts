import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { declarationsCalls } from '../../../contract/projects/declarations.ts'
import { declarations } from '../../../db/tables/declarations.ts'
import { links } from '../../../domain/links.ts'
import { declarationTransitions, mendingDays } from '../../../domain/projects/declaration-states.ts'
import { next } from '../../../domain/transition.ts'
import { notify } from '../../accounts/public.ts'
import type { Handler } from '../../handler.ts'
import { peopleOf, recordSteps } from '../../operations/public.ts'

/** Of two operators who take the same one, one takes it: the row is locked meanwhile. */
export const declarationReview: Handler<typeof declarationsCalls.declarationReview> = (input, context) => {
  const { caller, db, note } = context
  const { declarationId, event, reason } = input
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(declarations).where(eq(declarations.id, declarationId)).for('update')
    if (row === undefined || row.submittedAt === null) throw new CallFailed('notFound')
    if (row.companyId === caller.companyId) throw new CallFailed('forbidden')
    if (row.version !== input.version) throw new CallFailed('conflict')
    const to = next(declarationTransitions, row.status, event, 'operator')
    if (to === undefined || (event !== 'take' && row.reviewerId !== caller.userId))
      throw new CallFailed('stepNotAllowed')
    const version = row.version + 1
    const decided = event === 'take' ? { reviewerId: caller.userId } : { reason, reviewedAt: new Date() }
    await tx
      .update(declarations)
      .set({ status: to, version, updatedAt: new Date(), ...decided })
      .where(and(eq(declarations.id, declarationId), eq(declarations.status, row.status)))
    const step = { event, fromStatus: row.status, toStatus: to, userId: caller.userId, reason }
    await recordSteps(tx, [{ entity: 'declaration', entityId: declarationId, ...step }])
    const people = (await peopleOf(tx, [row.companyId], 'declaration_query')).get(row.companyId) ?? []
    await notify(tx, context, 'declaration.moved', people, {
      title: `项目申报 ${row.declarationNo} ${words[event].title}`,
      text: `${row.title}${words[event].text}${reason === '' ? '' : `原因：${reason}`}`,
      path: links.buyerDeclaration(declarationId),
    })
    note(`${row.declarationNo}，${words[event].title}`)
    return { declarationId, status: to, version }
  })
}

const words = {
  take: { title: '已开始审核', text: '已开始审核，结果会在这里告知。' },
  return: { title: '退回修改', text: `需要修改，请在截止前或 ${mendingDays} 天内重新提交。` },
  accept: { title: '已受理', text: '已通过形式审核并受理，平台将按主管部门的要求推荐。' },
  reject: { title: '不予受理', text: '未予受理。' },
} as const
