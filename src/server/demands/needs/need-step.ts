import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { needsCalls } from '../../../contract/demands/needs.ts'
import { needs } from '../../../db/tables/demands.ts'
import { mayStep, needTransitions } from '../../../domain/demands/need-states.ts'
import { next } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { recordSteps } from '../../operations/public.ts'

/** Of two operators who take the same one, one takes it: the state is part of the condition. */
export const needStep: Handler<typeof needsCalls.needStep> = async (input, { caller, db, note: log }) => {
  const { needId, event, note } = input
  const { userId } = caller
  return db.transaction(async (tx) => {
    const [need] = await tx.select().from(needs).where(eq(needs.id, needId))
    if (need === undefined) throw new CallFailed('notFound')
    const to = next(needTransitions, need.status, event, 'operator')
    if (to === undefined || !mayStep(event, need.status, need.handledBy, userId)) throw new CallFailed('stepNotAllowed')
    const [moved] = await tx
      .update(needs)
      .set({ status: to, handledBy: to === 'waiting' ? null : userId, note, updatedAt: new Date() })
      .where(and(eq(needs.id, needId), eq(needs.status, need.status)))
      .returning({ id: needs.id })
    if (moved === undefined) throw new CallFailed('stepNotAllowed')
    const step = { entity: 'need' as const, entityId: needId, event, fromStatus: need.status, toStatus: to }
    await recordSteps(tx, [{ ...step, userId, reason: note }])
    log(`编号 ${needId}，${words[event]}`)
    return { status: to }
  })
}

const words = { take: '接手', finish: '完成', drop: '关闭', release: '放回' } as const
