import { and, eq, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { demandFiles, demands, offers, offerVersions } from '../../../db/tables/demands.ts'
import type { files } from '../../../db/tables/operations.ts'
import type { Caller } from '../../handler.ts'
import { mayKeep } from './seat.ts'
import { openAsSupplier, recordOpening } from './record-opening.ts'

type StoredFile = Pick<typeof files.$inferSelect, 'id' | 'companyId' | 'userId'>
type Annex = Awaited<ReturnType<typeof annexesWith>>[number]
type InOffer = Awaited<ReturnType<typeof offersWith>>[number]

/**
 * Whether somebody may open a private attachment, by the demands and offers that it is part of; undefined when it is
 * part of none. `isOwn` tells whose it is: annexes and files of offers need the right that their demand or offer
 * needs, from colleagues too. Openings of annexes by anybody but the owner are logged before the answer.
 */
export async function mayOpenDemandFile(
  db: Db,
  file: StoredFile,
  caller: Caller,
  isOwn: boolean,
): Promise<boolean | undefined> {
  const [annexes, inOffers] = await Promise.all([annexesWith(db, file.id), offersWith(db, file)])
  if (annexes.length === 0 && inOffers.length === 0) return undefined
  if (isOwn) return mayOpenOwn(caller, annexes, inOffers)
  if (inOffers.some((offer) => mayReadOffer(offer, caller))) return true
  for (const annex of annexes) if (await opensAnnex(db, annex, file.id, caller)) return true
  return caller.isOperator && mayOperatorOpen(db, { annexes, inOffers }, file.id, caller.userId)
}

function mayOpenOwn(caller: Caller, annexes: readonly Annex[], inOffers: readonly InOffer[]): boolean {
  return (annexes.length > 0 && mayKeep(caller)) || (inOffers.length > 0 && caller.permissions.has('my_supply'))
}

/** Submitted, and not under a seal that still holds. */
const isShown = ({ version, sealed, openedAt }: InOffer) => version > 0 && (!sealed || openedAt !== null)

/** The buyer reads the files of versions that it may read; what was withdrawn is no longer offered. */
const mayReadOffer = (offer: InOffer, { companyId, permissions }: Caller) =>
  companyId !== null &&
  offer.buyerId === companyId &&
  permissions.has('my_requirement') &&
  offer.status !== 'withdrawn' &&
  isShown(offer)

async function opensAnnex(db: Db, { demandId }: Annex, fileId: string, caller: Caller): Promise<boolean> {
  const { companyId, userId, shopId, permissions } = caller
  if (companyId === null || shopId === null || !permissions.has('my_supply')) return false
  const seat = await openAsSupplier(db, { demandId, fileId }, { companyId, userId }).catch((thrown: unknown) => {
    // A demand that is not public any more.
    if (thrown instanceof CallFailed) return null
    throw thrown
  })
  return seat !== null && !seat.isOwner && seat.state === 'open'
}

/**
 * The platform reads what it must judge, but nothing that is sealed. Its looks at annexes stand in the buyer's log, in
 * the name of the demand's company, for operators need not have one.
 */
async function mayOperatorOpen(
  db: Db,
  { annexes, inOffers }: { annexes: readonly Annex[]; inOffers: readonly InOffer[] },
  fileId: string,
  userId: number,
): Promise<boolean> {
  if (inOffers.length > 0 && !inOffers.some(isShown)) return false
  for (const { demandId, companyId } of annexes) await recordOpening(db, { demandId, fileId }, { companyId, userId })
  return true
}

const annexesWith = (db: Db, fileId: string) =>
  db
    .select({ demandId: demands.id, companyId: demands.companyId })
    .from(demandFiles)
    .innerJoin(demands, eq(demands.id, demandFiles.demandId))
    .where(and(eq(demandFiles.fileId, fileId), eq(demandFiles.audience, 'confidential')))

/** Versions of its own company's offers that carry a file: found along the company's offers, never over all versions. */
async function offersWith(db: Db, { id, companyId }: StoredFile) {
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
