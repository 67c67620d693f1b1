import { and, eq, ilike, inArray, or, sql, desc } from 'drizzle-orm'
import type { z } from 'zod'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { demands, offers, offerVersions } from '../../db/tables/demands.ts'
import type { Context, Handler, Seller } from '../handler.ts'
import { saveGeneratedSheet } from '../platform/files/generated-files.ts'
import { forEachSelected, outcomesNote } from '../platform/queries/for-each-selected.ts'
import { amountBetween, daysBetween, sortedBy } from '../platform/queries/list-bounds.ts'
import { createWorkbook, type SheetCell } from '../platform/workbooks/create-workbook.ts'
import { likePattern } from '../search/like-pattern.ts'
import { isSealed, offerRows, unsubmittedDraft, presentOffers, listVersions } from './present-offer.ts'
import { countsOf } from '../platform/queries/counts-by-status.ts'
import { descending } from '../platform/queries/descending.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { maskCompany } from '../../domain/demands/demand-rules.ts'
import { isSupplierVisibleStep } from '../../domain/demands/history-labels.ts'
import { historyOf } from '../platform/history/histories.ts'
import { demandLabels } from '../../domain/demands/demand-states.ts'
import { offerLabels, offerTransitions, isOfferAccepted, isOfferDraft } from '../../domain/demands/offer-states.ts'
import { unfilled } from '../../domain/demands/offer-terms.ts'
import { date, dateTime } from '../../domain/time.ts'
import { nextState } from '../../domain/transition.ts'
import { updateOfferCount } from './update-offer-count.ts'
import { notifyOfferWithdrawn } from './notify-offers.ts'
import { actorOf, recordSteps } from '../platform/history/record-steps.ts'
import { revealScores } from './evaluations/reveal-scores.ts'

const sortColumns = {
  submittedAt: offers.submittedAt,
  total: offerVersions.total,
  days: offerVersions.durationDays,
  validUntil: offerVersions.validUntil,
  deadline: demands.deadline,
} as const

/** The current version of an offer, as in `offerRows`. */
const isCurrent = and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version))

type OwnFilter = Omit<z.output<typeof offersCalls.sellerOffersSheet.input>, 'status' | 'offerIds'>

/** The company's own offers between the bounds of a list. Requires demand and current version. */
function matchesOwnFilter(companyId: number, { keyword, from, until, amountFrom, amountTo }: OwnFilter) {
  const pattern = likePattern(keyword)
  return and(
    eq(offers.companyId, companyId),
    keyword === ''
      ? undefined
      : or(ilike(demands.title, pattern), ilike(demands.demandNo, pattern), ilike(offers.offerNo, pattern)),
    daysBetween(offers.submittedAt, from, until),
    amountBetween(offerVersions.total, amountFrom, amountTo),
  )
}

/** Maximum number of rows of the sheet; the newest offers. */
const maxRows = 5_000

export const sellerOffersSheet: Handler<typeof offersCalls.sellerOffersSheet> = async (input, context) => {
  const { caller, db } = context
  const { status, offerIds } = input
  const rows = await offerRows(db)
    .where(
      and(
        matchesOwnFilter(caller.companyId, input),
        status === undefined ? undefined : eq(offers.status, status),
        offerIds === undefined ? undefined : inArray(offers.id, offerIds),
      ),
    )
    .orderBy(descending(offers.id))
    .limit(maxRows)
  const bytes = await createWorkbook([
    {
      sheet: '我的报价',
      widths: [20, 40, 16, 12, 8, 14, 12, 20, 20, 12],
      head: [
        '报价编号',
        '需求',
        '总价（元）',
        '周期（天）',
        '版本',
        '有效期至',
        '报价状态',
        '提交时间',
        '报价截止',
        '需求状态',
      ],
      rows: rows.map(({ offer, current: version, demand }): SheetCell[] => [
        offer.offerNo,
        demand.title,
        version.total === unfilled.number ? '' : { fen: version.total },
        version.durationDays === unfilled.number ? '' : version.durationDays,
        offer.version,
        version.validUntil.toISOString() === unfilled.moment ? '' : date(version.validUntil.toISOString()),
        offerLabels[offer.status].label,
        offer.submittedAt === null ? '' : dateTime(offer.submittedAt.toISOString()),
        dateTime(demand.deadline.toISOString()),
        demandLabels[demand.status].label,
      ]),
    },
  ])
  return saveGeneratedSheet(context, caller, '我的报价', bytes)
}

