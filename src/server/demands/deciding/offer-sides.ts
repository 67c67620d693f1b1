import { and, eq, gt, isNull } from 'drizzle-orm'
import type { OfferMessage } from '../../../contract/demands/offer-decisions.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demands, offerMessages, offers, offerVersions } from '../../../db/tables/demands.ts'
import { maskCompany } from '../../../domain/demands/demand-rules.ts'
import type { Member } from '../../handler.ts'

export type OfferSides = Awaited<ReturnType<typeof offerForSide>>

/** A submitted offer and the side on which the caller stands; whoever is on neither finds nothing. */
export async function offerForSide(db: Db, offerId: number, caller: Member) {
  const [row] = await db
    .select({ offer: offers, version: offerVersions, demand: demands })
    .from(offers)
    .innerJoin(offerVersions, and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version)))
    .innerJoin(demands, eq(demands.id, offers.demandId))
    .where(and(eq(offers.id, offerId), gt(offers.version, 0), isNull(demands.deletedAt)))
  const side = row === undefined ? null : sideOf(row.demand.companyId, row.offer.companyId, caller)
  if (row === undefined || side === null) throw new CallFailed('notFound')
  // What was withdrawn is no longer offered to the buyer.
  if (side === 'buyer' && row.offer.status === 'withdrawn') throw new CallFailed('notFound')
  return { ...row, side }
}

function sideOf(buyerId: number, sellerId: number, { companyId, permissions }: Member): 'buyer' | 'seller' | null {
  if (companyId === buyerId) return permissions.has('my_requirement') ? 'buyer' : null
  return companyId === sellerId && permissions.has('my_supply') ? 'seller' : null
}

/** Names of both sides as the reader may know them: the buyer stays masked to a supplier without a deal. */
export async function namesOf(db: Db, { offer, demand, side }: OfferSides) {
  const rows = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(eq(companies.id, demand.companyId))
    .union(
      db.select({ id: companies.id, name: companies.name }).from(companies).where(eq(companies.id, offer.companyId)),
    )
  const name = (id: number) => rows.find((row) => row.id === id)?.name ?? ''
  const named = side === 'buyer' || offer.status === 'accepted'
  const buyer = name(demand.companyId)
  return { buyer: named ? buyer : maskCompany(buyer), seller: name(offer.companyId) }
}

type Stored = typeof offerMessages.$inferSelect

export const presentMessage = (
  { id, side, text, createdAt }: Stored,
  names: { readonly buyer: string; readonly seller: string },
): OfferMessage => ({ messageId: id, side, by: names[side], text, createdAt: createdAt.toISOString() })
