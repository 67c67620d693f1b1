import { and, asc, count, eq, ilike, isNull, or, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { DemandReviewRow, demandReviewsCalls } from '../../../contract/demands/demand-reviews.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demandChanges, demands } from '../../../db/tables/demands.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { isScoringStep } from '../../../domain/demands/history-labels.ts'
import { describeOpenChanges } from '../../../domain/demands/open-changes.ts'
import type { Handler, Context } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { getDemandChange, changeContent, type DemandChange, demandChangeStep } from '../demand-changes.ts'
import { publicDemandFiles, filesByIds } from '../demand-files.ts'
import { demandRows, presentDemand, type LoadedDemand } from '../present-demand.ts'
import { demandFileIds } from '../write-demand-files.ts'
import { isConfidential } from '../write-demand.ts'
import { historyOf } from '../../platform/history/histories.ts'
import { links } from '../../../domain/links.ts'
import { sentence } from '../../../domain/sentence.ts'
import { applyDemandEdit } from '../apply-demand-edit.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { demandTransitions, isDemandOpen } from '../../../domain/demands/demand-states.ts'
import { nextState } from '../../../domain/transition.ts'
import { demandTags } from '../demand-tags.ts'
import { scheduleMatching } from '../matching/match-demands.ts'
import { isChangeInReview } from '../../../domain/change-states.ts'

/** Condition: an open demand with a pending change, before its deadline. */
const hasPendingChange = sql`(${demands.status} = 'open' and ${demands.deadline} > now() and ${demands.id} in (
  select ${demandChanges.demandId} from ${demandChanges} where ${demandChanges.status} = 'pending_review'))`
const awaitsReview = and(or(eq(demands.status, 'pending_review'), hasPendingChange), isNull(demands.deletedAt))

/** Time of the last submission of a demand or of its change. */
const submittedAt = sql<Date>`coalesce((select ${demandChanges.updatedAt} from ${demandChanges}
  where ${demandChanges.demandId} = ${demands.id} and ${demands.status} = 'open'), (select max(${stateChanges.createdAt}) from ${stateChanges}
  where ${stateChanges.entity} = 'demand' and ${stateChanges.entityId} = ${demands.id}
  and ${stateChanges.event} = 'submit'), ${demands.createdAt})`

export const demandReviews: Handler<typeof demandReviewsCalls.demandReviews> = async (input, { db }) => {
  const { keyword, current, pageSize } = input
  const part = likePattern(keyword)
  const keywordCondition = keyword === '' ? undefined : or(ilike(demands.title, part), ilike(demands.demandNo, part))
  const where = and(awaitsReview, keywordCondition)
  const [counted] = await db.select({ total: count() }).from(demands).where(where)
  const rows = await demandRows(db)
    .where(where)
    .orderBy(asc(submittedAt), asc(demands.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { total: counted?.total ?? 0, data: await presentReviews(db, rows) }
}

/** Adds company and submission time, loaded in one query. */
async function presentReviews(db: Db, rows: readonly LoadedDemand[]): Promise<DemandReviewRow[]> {
  const ids = rows.map(({ demand }) => demand.id)
  const extras = await db
    .select({ id: demands.id, companyName: companies.name, submittedAt: sql<string>`${submittedAt}::text` })
    .from(demands)
    .innerJoin(companies, eq(companies.id, demands.companyId))
    .where(sql`${demands.id} = any(${sql.param(ids)}::int[])`)
  const extraOf = new Map(extras.map((each) => [each.id, each]))
  return rows.map((row) => {
    const more = extraOf.get(row.demand.id)
    return {
      ...presentDemand(row),
      companyName: more?.companyName ?? '',
      orgId: row.demand.companyId,
      isChange: isDemandOpen(row.demand.status),
      submittedAt: (more === undefined ? row.demand.createdAt : new Date(more.submittedAt)).toISOString(),
    }
  })
}

export const demandForReview: Handler<typeof demandReviewsCalls.demandForReview> = async ({ demandId }, { db }) => {
  const [row] = await demandRows(db)
    .where(and(awaitsReview, eq(demands.id, demandId)))
    .limit(1)
  const [shown] = row === undefined ? [] : await presentReviews(db, [row])
  if (row === undefined || shown === undefined) throw new CallFailed('notFound')
  const { demand } = row
  const change = isDemandOpen(demand.status) ? await getDemandChange(db, demandId) : undefined
  return {
    ...shown,
    facts: demand.facts,
    requiredTags: demand.requiredTags,
    deliverBy: demand.deliverBy,
    questions: demand.questions.map((each) => ({ ...each, options: [...each.options] })),
    ...(await publicDemandFiles(db, demandId)),
    ownTerms: demand.ownTerms,
    version: demand.version,
    history: (await historyOf(db, 'demand', demandId)).filter((step) => !isScoringStep(step)),
    ...(change === undefined ? { before: null } : await presentChange(db, demand, change)),
  }
}

/** Public content of a change; of the confidential part only whether it exists. */
async function presentChange(db: Db, demand: LoadedDemand['demand'], change: DemandChange) {
  const { summary, facts, fileIds, annexIds, ...rest } = changeContent(change)
  const after = { summary, facts, fileIds, annexIds, ...rest, deadline: demand.deadline }
  const changes = describeOpenChanges({ ...demand, ...(await demandFileIds(db, demand.id)) }, after)
  return {
    summary,
    facts,
    ownTerms: rest.ownTerms,
    files: await filesByIds(db, fileIds),
    annexCount: annexIds.length,
    confidential: isConfidential(after),
    before: { summary: demand.summary, facts: demand.facts, changes },
  }
}

interface Verdict {
  readonly verdict: 'pass' | 'reject'
  readonly reason: string
  readonly version: number
  readonly userId: number
}

/**
 * Reviews the pending change of an open demand; the demand must be locked. Throws stepNotAllowed without a pending
 * change, conflict for an outdated version, deadlinePast for approval past the deadline.
 */
export async function reviewDemandChange(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  demand: typeof demands.$inferSelect,
  { verdict, reason, version, userId }: Verdict,
): Promise<void> {
  const change = await getDemandChange(tx, demand.id)
  if (!isChangeInReview(change?.status)) throw new CallFailed('stepNotAllowed')
  if (demand.version !== version) throw new CallFailed('conflict')
  if (verdict === 'pass') {
    if (demand.deadline <= new Date()) throw new CallFailed('deadlinePast')
    const content = { ...changeContent(change), deadline: demand.deadline }
    const changes = describeOpenChanges({ ...demand, ...(await demandFileIds(tx, demand.id)) }, content)
    await recordSteps(tx, [demandChangeStep(demand.id, 'change_pass', { userId }, '')])
    const by = { userId: change.userId, companyId: change.companyId }
    await applyDemandEdit(tx, context, demand, { content, reason: changes, by })
    await tx.delete(demandChanges).where(eq(demandChanges.demandId, demand.id))
  } else {
    const moved = { status: 'rejected' as const, reason, updatedAt: new Date() }
    await tx.update(demandChanges).set(moved).where(eq(demandChanges.demandId, demand.id))
    await recordSteps(tx, [demandChangeStep(demand.id, 'change_reject', { userId }, reason)])
  }
  const people = (await recipientsWithPermission(tx, [demand.companyId], 'my_requirement')).get(demand.companyId) ?? []
  const { id, title } = demand
  const notice =
    verdict === 'pass'
      ? { title: `需求“${title}”的修改已通过审核`, text: '修改已公开，已通知报价方。', path: links.buyerDemand(id) }
      : {
          title: `需求“${title}”的修改未通过审核`,
          text: `原因：${sentence(reason)}公开内容不变，请修改后重新提交。`,
          path: links.buyerAddDemand({ demandId: id }),
        }
  await notify(tx, context, 'demand.reviewed', people, notice)
}

/** Operators must not review demands of their own company. */
export const demandReview: Handler<typeof demandReviewsCalls.demandReview> = async (input, context) => {
  const { caller, db, pages, after, note } = context
  const { demandId, verdict, reason, version } = input
  return db.transaction(async (tx) => {
    const demand = await lockReviewedDemand(tx, demandId)
    const subject = { kind: 'demand', id: demandId, companyIds: [demand.companyId] } as const
    if (isDemandOpen(demand.status)) {
      await reviewDemandChange(tx, context, demand, { verdict, reason, version, userId: caller.userId })
      note(`${demand.demandNo} 的修改，${verdict === 'pass' ? '通过' : '驳回'}`, subject)
      if (verdict === 'pass') {
        after(() => pages.invalidate(demandTags(demandId)))
        scheduleMatching(context)
      }
      return { status: demand.status }
    }
    const to = nextState(demandTransitions, demand.status, verdict, 'operator')
    if (to === undefined) throw new CallFailed('stepNotAllowed')
    if (demand.version !== version) throw new CallFailed('conflict')
    const now = new Date()
    // Past the deadline nobody could offer; the buyer has to set a new one.
    if (verdict === 'pass' && demand.deadline <= now) throw new CallFailed('deadlinePast')
    const published = verdict === 'pass' ? { publishedAt: now } : {}
    await tx
      .update(demands)
      .set({ status: to, reason: verdict === 'pass' ? '' : reason, ...published })
      .where(and(eq(demands.id, demandId), eq(demands.status, demand.status)))
    const step = { entity: 'demand' as const, entityId: demandId, event: verdict, fromStatus: demand.status }
    await recordSteps(tx, [{ ...step, toStatus: to, userId: caller.userId, reason: verdict === 'pass' ? '' : reason }])
    const people =
      (await recipientsWithPermission(tx, [demand.companyId], 'my_requirement')).get(demand.companyId) ?? []
    await notify(tx, context, 'demand.reviewed', people, reviewNotice(verdict, demand, reason))
    note(`${demand.demandNo}，${verdict === 'pass' ? '通过' : '驳回'}`, subject)
    if (verdict === 'pass') {
      after(() => pages.invalidate(demandTags(demandId)))
      scheduleMatching(context)
    }
    return { status: to }
  })
}

const reviewNotice = (verdict: 'pass' | 'reject', { id, title }: { id: number; title: string }, reason: string) =>
  verdict === 'pass'
    ? {
        title: `需求“${title}”已通过审核`,
        text: '需求已公开，供应商可以报价。',
        path: links.buyerDemand(id),
      }
    : {
        title: `需求“${title}”未通过审核`,
        text: `原因：${sentence(reason)}请修改后重新提交。`,
        path: links.buyerAddDemand({ demandId: id }),
      }

/** Loads a demand and locks it until the transaction ends. */
async function lockReviewedDemand(tx: Db, demandId: number) {
  const [demand] = await tx
    .select()
    .from(demands)
    .where(and(eq(demands.id, demandId), isNull(demands.deletedAt)))
    .for('no key update')
  if (demand === undefined) throw new CallFailed('notFound')
  return demand
}
