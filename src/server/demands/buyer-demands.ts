import { and, eq, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import type { offerDecisionsCalls } from '../../contract/demands/offer-decisions.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import { stateChanges } from '../../db/tables/operations.ts'
import { budgetPlaceholder, deadlineError } from '../../domain/demands/demand-rules.ts'
import {
  deletableDemandStatuses,
  demandLabels,
  demandTransitions,
  isDemandOpen,
} from '../../domain/demands/demand-states.ts'
import { dateTime } from '../../domain/time.ts'
import { nextState } from '../../domain/transition.ts'
import type { Handler } from '../handler.ts'
import { saveGeneratedSheet } from '../platform/files/generated-files.ts'
import { actorOf, recordSteps } from '../platform/history/record-steps.ts'
import { hasReference } from '../platform/external-references.ts'
import { countsOf } from '../platform/queries/counts-by-status.ts'
import { descending } from '../platform/queries/descending.ts'
import { createWorkbook, type SheetCell } from '../platform/workbooks/create-workbook.ts'
import { amountBetween, daysBetween, sortedBy } from '../platform/queries/list-bounds.ts'
import { likePattern } from '../search/like-pattern.ts'
import { assertCertified } from '../session/authorise.ts'
import { deleteDemandChanges, getDemandChange, listDemandChanges } from './demand-changes.ts'
import { demandTags } from './demand-tags.ts'
import { restartScoring } from './evaluations/reveal-scores.ts'
import { lockOwnDemand } from './lock-own-demand.ts'
import { scheduleMatching } from './matching/match-demands.ts'
import { notifyOfferersOfChange } from './notify-offers.ts'
import { demandRows, presentDemand } from './present-demand.ts'

/** Times of creation ascend with the ids. */
const sortColumns = {
  createdAt: demands.id,
  budget: demands.budget,
  offers: demands.offerCount,
  deadline: demands.deadline,
} as const

type OwnFilter = Omit<z.output<typeof offerDecisionsCalls.demandsSheet.input>, 'status' | 'demandIds'>

/** The company's own demands between the bounds of a list. */
function matchesOwnFilter(companyId: number, { keyword, from, until, amountFrom, amountTo }: OwnFilter) {
  const pattern = likePattern(keyword)
  return and(
    eq(demands.companyId, companyId),
    isNull(demands.deletedAt),
    keyword === ''
      ? undefined
      : or(
          ilike(demands.title, pattern),
          ilike(demands.demandNo, pattern),
          hasReference('demand', companyId, demands.id, pattern),
        ),
    daysBetween(demands.createdAt, from, until),
    amountBetween(demands.budget, amountFrom, amountTo),
  )
}

export const buyerDemands: Handler<typeof demandsCalls.buyerDemands> = async (input, { caller, db }) => {
  const { status, current, pageSize } = input
  const where = matchesOwnFilter(caller.companyId, input)
  const counted = await db
    .select({ status: demands.status, count: sql<number>`count(*)::int` })
    .from(demands)
    .where(where)
    .groupBy(demands.status)
  const rows = await demandRows(db)
    .where(and(where, status === undefined ? undefined : eq(demands.status, status)))
    .orderBy(...sortedBy(sortColumns, input, [descending(demands.id)], descending(demands.id)))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const changes = await listDemandChanges(
    db,
    rows.map(({ demand }) => demand.id),
  )
  const changeOf = ({ id, status }: (typeof rows)[number]['demand']) =>
    isDemandOpen(status) ? changes.get(id) : undefined
  return {
    ...countsOf(counted, status),
    data: rows.map((row) => ({
      ...presentDemand(row),
      createdAt: row.demand.createdAt.toISOString(),
      change: changeOf(row.demand) ?? null,
    })),
  }
}

/** Maximum number of rows; the newest demands. */
const maxRows = 5_000

export const demandsSheet: Handler<typeof offerDecisionsCalls.demandsSheet> = async (input, context) => {
  const { caller, db } = context
  const { status, demandIds } = input
  const rows = await demandRows(db)
    .where(
      and(
        matchesOwnFilter(caller.companyId, input),
        status === undefined ? undefined : eq(demands.status, status),
        demandIds === undefined ? undefined : inArray(demands.id, demandIds),
      ),
    )
    .orderBy(descending(demands.id))
    .limit(maxRows)
  const bytes = await createWorkbook([
    {
      sheet: '我的需求',
      widths: [20, 40, 28, 16, 10, 12, 20, 20],
      head: ['编号', '标题', '分类', '预算（元）', '报价（家）', '状态', '报价截止', '发布时间'],
      rows: rows.map((row): SheetCell[] => {
        const demand = presentDemand(row)
        return [
          demand.demandNo,
          demand.demandTitle,
          `${demand.stageName} / ${demand.categoryName}`,
          demand.demandBudget ? { fen: demand.demandBudget } : budgetPlaceholder(demand.demandBudget),
          demand.offerCount,
          demandLabels[demand.status].label,
          dateTime(demand.deadline),
          demand.publishedAt === null ? '--' : dateTime(demand.publishedAt),
        ]
      }),
    },
  ])
  return saveGeneratedSheet(context, caller, '我的需求', bytes)
}

export const demandEditStatus: Handler<typeof demandsCalls.demandEditStatus> = async (input, context) => {
  const { caller, db, pages, after, note } = context
  const { demandId, event, reason } = input
  if (event === 'reopen') assertCertified(caller)
  const deadline = input.event === 'reopen' ? new Date(input.deadline) : undefined
  const fault = deadline === undefined ? null : deadlineError(deadline, new Date())
  if (fault !== null) throw fieldFailed({ field: 'deadline', message: fault })
  const status = await db.transaction(async (tx) => {
    const demand = await lockOwnDemand(tx, demandId, caller.companyId)
    note(`${demand.demandNo}，${event === 'close' ? '关闭' : '重新开放'}`)
    const status = nextState(demandTransitions, demand.status, event, 'buyer')
    if (status === undefined || (event === 'reopen' && (await hasAcceptedOffer(tx, demandId)))) {
      throw new CallFailed('stepNotAllowed')
    }
    if (deadline !== undefined) {
      await assertNotOpenedEarly(tx, demandId)
      await assertSealsKeepDeadline(tx, demand, deadline)
      await restartScoring(tx, [demandId])
    }
    const published = isDemandOpen(status) && demand.publishedAt === null ? { publishedAt: new Date() } : {}
    const columns = deadline === undefined ? { reason } : { reason: '', deadline, matchedAt: null, ...published }
    await tx
      .update(demands)
      .set({ status, ...columns })
      .where(and(eq(demands.id, demandId), eq(demands.status, demand.status)))
    await recordSteps(tx, [
      {
        entity: 'demand',
        entityId: demandId,
        event,
        fromStatus: demand.status,
        toStatus: status,
        reason,
        ...actorOf(caller),
      },
    ])
    await deleteDemandChanges(tx, [demandId], actorOf(caller), event === 'close' ? '需求已关闭' : '需求已重新开放')
    const until = deadline === undefined ? '' : `新的截止时间 ${dateTime(deadline.toISOString())}`
    const text = [reason, until].filter((part) => part !== '').join('；')
    await notifyOfferersOfChange(tx, context, demand, event === 'close' ? 'closed' : 'reopened', text)
    return status
  })
  after(() => pages.invalidate(demandTags(demandId)))
  // Notifies only companies that were not notified of this demand before.
  if (event === 'reopen') scheduleMatching(context)
  return { status }
}

/** A demand with an accepted offer has an order and cannot be reopened. */
async function hasAcceptedOffer(tx: Db, demandId: number): Promise<boolean> {
  const [accepted] = await tx
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.demandId, demandId), eq(offers.status, 'accepted')))
  return accepted !== undefined
}

