import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { offers, offerVersions, demands } from '../../db/tables/demands.ts'
import { answersFor } from '../../domain/demands/answers.ts'
import { validateOffer, milestoneSumError } from '../../domain/demands/validate-offer.ts'
import {
  type OfferFile,
  offerTotal,
  maxOfferTotal,
  maxOfferVersions,
  readMilestones,
} from '../../domain/demands/offer-terms.ts'
import { offerTransitions } from '../../domain/demands/offer-states.ts'
import { nextState } from '../../domain/transition.ts'
import type { Handler, Seller } from '../handler.ts'
import { assertCertified } from '../session/authorise.ts'
import { notifyOfferSubmitted } from './notify-offers.ts'
import { ownFiles } from '../platform/files/files.ts'
import { takeNumber } from '../platform/numbers/take-number.ts'
import { lockOpenShops } from '../shops/lock-open-shops.ts'
import { createHash, randomBytes } from 'node:crypto'
import { offerHashText, hasSameTerms, type HashedOffer } from '../../domain/demands/offer-hash.ts'
import { isInvited } from './is-invited.ts'
import { updateOfferCount } from './update-offer-count.ts'
import { actorOf, recordSteps } from '../platform/history/record-steps.ts'
import { offerRefusal } from '../../domain/demands/demand-states.ts'

type OfferRow = typeof offers.$inferSelect
type Version = typeof offerVersions.$inferSelect

/** Version without number, hash and salt. */
type OfferDraft = Omit<Version, 'id' | 'offerId' | 'version' | 'openedAt' | 'hash' | 'salt' | 'createdAt'>

async function currentVersion(tx: Db, { id, version }: OfferRow): Promise<Version | undefined> {
  const [found] = await tx
    .select()
    .from(offerVersions)
    .where(and(eq(offerVersions.offerId, id), eq(offerVersions.version, version)))
  return found
}

/**
 * Creates an immutable version and deletes the draft. If the terms equal those of the current version, no version is
 * created: two tabs, or a retry after a lost response, result in one.
 */
async function submitOffer(
  tx: Db,
  offer: OfferRow,
  draft: OfferDraft,
  caller: Seller,
): Promise<Pick<Version, 'version' | 'hash' | 'salt'> & { readonly made: boolean }> {
  const status = nextState(offerTransitions, offer.status, 'submit', 'seller')
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const inForce = offer.version === 0 ? undefined : await currentVersion(tx, offer)
  await tx.delete(offerVersions).where(and(eq(offerVersions.offerId, offer.id), eq(offerVersions.version, 0)))
  if (
    inForce !== undefined &&
    inForce.sealed === draft.sealed &&
    hasSameTerms(hashedTerms(inForce), hashedTerms(draft))
  ) {
    return { version: offer.version, hash: inForce.hash, salt: inForce.salt, made: false }
  }
  await assertVersionLimit(tx, offer)
  const version = offer.version + 1
  const hashed = hashVersion(offer, version, draft)
  await tx.insert(offerVersions).values({ ...draft, ...hashed, offerId: offer.id, version })
  const [moved] = await tx
    .update(offers)
    .set({ status, version, sealed: draft.sealed, submittedAt: new Date() })
    .where(and(eq(offers.id, offer.id), eq(offers.status, offer.status), eq(offers.version, offer.version)))
    .returning({ id: offers.id })
  if (moved === undefined) throw new CallFailed('conflict')
  if (version === 1) await updateOfferCount(tx, offer.demandId)
  const reason = `第 ${version} 版${draft.sealed ? '，密封' : ''}`
  const step = { event: 'submit', fromStatus: offer.status, toStatus: status, reason }
  await recordSteps(tx, [{ entity: 'offer', entityId: offer.id, ...step, ...actorOf(caller) }])
  return { version, ...hashed, made: true }
}

/** Throws versionsFull. Versions of withdrawn offers count, so that a new offer does not reset the limit. */
async function assertVersionLimit(tx: Db, { demandId, companyId }: OfferRow): Promise<void> {
  const [made] = await tx
    .select({ versions: sql<number>`coalesce(sum(${offers.version}), 0)::int` })
    .from(offers)
    .where(and(eq(offers.demandId, demandId), eq(offers.companyId, companyId)))
  if ((made?.versions ?? 0) >= maxOfferVersions) throw new CallFailed('versionsFull')
}

const hashedTerms = <V extends Pick<OfferDraft, 'validUntil' | 'milestones'>>(version: V) => ({
  ...version,
  milestones: readMilestones(version.milestones),
  validUntil: version.validUntil.toISOString(),
})

/** Hash of a version and its salt, which prevents finding the terms by brute force. */
function hashVersion(
  { offerNo }: OfferRow,
  version: number,
  draft: OfferDraft,
): Pick<HashedOffer, 'salt'> & { hash: string } {
  const salt = randomBytes(16).toString('hex')
  const text = offerHashText({ ...hashedTerms(draft), offerNo, version, salt })
  return { salt, hash: createHash('sha256').update(text, 'utf8').digest('hex') }
}

