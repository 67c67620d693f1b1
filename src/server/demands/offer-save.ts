import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { offers, offerVersions } from '../../db/tables/demands.ts'
import { answersFor } from '../../domain/demands/answers.ts'
import { offerFaults, unevenFault } from '../../domain/demands/offer-faults.ts'
import type { OfferFile } from '../../domain/demands/offer-files.ts'
import { offerTransitions } from '../../domain/demands/offer-states.ts'
import { offerTotal, offerTotalMax } from '../../domain/demands/offer-terms.ts'
import { next } from '../../domain/transition.ts'
import type { Handler, Seller } from '../handler.ts'
import { ownFiles, takeNumber } from '../operations/public.ts'
import { mustBeCertified } from '../session/authorise.ts'
import { holdOpen } from '../shops/public.ts'
import { demandForOffer } from './demand-for-offer.ts'
import { submitOffer, type OfferDraft } from './submit-offer.ts'
import { tellOffered } from './tell-offered.ts'

type Input = z.output<typeof offersCalls.offerSave.input>
type Offer = typeof offers.$inferSelect
type Demand = Awaited<ReturnType<typeof demandForOffer>>

export const offerSave: Handler<typeof offersCalls.offerSave> = async (input, context) => {
  const { caller, db, note } = context
  if (input.submit) mustBeCertified(caller)
  return db.transaction(async (tx) => {
    const demand = await demandForOffer(tx, input.demandId, caller.companyId)
    if (input.submit) mustBeWhole(input, demand)
    if (!(await holdOpen(tx, [caller.companyId]))) throw new CallFailed('notSeller')
    const offer = await liveOffer(tx, input.demandId, caller)
    if (next(offerTransitions, offer.status, 'submit', 'seller') === undefined) throw new CallFailed('stepNotAllowed')
    const draft = draftOf(input, demand, await filesOf(tx, input.fileIds, caller))
    if (!input.submit) {
      note(`${offer.offerNo}，草稿`)
      return keepDraft(tx, offer, draft)
    }
    const { version, hash, salt, made } = await submitOffer(tx, offer, draft, caller)
    note(made ? `${offer.offerNo}，提交第 ${version} 版` : `${offer.offerNo}，与第 ${version} 版相同`)
    if (made) await tellOffered(tx, context, demand, { version, total: draft.total, sealed: draft.sealed })
    return { offerId: offer.id, status: 'submitted' as const, version, hash, salt }
  })
}

/** Payments that do not add up have a failure of their own, where nothing else is wrong. */
function mustBeWhole(input: Input, { questions, deadline }: Demand): void {
  const faults = offerFaults(input, { questions, deadline, now: new Date() })
  if (faults.length === 0) return
  const uneven = unevenFault(input.milestones) !== null && faults.length === 1
  throw uneven ? new CallFailed('milestonesUneven', faults) : fieldFailed(...faults)
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

/** The named files as the version keeps them, in their order: only own ones can be given. */
async function filesOf(tx: Db, fileIds: readonly string[], caller: Seller): Promise<OfferFile[]> {
  const ids = [...new Set(fileIds)]
  const own = await ownFiles(tx, ids, caller, 'attachment')
  return ids.map((fileId, at) => {
    const file = own.get(fileId)
    if (file === undefined) throw fieldFailed({ field: `fileIds.${at}`, message: '附件不存在，请移除后重新上传' })
    return { fileId, name: file.name, size: file.size, sha256: file.sha256 }
  })
}

/** Totals are the server's; what a demand wants sealed is sealed, whatever was sent. */
function draftOf(input: Input, demand: Demand, files: readonly OfferFile[]): OfferDraft {
  return {
    items: input.items,
    milestones: input.milestones,
    total: Math.min(offerTotal(input.items), offerTotalMax),
    durationDays: input.durationDays,
    validUntil: new Date(input.validUntil),
    note: input.note,
    answers: answersFor(demand.questions, input.answers),
    files: [...files],
    sealed: demand.sealedOnly || input.sealed,
  }
}

/** The one draft of an offer is version 0, replaced in place. */
async function keepDraft(tx: Db, offer: Offer, draft: OfferDraft) {
  await tx
    .insert(offerVersions)
    .values({ ...draft, offerId: offer.id, version: 0 })
    .onConflictDoUpdate({
      target: [offerVersions.offerId, offerVersions.version],
      set: { ...draft, createdAt: new Date() },
    })
  return { offerId: offer.id, status: offer.status, version: offer.version, hash: '', salt: '' }
}