export const sellerOffers: Handler<typeof offersCalls.sellerOffers> = async (input, { caller, db }) => {
  const { status, current, pageSize } = input
  const own = matchesOwnFilter(caller.companyId, input)
  const counted = await db
    .select({ status: offers.status, count: sql<number>`count(*)::int` })
    .from(offers)
    .innerJoin(demands, eq(demands.id, offers.demandId))
    .innerJoin(offerVersions, isCurrent)
    .where(own)
    .groupBy(offers.status)
  const rows = await offerRows(db)
    .where(and(own, status === undefined ? undefined : eq(offers.status, status)))
    .orderBy(...sortedBy(sortColumns, input, [descending(offers.id)], descending(offers.id)))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const data = rows.map(({ offer, current: version, demand, orderId }) => ({
    offerId: offer.id,
    offerNo: offer.offerNo,
    status: offer.status,
    version: offer.version,
    total: version.total,
    durationDays: version.durationDays,
    validUntil: version.validUntil.toISOString(),
    submittedAt: offer.submittedAt?.toISOString() ?? null,
    sealed: isSealed(version),
    demandId: offer.demandId,
    demandTitle: demand.title,
    demandStatus: demand.status,
    deadline: demand.deadline.toISOString(),
    orderId,
  }))
  return { ...countsOf(counted, status), data }
}

/** Active offer of the company on a demand, otherwise its latest. */
export const ownOffer: Handler<typeof offersCalls.ownOffer> = async ({ demandId }, { caller, db }) => {
  const [row] = await offerRows(db)
    .where(and(eq(offers.demandId, demandId), eq(offers.companyId, caller.companyId)))
    .orderBy(sql`${offers.status} in ('draft', 'submitted', 'accepted') desc`, desc(offers.id))
    .limit(1)
  if (row === undefined) return null
  const versions = await listVersions(db, [row.offer.id])
  const [presented] = await presentOffers(db, [row], 'seller')
  return presented === undefined ? null : { ...presented, draft: unsubmittedDraft(row, versions) }
}

export const sellerOffer: Handler<typeof offersCalls.sellerOffer> = async ({ offerId }, { caller, db }) => {
  const [row] = await offerRows(db).where(and(eq(offers.id, offerId), eq(offers.companyId, caller.companyId)))
  if (row === undefined) throw new CallFailed('notFound')
  const versions = await listVersions(db, [offerId])
  const [presented] = await presentOffers(db, [row], 'seller')
  const demand = await demandOfOffer(db, row.offer.demandId)
  if (presented === undefined || demand === undefined) throw new CallFailed('notFound')
  // The buyer's name is masked unless the offer was accepted.
  const named = isOfferAccepted(row.offer.status)
  const nameOf = ({ id, name }: { id: number; name: string }) =>
    named || id === caller.companyId ? name : maskCompany(name)
  const demandHistory = await historyOf(db, 'demand', row.offer.demandId, nameOf)
  return {
    ...presented,
    ...demand,
    draft: unsubmittedDraft(row, versions),
    history: await historyOf(db, 'offer', offerId, nameOf),
    demandHistory: demandHistory.filter(isSupplierVisibleStep),
  }
}

