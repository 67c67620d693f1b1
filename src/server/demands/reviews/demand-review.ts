import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { demandReviewsCalls } from '../../../contract/demands/demand-reviews.ts'
import type { Db } from '../../../db/open.ts'
import { demands } from '../../../db/tables/demands.ts'
import { demandTransitions } from '../../../domain/demands/demand-states.ts'
import { links } from '../../../domain/links.ts'
import { sentence } from '../../../domain/sentence.ts'
import { next } from '../../../domain/transition.ts'
import { notify } from '../../accounts/public.ts'
import type { Handler } from '../../handler.ts'
import { peopleOf, recordSteps } from '../../operations/public.ts'
import { demandTags } from '../demand-tags.ts'
import { matchSoon } from '../matching/match-demands.ts'
import { reviewChange } from './review-change.ts'

/** Nobody decides about a demand of their own company. */
export const demandReview: Handler<typeof demandReviewsCalls.demandReview> = async (input, context) => {
  const { caller, db, pages, after, note } = context
  const { demandId, verdict, reason, version } = input
  return db.transaction(async (tx) => {
    const demand = await lockedDemand(tx, demandId)
    if (demand.companyId === caller.companyId) throw new CallFailed('forbidden')
    if (demand.status === 'open') {
      await reviewChange(tx, context, demand, { ...{ verdict, reason, version }, userId: caller.userId })
      note(`${demand.demandNo} 的修改，${verdict === 'pass' ? '通过' : '驳回'}`)
      if (verdict === 'pass') {
        after(() => pages.invalidate(demandTags(demandId)))
        matchSoon(context)
      }
      return { status: demand.status }
    }
    const to = next(demandTransitions, demand.status, verdict, 'operator')
    if (to === undefined) throw new CallFailed('stepNotAllowed')
    if (demand.version !== version) throw new CallFailed('conflict')
    const now = new Date()
    // Nobody could offer any more: the buyer is to give it a new deadline.
    if (verdict === 'pass' && demand.deadline <= now) throw new CallFailed('deadlinePast')
    const published = verdict === 'pass' ? { publishedAt: now } : {}
    await tx
      .update(demands)
      .set({ status: to, reason: verdict === 'pass' ? '' : reason, ...published })
      .where(and(eq(demands.id, demandId), eq(demands.status, demand.status)))
    const step = { entity: 'demand' as const, entityId: demandId, event: verdict, fromStatus: demand.status }
    await recordSteps(tx, [{ ...step, toStatus: to, userId: caller.userId, reason: verdict === 'pass' ? '' : reason }])
    const people = (await peopleOf(tx, [demand.companyId], 'my_requirement')).get(demand.companyId) ?? []
    await notify(tx, context, 'demand.reviewed', people, newsOf(verdict, demand, reason))
    note(`${demand.demandNo}，${verdict === 'pass' ? '通过' : '驳回'}`)
    if (verdict === 'pass') {
      after(() => pages.invalidate(demandTags(demandId)))
      matchSoon(context)
    }
    return { status: to }
  })
}

const newsOf = (verdict: 'pass' | 'reject', { id, title }: { id: number; title: string }, reason: string) =>
  verdict === 'pass'
    ? {
        title: `需求「${title}」已通过审核`,
        text: '需求已公开，供应商可以报价。',
        path: links.buyerDemand(id),
      }
    : {
        title: `需求「${title}」未通过审核`,
        text: `原因：${sentence(reason)}请修改后重新提交。`,
        path: links.buyerAddDemand({ demandId: id }),
      }

/** Locked until the transaction ends, as everything that changes a demand does. */
async function lockedDemand(tx: Db, demandId: number) {
  const [demand] = await tx
    .select()
    .from(demands)
    .where(and(eq(demands.id, demandId), isNull(demands.deletedAt)))
    .for('no key update')
  if (demand === undefined) throw new CallFailed('notFound')
  return demand
}
