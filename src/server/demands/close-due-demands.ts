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
import { nextState } from '../../domain/transition.ts'
import { createJobContext } from '../platform/job-context.ts'
import type { PageCache } from '../page-cache.ts'
import type { Push } from '../push/push.ts'
import { deleteDemandChanges } from './demand-changes.ts'
import { demandTags } from './demand-tags.ts'
import { revealDueScores } from './evaluations/reveal-scores.ts'
import { expireOffers, lockLeftoverSeals, openSeals } from './offer-deadlines.ts'
import {
  remindOfDeadlines,
  notifyBuyers,
  type DueDemand,
  type NotifyContext,
  notifyOfferers,
} from './notify-deadlines.ts'
import { recordSteps } from '../platform/history/record-steps.ts'

const deadlinePassed = sql`${demands.deadline} <= now()`
const expiryInterval = sql`make_interval(days => ${demandExpiresAfterDays})`
/** For a revived demand the expiry interval starts again at the revival. */
const expiryPassed = sql`${demands.deadline} <= now() - ${expiryInterval} and not exists (select 1 from ${stateChanges}
  where ${stateChanges.entity} = 'demand' and ${stateChanges.entityId} = ${demands.id}
    and ${stateChanges.event} = 'revive' and ${stateChanges.createdAt} > now() - ${expiryInterval})`

/** Demands or offers per transaction, so that a backlog after downtime is processed in batches. */
const batchSize = 200

/**
 * Time-driven transitions: demands past their deadline become evaluating and their sealed offers are opened, demands
 * 30 days past it expire, submitted offers past their validity expire. Safe to run repeatedly and in several processes
 * at once: every step is a conditional update under a lock. With `effects`, pages are invalidated and people notified.
 */
export async function closeDueDemands(
  db: Db,
  effects?: { readonly pages: PageCache; readonly push: Push },
): Promise<void> {
  const { context, notifyAll } = effects === undefined ? {} : createJobContext(effects.push)
  const steps: readonly ((tx: Db) => Promise<readonly { readonly demandId: number }[]>)[] = [
    (tx) => expireDueDemands(tx, 'open', context),
    (tx) => expireDueDemands(tx, 'evaluating', context),
    (tx) => evaluateDueDemands(tx, context),
    (tx) => openLeftoverSeals(tx, context),
    (tx) => expireOffers(tx, batchSize, context),
    (tx) => remindOfDeadlines(tx, batchSize, context),
  ]
  for (const step of steps) {
    for (let movedCount = batchSize; movedCount >= batchSize;) {
      const moved = await db.transaction(step)
      movedCount = moved.length
      if (movedCount > 0) effects?.pages.invalidate(demandTags(...new Set(moved.map(({ demandId }) => demandId))))
      // Sends the notifications of this batch before the next one, which may fail.
      await notifyAll?.()
    }
  }
  await revealDueScores(db, context)
  await notifyAll?.()
}

/** Moves demands past their deadline to evaluating and opens their sealed offers in the same transaction. */
async function evaluateDueDemands(tx: Db, news: NotifyContext | undefined) {
  const due = await moveDueDemands(tx, 'open', 'deadline', deadlinePassed)
  const opened = await openSeals(
    tx,
    due.map(({ id }) => id),
  )
  await notifyBuyers(tx, news, due, ({ id, title, offerCount }) => {
    const seals = opened.filter((demandId) => demandId === id).length
    if (offerCount === 0) {
      const text = '可以关闭后重新开放报价，或邀请供应商参与。'
      return { title: `需求“${title}”报价已截止，没有收到报价`, text }
    }
    const unsealed = seals === 0 ? '' : `，其中 ${seals} 份密封报价已开启`
    return { title: `需求“${title}”报价已截止，请比较报价`, text: `共 ${offerCount} 份报价${unsealed}。` }
  })
  await notifyOfferers(tx, news, due, ({ id, title }) => ({
    title: `需求“${title}”报价已截止，买家正在评选`,
    text: opened.includes(id) ? '密封报价已开启，现为买家可见。' : '定标结果会在第一时间通知您。',
  }))
  return due.map(({ id }) => ({ demandId: id }))
}

async function expireDueDemands(tx: Db, from: DemandStatus, news: NotifyContext | undefined) {
  const due = await moveDueDemands(tx, from, 'expire', expiryPassed)
  await notifyBuyers(tx, news, due, ({ title }) => ({
    title: `需求“${title}”已过期`,
    text: `报价截止 ${demandExpiresAfterDays} 天后仍未定标，需求已结束。需要时可重新发布。`,
  }))
  await notifyOfferers(tx, news, due, ({ title }) => ({
    title: `需求“${title}”已过期，未选定报价`,
    text: `报价截止 ${demandExpiresAfterDays} 天后买家仍未定标，需求已结束。`,
  }))
  return due.map(({ id }) => ({ demandId: id }))
}

async function openLeftoverSeals(tx: Db, news: NotifyContext | undefined) {
  const locked = await lockLeftoverSeals(tx, batchSize)
  const opened = await openSeals(
    tx,
    locked.map(({ id }) => id),
  )
  const changed = locked.filter(({ id }) => opened.includes(id))
  await notifyBuyers(tx, news, changed, ({ title }) => ({
    title: `需求“${title}”的密封报价已开启`,
    text: '原选定的报价未成交，截止前密封的报价现可查看与比较。',
  }))
  await notifyOfferers(tx, news, changed, ({ title }) => ({
    title: `需求“${title}”的密封报价已开启`,
    text: '原选定的报价未成交，买家重新评选，密封报价现为买家可见。',
  }))
  return opened.map((demandId) => ({ demandId }))
}

/** Applies one system transition to the due demands and records it in the history. */
async function moveDueDemands(tx: Db, from: DemandStatus, event: DemandEvent, due: SQL): Promise<DueDemand[]> {
  const to = nextState(demandTransitions, from, event, 'system')
  if (to === undefined) throw new Error(`The table has no ${event} from ${from}`)
  const ready = await tx
    .select({
      id: demands.id,
      companyId: demands.companyId,
      title: demands.title,
      deadline: demands.deadline,
      offerCount: demands.offerCount,
    })
    .from(demands)
    .where(and(eq(demands.status, from), due, isNull(demands.deletedAt)))
    .orderBy(asc(demands.deadline), asc(demands.id))
    .limit(batchSize)
    // Locked demands are being changed by someone else; the next run handles them.
    .for('no key update', { skipLocked: true })
  if (ready.length === 0) return []
  const ids = ready.map(({ id }) => id)
  await deleteDemandChanges(tx, ids, {}, '报价已截止')
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