/** Opening early cannot be undone: the offers are known, and their suppliers were told that nobody else may offer. */
async function assertNotOpenedEarly(tx: Db, demandId: number): Promise<void> {
  const opened = and(
    eq(stateChanges.entity, 'demand'),
    eq(stateChanges.entityId, demandId),
    eq(stateChanges.event, 'openEarly'),
  )
  if ((await tx.$count(stateChanges, opened)) > 0) throw new CallFailed('openedEarly')
}

/** With sealed offers a future deadline cannot be moved forward: seals open at the deadline the suppliers knew. */
async function assertSealsKeepDeadline(tx: Db, demand: { id: number; deadline: Date }, deadline: Date): Promise<void> {
  if (deadline >= demand.deadline || demand.deadline <= new Date()) return
  const sealed = and(eq(offers.demandId, demand.id), eq(offers.status, 'submitted'), eq(offers.sealed, true))
  if ((await tx.$count(offers, sealed)) === 0) return
  const until = dateTime(demand.deadline.toISOString())
  throw fieldFailed({ field: 'deadline', message: `已收到密封报价，截止时间不能早于 ${until}` })
}

export const demandDelete: Handler<typeof demandsCalls.demandDelete> = async ({ demandId }, { caller, db, note }) => {
  await db.transaction(async (tx) => {
    const { status, demandNo } = await lockOwnDemand(tx, demandId, caller.companyId)
    note(demandNo)
    const [deleted] = await tx
      .update(demands)
      .set({ deletedAt: new Date() })
      .where(and(eq(demands.id, demandId), inArray(demands.status, [...deletableDemandStatuses])))
      .returning({ id: demands.id })
    if (deleted === undefined) throw new CallFailed('stepNotAllowed')
    await recordSteps(tx, [
      {
        entity: 'demand',
        entityId: demandId,
        event: 'delete',
        fromStatus: status,
        toStatus: status,
        ...actorOf(caller),
      },
    ])
  })
  return {}
}

export const demandChangeDelete: Handler<typeof demandsCalls.demandChangeDelete> = async (
  { demandId },
  { caller, db, note },
) => {
  await db.transaction(async (tx) => {
    const demand = await lockOwnDemand(tx, demandId, caller.companyId)
    note(demand.demandNo)
    if ((await getDemandChange(tx, demandId)) === undefined) throw new CallFailed('notFound')
    await deleteDemandChanges(tx, [demandId], actorOf(caller))
    // Makes saving from a form opened with this change a conflict.
    await tx
      .update(demands)
      .set({ version: demand.version + 1 })
      .where(eq(demands.id, demandId))
  })
  return {}
}
