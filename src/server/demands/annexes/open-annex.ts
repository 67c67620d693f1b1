import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  annexOpenings,
  demandAcceptances,
  demandFiles,
  demands,
  offers,
  offerVersions,
} from '../../../db/tables/demands.ts'
import { loadAnnexAccess, type AnnexAccess, canManageDemands, termsUnder } from './load-annex-access.ts'
import { assertCertified } from '../../session/authorise.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { files } from '../../../db/tables/operations.ts'
import type { Caller } from '../../handler.ts'
import { isOfferWithdrawn } from '../../../domain/demands/offer-states.ts'

/** What is opened: a file, or the confidential text (`fileId` null). */
export interface OpenedAnnex {
  readonly demandId: number
  readonly fileId: string | null
}
interface AnnexReader {
  readonly companyId: number
  readonly userId: number
}
type SupplierReader = AnnexReader & Pick<Caller, 'certification'>

/**
 * Checks a supplier's access and logs the opening. The acceptance is locked, so that nothing is opened after a
 * confirmed revocation, and concurrent requests create one log entry.
 */
export async function openAnnexAsSupplier(
  db: Db,
  opened: OpenedAnnex,
  { companyId, userId, certification }: SupplierReader,
): Promise<AnnexAccess> {
  return db.transaction(async (tx) => {
    const [accepted] = await tx
      .select({ id: demandAcceptances.id })
      .from(demandAcceptances)
      .where(and(eq(demandAcceptances.demandId, opened.demandId), eq(demandAcceptances.companyId, companyId)))
      .for('no key update')
    if (accepted === undefined) await acceptUnderNda(tx, opened.demandId, { companyId, userId, certification })
    const access = await loadAnnexAccess(tx, opened.demandId, companyId)
    if (!access.isOwner && access.state === 'open') await recordOpening(tx, opened, { companyId, userId })
    return access
  })
}

/**
 * A first opening under a confidentiality agreement in force counts as acceptance, which the buyer sees and can revoke.
 * Like any acceptance it needs a certified company: throws notCertified, certificationExpired, companySuspended.
 */
async function acceptUnderNda(
  tx: Db,
  demandId: number,
  { companyId, userId, certification }: SupplierReader,
): Promise<void> {
  const { nda, acceptance, isOwner, state } = await loadAnnexAccess(tx, demandId, companyId)
  if (nda === null || acceptance !== null || isOwner || state !== 'open') return
  assertCertified({ certification })
  const { agreementId } = nda
  await tx
    .insert(demandAcceptances)
    .values({ demandId, companyId, userId, agreementId, terms: termsUnder(nda) })
    .onConflictDoNothing()
}

/**
 * Logs an opening, once per person, item and minute: browsers send range requests, and people click twice.
 */
export async function recordOpening(tx: Db, { demandId, fileId }: OpenedAnnex, opener: AnnexReader): Promise<void> {
  const [before] = await tx
    .select({ id: annexOpenings.id })
    .from(annexOpenings)
    .where(
      and(
        eq(annexOpenings.demandId, demandId),
        eq(annexOpenings.userId, opener.userId),
        fileId === null ? isNull(annexOpenings.fileId) : eq(annexOpenings.fileId, fileId),
        gt(annexOpenings.openedAt, sql`now() - interval '1 minute'`),
      ),
    )
    .limit(1)
  if (before === undefined) await tx.insert(annexOpenings).values({ demandId, fileId, ...opener })
}

type StoredFile = Pick<typeof files.$inferSelect, 'id' | 'companyId' | 'userId'>
type Annex = Awaited<ReturnType<typeof demandsWithAnnex>>[number]
type OfferWithFile = Awaited<ReturnType<typeof offersWithFile>>[number]

/**
 * Whether the caller may open a private attachment used by demands or offers; undefined if none uses it. `isOwn`: the
 * file belongs to the caller's company; colleagues still need the permission of the demand or offer. Openings of
 * annexes by others than the owner are logged first.
 */