/**
 * Loads and locks the demand of an offer until the transaction ends. Status and deadline are checked under the lock, so
 * that no award or deadline comes between check and write. Throws why no offer can be made.
 */
async function lockDemandForOffer(tx: Db, demandId: number, companyId: number) {
  const [demand] = await tx.select().from(demands).where(eq(demands.id, demandId)).for('no key update')
  if (demand === undefined || demand.deletedAt !== null) throw new CallFailed('notFound')
  if (demand.companyId === companyId) throw new CallFailed('ownDemand')
  const refusal = offerRefusal(demand.status, demand.deadline, new Date())
  if (refusal !== null) throw new CallFailed(refusal)
  if (demand.invitedOnly && !(await isInvited(tx, demandId, companyId))) throw new CallFailed('notInvited')
  return demand
}

type Input = z.output<typeof offersCalls.offerSave.input>
type Offer = typeof offers.$inferSelect
type Demand = Awaited<ReturnType<typeof lockDemandForOffer>>

export const offerSave: Handler<typeof offersCalls.offerSave> = async (input, context) => {
  const { caller, db, note } = context
  if (input.submit) assertCertified(caller)
  return db.transaction(async (tx) => {
    const demand = await lockDemandForOffer(tx, input.demandId, caller.companyId)
    if (input.submit) assertComplete(input, demand)
    if (!(await lockOpenShops(tx, [caller.companyId]))) throw new CallFailed('notSeller')
    const offer = await findOrCreateOffer(tx, input.demandId, caller)
    if (nextState(offerTransitions, offer.status, 'submit', 'seller') === undefined)
      throw new CallFailed('stepNotAllowed')
    const draft = toDraft(input, demand, await offerFiles(tx, input.fileIds, caller))
    if (!input.submit) {
      note(`${offer.offerNo}，草稿`)
      return saveDraft(tx, offer, draft)
    }
    const { version, hash, salt, made } = await submitOffer(tx, offer, draft, caller)
    note(made ? `${offer.offerNo}，提交第 ${version} 版` : `${offer.offerNo}，与第 ${version} 版相同`)
    if (made) await notifyOfferSubmitted(tx, context, demand, { version, total: draft.total, sealed: draft.sealed })
    return { offerId: offer.id, status: 'submitted' as const, version, hash, salt }
  })
}

/** Throws validation errors; if only the milestone sum is wrong, throws milestonesUneven. */
function assertComplete(input: Input, { questions, deadline }: Demand): void {
  const errors = validateOffer(input, { questions, deadline, now: new Date() })
  if (errors.length === 0) return
  const isSumWrong = milestoneSumError(input.milestones) !== null && errors.length === 1
  throw isSumWrong ? new CallFailed('milestonesUneven', errors) : fieldFailed(...errors)
}

/** Active offer of the supplier on the demand, or a new one. The lock on the demand prevents duplicates. */
async function findOrCreateOffer(tx: Db, demandId: number, { companyId, userId }: Seller): Promise<Offer> {
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

/** Files of the version, in the given order; only own uploads are allowed. */
async function offerFiles(tx: Db, fileIds: readonly string[], caller: Seller): Promise<OfferFile[]> {
  const ids = [...new Set(fileIds)]
  const own = await ownFiles(tx, ids, caller, 'attachment')
  return ids.map((fileId, at) => {
    const file = own.get(fileId)
    if (file === undefined) throw fieldFailed({ field: `fileIds.${at}`, message: '附件不存在，请移除后重新上传' })
    return { fileId, name: file.name, size: file.size, sha256: file.sha256 }
  })
}

/** The total is computed here; offers on a sealed-only demand are always sealed. */
function toDraft(input: Input, demand: Demand, files: readonly OfferFile[]): OfferDraft {
  return {
    items: input.items,
    milestones: input.milestones,
    total: Math.min(offerTotal(input.items), maxOfferTotal),
    durationDays: input.durationDays,
    validUntil: new Date(input.validUntil),
    note: input.note,
    taxRate: input.taxRate,
    answers: answersFor(demand.questions, input.answers),
    files: [...files],
    sealed: demand.sealedOnly || input.sealed,
  }
}

/** Saves the draft of an offer as version 0, replacing an earlier one. */
async function saveDraft(tx: Db, offer: Offer, draft: OfferDraft) {
  await tx
    .insert(offerVersions)
    .values({ ...draft, offerId: offer.id, version: 0 })
    .onConflictDoUpdate({
      target: [offerVersions.offerId, offerVersions.version],
      set: { ...draft, createdAt: new Date() },
    })
  return { offerId: offer.id, status: offer.status, version: offer.version, hash: '', salt: '' }
}