/** Fields of the demand shown on the offer's page. */
async function demandOfOffer(db: Db, demandId: number) {
  const [demand] = await db
    .select({
      demandTitle: demands.title,
      demandNo: demands.demandNo,
      demandStatus: demands.status,
      deadline: demands.deadline,
      questions: demands.questions,
    })
    .from(demands)
    .where(eq(demands.id, demandId))
  if (demand === undefined) return undefined
  const questions = demand.questions.map((question) => ({ ...question, options: [...question.options] }))
  return { ...demand, deadline: demand.deadline.toISOString(), questions }
}

export const sellerOfferDelete: Handler<typeof offersCalls.sellerOfferDelete> = (input, context) =>
  withdrawOrDelete(input, context, true)

export const sellerOffersWithdraw: Handler<typeof offersCalls.sellerOffersWithdraw> = async (input, context) => {
  const { caller, db, note } = context
  const { offerIds, reason } = input
  const own = await db
    .select({ id: offers.id, title: demands.title })
    .from(offers)
    .innerJoin(demands, eq(demands.id, offers.demandId))
    .where(and(inArray(offers.id, offerIds), eq(offers.companyId, caller.companyId)))
  const titles = new Map(own.map(({ id, title }) => [id, title]))
  const outcomes = await forEachSelected(offerIds, titles, (offerId) =>
    withdrawOrDelete({ offerId, reason }, { ...context, note: () => {} }, false),
  )
  note(outcomesNote(outcomes))
  return outcomes
}

/** Withdraws a submitted offer; deletes a draft where that is meant. */
async function withdrawOrDelete(
  input: z.output<typeof offersCalls.sellerOfferDelete.input>,
  context: Context<'seller'>,
  mayDelete: boolean,
) {
  const { caller, db, note } = context
  return db.transaction(async (tx) => {
    const { offer, demand } = await lockOwnOffer(tx, input.offerId, caller.companyId)
    if (isOfferDraft(offer.status) && !mayDelete) throw new CallFailed('stepNotAllowed')
    note(`${offer.offerNo}${isOfferDraft(offer.status) ? '，删除草稿' : '，撤回'}`)
    if (isOfferDraft(offer.status)) {
      await tx.delete(offerVersions).where(eq(offerVersions.offerId, offer.id))
      await tx.delete(offers).where(and(eq(offers.id, offer.id), eq(offers.status, 'draft')))
      return { status: null }
    }
    const status = await withdrawOffer(tx, offer, input.reason, caller)
    await notifyOfferWithdrawn(tx, context, demand)
    await revealScores(tx, context, demand)
    return { status }
  })
}

/** Loads and locks the company's offer and its demand; the demand is locked first, as everywhere. */
async function lockOwnOffer(tx: Db, offerId: number, companyId: number) {
  const own = and(eq(offers.id, offerId), eq(offers.companyId, companyId))
  const [demand] = await tx
    .select()
    .from(demands)
    .where(eq(demands.id, sql`(select ${offers.demandId} from ${offers} where ${own})`))
    .for('no key update')
  const [offer] = await tx.select().from(offers).where(own).for('update')
  if (demand === undefined || offer === undefined) throw new CallFailed('notFound')
  return { demand, offer }
}

async function withdrawOffer(tx: Db, offer: typeof offers.$inferSelect, reason: string, caller: Seller) {
  const status = nextState(offerTransitions, offer.status, 'withdraw', 'seller')
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  if (reason === '') throw fieldFailed({ field: 'reason', message: '请填写撤回原因' })
  await tx
    .update(offers)
    .set({ status })
    .where(and(eq(offers.id, offer.id), eq(offers.status, offer.status)))
  await updateOfferCount(tx, offer.demandId)
  await tx.delete(offerVersions).where(and(eq(offerVersions.offerId, offer.id), eq(offerVersions.version, 0)))
  await recordSteps(tx, [
    {
      entity: 'offer',
      entityId: offer.id,
      event: 'withdraw',
      fromStatus: offer.status,
      toStatus: status,
      reason,
      ...actorOf(caller),
    },
  ])
  return status
}