export async function canOpenDemandFile(
  db: Db,
  file: StoredFile,
  caller: Caller,
  isOwn: boolean,
): Promise<boolean | undefined> {
  const [annexes, inOffers] = await Promise.all([demandsWithAnnex(db, file.id), offersWithFile(db, file)])
  if (annexes.length === 0 && inOffers.length === 0) return undefined
  if (isOwn) return canOpenOwn(caller, annexes, inOffers)
  if (inOffers.some((offer) => canReadOffer(offer, caller))) return true
  for (const annex of annexes) if (await canOpenAnnex(db, annex, file.id, caller)) return true
  return caller.operatorPermissions.has('review') && canOperatorOpen(db, { annexes, inOffers }, file.id, caller.userId)
}

function canOpenOwn(caller: Caller, annexes: readonly Annex[], inOffers: readonly OfferWithFile[]): boolean {
  return (
    (annexes.length > 0 && canManageDemands(caller)) || (inOffers.length > 0 && caller.permissions.has('my_supply'))
  )
}

/** Submitted and not sealed any more. */
const isReadableVersion = ({ version, sealed, openedAt }: OfferWithFile) =>
  version > 0 && (!sealed || openedAt !== null)

/** Buyers may read files of readable versions, except of withdrawn offers. */
const canReadOffer = (offer: OfferWithFile, { companyId, permissions }: Caller) =>
  companyId !== null &&
  offer.buyerId === companyId &&
  permissions.has('my_requirement') &&
  !isOfferWithdrawn(offer.status) &&
  isReadableVersion(offer)

async function canOpenAnnex(db: Db, { demandId }: Annex, fileId: string, caller: Caller): Promise<boolean> {
  const { companyId, userId, certification, shopId, permissions } = caller
  if (companyId === null || shopId === null || !permissions.has('my_supply')) return false
  const reader = { companyId, userId, certification }
  const access = await openAnnexAsSupplier(db, { demandId, fileId }, reader).catch((thrown: unknown) => {
    // The demand is not public any more, or the company is not certified.
    if (thrown instanceof CallFailed) return null
    throw thrown
  })
  return access !== null && !access.isOwner && access.state === 'open'
}

/**
 * Operators may open everything except sealed offers. Their openings of annexes are logged under the demand's company,
 * since operators may have none.
 */
async function canOperatorOpen(
  db: Db,
  { annexes, inOffers }: { annexes: readonly Annex[]; inOffers: readonly OfferWithFile[] },
  fileId: string,
  userId: number,
): Promise<boolean> {
  if (inOffers.length > 0 && !inOffers.some(isReadableVersion)) return false
  for (const { demandId, companyId } of annexes) await recordOpening(db, { demandId, fileId }, { companyId, userId })
  return true
}

const demandsWithAnnex = (db: Db, fileId: string) =>
  db
    .select({ demandId: demands.id, companyId: demands.companyId })
    .from(demandFiles)
    .innerJoin(demands, eq(demands.id, demandFiles.demandId))
    .where(and(eq(demandFiles.fileId, fileId), eq(demandFiles.audience, 'confidential')))

/** Offer versions that contain a file, searched within the offers of the file's company to avoid a full scan. */
async function offersWithFile(db: Db, { id, companyId }: StoredFile) {
  if (companyId === null) return []
  return db
    .select({
      version: offerVersions.version,
      sealed: offerVersions.sealed,
      openedAt: offerVersions.openedAt,
      buyerId: demands.companyId,
      status: offers.status,
    })
    .from(offers)
    .innerJoin(offerVersions, eq(offerVersions.offerId, offers.id))
    .innerJoin(demands, eq(demands.id, offers.demandId))
    .where(
      and(eq(offers.companyId, companyId), sql`${offerVersions.files} @> ${JSON.stringify([{ fileId: id }])}::jsonb`),
    )
}
