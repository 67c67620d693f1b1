import { createHash, randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { offers, offerVersions } from '../../db/tables/demands.ts'
import { offerHashText, saysTheSame, type HashedOffer } from '../../domain/demands/offer-hash.ts'
import { offerTransitions } from '../../domain/demands/offer-states.ts'
import { mostOfferVersions } from '../../domain/demands/offer-terms.ts'
import { next } from '../../domain/transition.ts'
import type { Seller } from '../handler.ts'
import { actorOf, recordSteps } from '../operations/public.ts'
import { countOffers } from './count-offers.ts'

type Offer = typeof offers.$inferSelect
type Version = typeof offerVersions.$inferSelect

/** A version before it has its number, hash and salt. */
export type OfferDraft = Omit<Version, 'id' | 'offerId' | 'version' | 'openedAt' | 'hash' | 'salt' | 'createdAt'>

async function versionInForce(tx: Db, { id, version }: Offer): Promise<Version | undefined> {
  const [found] = await tx
    .select()
    .from(offerVersions)
    .where(and(eq(offerVersions.offerId, id), eq(offerVersions.version, version)))
  return found
}

/**
 * What is submitted is a version of its own, never changed; the draft has become it. What says the same as the version
 * in force is that version: two tabs, or a button pressed again after a lost answer, make one.
 */
export async function submitOffer(
  tx: Db,
  offer: Offer,
  draft: OfferDraft,
  caller: Seller,
): Promise<Pick<Version, 'version' | 'hash' | 'salt'> & { readonly made: boolean }> {
  const status = next(offerTransitions, offer.status, 'submit', 'seller')
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const inForce = offer.version === 0 ? undefined : await versionInForce(tx, offer)
  await tx.delete(offerVersions).where(and(eq(offerVersions.offerId, offer.id), eq(offerVersions.version, 0)))
  if (inForce !== undefined && inForce.sealed === draft.sealed && saysTheSame(said(inForce), said(draft))) {
    return { version: offer.version, hash: inForce.hash, salt: inForce.salt, made: false }
  }
  await mustHaveRoom(tx, offer)
  const version = offer.version + 1
  const fixed = fingerprint(offer, version, draft)
  await tx.insert(offerVersions).values({ ...draft, ...fixed, offerId: offer.id, version })
  const [moved] = await tx
    .update(offers)
    .set({ status, version, sealed: draft.sealed, submittedAt: new Date() })
    .where(and(eq(offers.id, offer.id), eq(offers.status, offer.status), eq(offers.version, offer.version)))
    .returning({ id: offers.id })
  if (moved === undefined) throw new CallFailed('conflict')
  if (version === 1) await countOffers(tx, offer.demandId)
  const reason = `第 ${version} 版${draft.sealed ? '，密封' : ''}`
  const step = { event: 'submit', fromStatus: offer.status, toStatus: status, reason }
  await recordSteps(tx, [{ entity: 'offer', entityId: offer.id, ...step, ...actorOf(caller) }])
  return { version, ...fixed, made: true }
}

/** Versions of withdrawn offers count too: offering anew is no way around. */
async function mustHaveRoom(tx: Db, { demandId, companyId }: Offer): Promise<void> {
  const [made] = await tx
    .select({ versions: sql<number>`coalesce(sum(${offers.version}), 0)::int` })
    .from(offers)
    .where(and(eq(offers.demandId, demandId), eq(offers.companyId, companyId)))
  if ((made?.versions ?? 0) >= mostOfferVersions) throw new CallFailed('versionsFull')
}

const said = <V extends Pick<OfferDraft, 'validUntil'>>(version: V) => ({
  ...version,
  validUntil: version.validUntil.toISOString(),
})

/** The hash that fixes a version, and the salt that keeps its terms from being found by trying. */
function fingerprint(
  { offerNo }: Offer,
  version: number,
  draft: OfferDraft,
): Pick<HashedOffer, 'salt'> & { hash: string } {
  const salt = randomBytes(16).toString('hex')
  const text = offerHashText({ ...said(draft), offerNo, version, salt })
  return { salt, hash: createHash('sha256').update(text, 'utf8').digest('hex') }
}
