import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demands } from '../../db/tables/demands.ts'
import { stateChanges } from '../../db/tables/operations.ts'
import {
  demandExpiresAfterDays,
  demandTransitions,
  type DemandEvent,
  type DemandStatus,
} from '../../domain/demands/demand-states.ts'
import { next } from '../../domain/transition.ts'
import { newsOfJob } from '../jobs/news-of-job.ts'
import { recordSteps } from '../operations/public.ts'
import type { PageCache } from '../page-cache.ts'
import type { Push } from '../push/push.ts'
import { dropChanges } from './demand-changes.ts'
import { demandTags } from './demand-tags.ts'
import { expireOffers } from './expire-offers.ts'
import { leftSealed, openSeals } from './open-seals.ts'
import { remindOfDeadlines } from './remind-of-deadlines.ts'
import { tellBuyers, type DueDemand, type News } from './tell-buyers.ts'
import { tellDueOfferers } from './tell-due-offerers.ts'

const aDeadlineAgo = sql`${demands.deadline} <= now()`
const long = sql`make_interval(days => ${demandExpiresAfterDays})`
/** A demand whose order came to nothing has its time again from then on. */
const longAgo = sql`${demands.deadline} <= now() - ${long} and not exists (select 1 from ${stateChanges}
  where ${stateChanges.entity} = 'demand' and ${stateChanges.entityId} = ${demands.id}
    and ${stateChanges.event} = 'revive' and ${stateChanges.createdAt} > now() - ${long})`

/** Demands or offers of one transaction: a server that was away for long catches up in pieces. */
const most = 200

/**
 * What time does to demands and offers: open ones past their deadline are evaluated and their sealed offers opened,
 * those 30 days past it expire, submitted offers past their validity expire. Safe to run twice and in several processes
 * at once: every step is one conditional update under a lock. With `around` the cached pages are emptied and people told.
 */
export async function closeDueDemands(
  db: Db,
  around?: { readonly pages: PageCache; readonly push: Push },
): Promise<void> {
  const { news, tellAll } = around === undefined ? {} : newsOfJob(around.push)
  const steps: readonly ((tx: Db) => Promise<readonly { readonly demandId: number }[]>)[] = [
    (tx) => expire(tx, 'open', news),
    (tx) => expire(tx, 'evaluating', news),
    (tx) => evaluate(tx, news),
    (tx) => openLeft(tx, news),
    (tx) => expireOffers(tx, most, news),
    (tx) => remindOfDeadlines(tx, most, news),
  ]
  for (const step of steps) {
    for (let touched = most; touched >= most;) {
      const moved = await db.transaction(step)
      touched = moved.length
      if (touched > 0) around?.pages.invalidate(demandTags(...new Set(moved.map(({ demandId }) => demandId))))
      // What one piece has to tell is told before the next one, whatever becomes of that.
      await tellAll?.()
    }
  }
}

/** Past the deadline: the buyer compares. What was under seal is opened by the very step that ends the offering. */
async function evaluate(tx: Db, news: News | undefined) {
  const due = await move(tx, 'open', 'deadline', aDeadlineAgo)
  const opened = await openSeals(
    tx,
    due.map(({ id }) => id),
  )
  await tellBuyers(tx, news, due, ({ id, title, offerCount }) => {
    const seals = opened.filter((demandId) => demandId === id).length
    if (offerCount === 0) {
      const text = '可以关闭后重新开放报价，或邀请供应商参与。'
      return { title: `需求「${title}」报价已截止，没有收到报价`, text }
    }
    const unsealed = seals === 0 ? '' : `，其中 ${seals} 份密封报价已开启`
    return { title: `需求「${title}」报价已截止，请比较报价`, text: `共 ${offerCount} 份报价${unsealed}。` }
  })
  await tellDueOfferers(tx, news, due, ({ id, title }) => ({
    title: `需求「${title}」报价已截止，买家正在评选`,
    text: opened.includes(id) ? '密封报价已开启，现为买家可见。' : '定标结果会在第一时间通知您。',
  }))
  return due.map(({ id }) => ({ demandId: id }))
}

async function expire(tx: Db, from: DemandStatus, news: News | undefined) {
  const due = await move(tx, from, 'expire', longAgo)
  await tellBuyers(tx, news, due, ({ title }) => ({
    title: `需求「${title}」已过期`,
    text: `报价截止 ${demandExpiresAfterDays} 天后仍未定标，需求已结束。需要时可重新发布。`,
  }))
  await tellDueOfferers(tx, news, due, ({ title }) => ({
    title: `需求「${title}」已过期，未选定报价`,
    text: `报价截止 ${demandExpiresAfterDays} 天后买家仍未定标，需求已结束。`,
  }))
  return due.map(({ id }) => ({ demandId: id }))
}

async function openLeft(tx: Db, news: News | undefined) {
  const left = await leftSealed(tx, most)
  const opened = await openSeals(
    tx,
    left.map(({ id }) => id),
  )
  const changed = left.filter(({ id }) => opened.includes(id))
  await tellBuyers(tx, news, changed, ({ title }) => ({
    title: `需求「${title}」的密封报价已开启`,
    text: '原选定的报价未成交，截止前密封的报价现可查看与比较。',
  }))
  await tellDueOfferers(tx, news, changed, ({ title }) => ({
    title: `需求「${title}」的密封报价已开启`,
    text: '原选定的报价未成交，买家重新评选，密封报价现为买家可见。',
  }))
  return opened.map((demandId) => ({ demandId }))
}

/** One step of the system for the demands that it is time for, with its history. */
async function move(tx: Db, from: DemandStatus, event: DemandEvent, due: SQL): Promise<DueDemand[]> {
  const to = next(demandTransitions, from, event, 'system')
  if (to === undefined) throw new Error(`The table has no ${event} from ${from}`)
  const ready = await tx
    .select({
      ...{ id: demands.id, companyId: demands.companyId, title: demands.title },
      ...{ deadline: demands.deadline, offerCount: demands.offerCount },
    })
    .from(demands)
    .where(and(eq(demands.status, from), due, isNull(demands.deletedAt)))
    .orderBy(asc(demands.deadline), asc(demands.id))
    .limit(most)
    // Whoever holds a demand right now is deciding about it; the next minute sees what became of it.
    .for('no key update', { skipLocked: true })
  if (ready.length === 0) return []
  const ids = ready.map(({ id }) => id)
  await dropChanges(tx, ids, {}, '报价已截止')
  await tx
    .update(demands)
    .set({ status: to })
    .where(and(inArray(demands.id, ids), eq(demands.status, from)))
  await recordSteps(
    tx,
    ids.map((entityId) => ({ entity: 'demand' as const, entityId, event, fromStatus: from, toStatus: to })),
  )
  return ready
}
