import { and, eq, inArray, sql } from 'drizzle-orm'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers, offerVersions } from '../../db/tables/demands.ts'
import { validUntilFault } from '../../domain/demands/demand-rules.ts'
import { offerTransitions } from '../../domain/demands/offer-states.ts'
import { milestonesEven, offerTotal, offerTotalMax } from '../../domain/demands/offer-terms.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { next } from '../../domain/transition.ts'
import type { Handler, Seller } from '../handler.ts'
import { actorOf, peopleOf, recordSteps, takeNumber, tell } from '../operations/public.ts'
import { mustBeCertified } from '../session/authorise.ts'
import { demandForOffer } from './demand-for-offer.ts'
import { demandTags } from './demand-tags.ts'

type Offer = typeof offers.$inferSelect

export const offerSave: Handler<typeof offersCalls.offerSave> = async (input, context) => {
  const { caller, db, push, pages, after, note: log } = context
  if (input.submit) mustBeCertified(caller)
  const total = offerTotal(input.items)
  if (total > offerTotalMax) throw fieldFailed({ field: 'items', message: '报价总额过大' })
  if (input.submit && !milestonesEven(input.milestones)) throw new CallFailed('milestonesUneven')
  return db.transaction(async (tx) => {
    const demand = await demandForOffer(tx, input.demandId, caller.companyId)
    const validUntil = new Date(input.validUntil)
    const fault = validUntilFault(validUntil, demand.deadline, new Date())
    if (fault !== null) throw fieldFailed({ field: 'validUntil', message: fault })
    const offer = await liveOffer(tx, input.demandId, caller)
    log(`${offer.offerNo}${input.submit ? `，提交第 ${offer.version + 1} 版` : '，草稿'}`)
    const { items, milestones, durationDays, note } = input
    const terms = { offerId: offer.id, items, milestones, total, durationDays, validUntil, note }
    if (!input.submit) return keepDraft(tx, offer, terms)
    const version = await submit(tx, offer, terms, caller)
    const people = await peopleOf(tx, [demand.companyId], 'my_requirement')
    after(() => {
      pages.invalidate(demandTags(demand.id))
      const what = version === 1 ? '收到一份新报价' : `的一份报价更新为第 ${version} 版`
      const title = `需求「${demand.title}」${what}：¥${yuan(total)}`
      tell(push, people.get(demand.companyId), { title, path: links.buyerDemand(demand.id) })
    })
    return { offerId: offer.id, status: 'submitted' as const, version }
  })
}

/** The supplier's live offer on the demand, or a new one. The lock on the demand lets only one of two savers make it. */
async function liveOffer(tx: Db, demandId: number, { companyId, userId }: Seller): Promise<Offer> {
  const [live] = await tx
    .select()
    .from(offers)
    .where(
      and(
        eq(offers.demandId, demandId),
        eq(offers.companyId, companyId),
        inArray(offers.status, ['draft', 'submitted', 'accepted']),
      ),
    )
    .for('update')
  if (live !== undefined) return live
  const { id, no } = await takeNumber(tx, 'offers', 'BJ')
  const [made] = await tx.insert(offers).values({ id, offerNo: no, demandId, companyId, userId }).returning()
  if (made === undefined) throw new CallFailed('conflict')
  return made
}

type Terms = Omit<typeof offerVersions.$inferInsert, 'id' | 'version' | 'createdAt'>

/** The one draft of an offer is version 0, replaced in place. */
async function keepDraft(tx: Db, offer: Offer, terms: Terms) {
  if (next(offerTransitions, offer.status, 'submit', 'seller') === undefined) throw new CallFailed('stepNotAllowed')
  await tx
    .insert(offerVersions)
    .values({ ...terms, version: 0 })
    .onConflictDoUpdate({
      target: [offerVersions.offerId, offerVersions.version],
      set: { ...terms, createdAt: new Date() },
    })
  return { offerId: offer.id, status: offer.status, version: offer.version }
}

/** What is submitted is a version of its own, never changed; the draft has become it. */
async function submit(tx: Db, offer: Offer, terms: Terms, caller: Seller): Promise<number> {
  const status = next(offerTransitions, offer.status, 'submit', 'seller')
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const version = offer.version + 1
  await tx.insert(offerVersions).values({ ...terms, version })
  await tx.delete(offerVersions).where(and(eq(offerVersions.offerId, offer.id), eq(offerVersions.version, 0)))
  const [moved] = await tx
    .update(offers)
    .set({ status, version, submittedAt: new Date() })
    .where(and(eq(offers.id, offer.id), eq(offers.status, offer.status), eq(offers.version, offer.version)))
    .returning({ id: offers.id })
  if (moved === undefined) throw new CallFailed('conflict')
  if (version === 1) await countOffer(tx, offer.demandId)
  const step = { event: 'submit', fromStatus: offer.status, toStatus: status, reason: `第 ${version} 版` }
  await recordSteps(tx, [{ entity: 'offer', entityId: offer.id, ...step, ...actorOf(caller) }])
  return version
}

const countOffer = (tx: Db, demandId: number) =>
  tx
    .update(demands)
    .set({ offerCount: sql`${demands.offerCount} + 1` })
    .where(eq(demands.id, demandId))
