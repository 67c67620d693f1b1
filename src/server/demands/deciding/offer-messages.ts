import { asc, eq, and, gt, isNull, sql } from 'drizzle-orm'
import type { offerDecisionsCalls, OfferMessage } from '../../../contract/demands/offer-decisions.ts'
import { offerMessages as messages, demands, offerMessages, offers, offerVersions } from '../../../db/tables/demands.ts'
import {
  maxOfferMessages,
  acceptsMessages,
  isOfferWithdrawn,
  isOfferAccepted,
} from '../../../domain/demands/offer-states.ts'
import type { Handler, Member, Context } from '../../handler.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { maskCompany } from '../../../domain/demands/demand-rules.ts'
import { links } from '../../../domain/links.ts'
import { isSealed } from '../present-offer.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import type { Side } from '../../../domain/sides.ts'

export type OfferWithSide = Awaited<ReturnType<typeof getOfferWithSide>>

/** Loads a submitted offer and the caller's side; throws notFound for other companies. */
export async function getOfferWithSide(db: Db, offerId: number, caller: Member) {
  const [row] = await db
    .select({ offer: offers, version: offerVersions, demand: demands })
    .from(offers)
    .innerJoin(offerVersions, and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version)))
    .innerJoin(demands, eq(demands.id, offers.demandId))
    .where(and(eq(offers.id, offerId), gt(offers.version, 0), isNull(demands.deletedAt)))
  const side = row === undefined ? null : sideOfCaller(row.demand.companyId, row.offer.companyId, caller)
  if (row === undefined || side === null) throw new CallFailed('notFound')
  // Withdrawn offers are hidden from the buyer.
  if (side === 'buyer' && isOfferWithdrawn(row.offer.status)) throw new CallFailed('notFound')
  return { ...row, side }
}

function sideOfCaller(buyerId: number, sellerId: number, { companyId, permissions }: Member): Side | null {
  if (companyId === buyerId) return permissions.has('my_requirement') ? 'buyer' : null
  return companyId === sellerId && permissions.has('my_supply') ? 'seller' : null
}

/** Names of both sides; the buyer's is masked for a supplier whose offer was not accepted. */
export async function sideNames(db: Db, { offer, demand, side }: OfferWithSide) {
  const rows = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(eq(companies.id, demand.companyId))
    .union(
      db.select({ id: companies.id, name: companies.name }).from(companies).where(eq(companies.id, offer.companyId)),
    )
  const name = (id: number) => rows.find((row) => row.id === id)?.name ?? ''
  const named = side === 'buyer' || isOfferAccepted(offer.status)
  const buyer = name(demand.companyId)
  return { buyer: named ? buyer : maskCompany(buyer), seller: name(offer.companyId) }
}

type Stored = typeof offerMessages.$inferSelect

export const presentOfferMessage = (
  { id, side, text, createdAt }: Stored,
  names: { readonly buyer: string; readonly seller: string },
): OfferMessage => ({ messageId: id, side, by: names[side], text, createdAt: createdAt.toISOString() })

export const listOfferMessages: Handler<typeof offerDecisionsCalls.offerMessages> = async (
  { offerId },
  { caller, db },
) => {
  const sides = await getOfferWithSide(db, offerId, caller)
  const names = await sideNames(db, sides)
  const rows = await db
    .select()
    .from(messages)
    .where(eq(messages.offerId, offerId))
    .orderBy(asc(messages.id))
    .limit(maxOfferMessages)
  return {
    side: sides.side,
    offerNo: sides.offer.offerNo,
    other: names[sides.side === 'buyer' ? 'seller' : 'buyer'],
    data: rows.map((row) => presentOfferMessage(row, names)),
  }
}

/** Runs inside the transaction of its idempotency key, so that a repeated request saves one message. */
export const offerMessageSave: Handler<typeof offerDecisionsCalls.offerMessageSave> = async (input, context) => {
  const { caller, db } = context
  const sides = await getOfferWithSide(db, input.offerId, caller)
  if (!acceptsMessages(sides.offer.status)) throw new CallFailed('stepNotAllowed')
  // No messages about a sealed offer.
  if (isSealed(sides.version)) throw new CallFailed('offerSealed')
  await assertMessageLimit(db, input.offerId)
  const { userId, companyId } = caller
  const [saved] = await db
    .insert(offerMessages)
    .values({ offerId: input.offerId, side: sides.side, companyId, userId, text: input.text })
    .returning()
  if (saved === undefined) throw new CallFailed('conflict')
  await notifyOtherSide(db, context, sides, input.text)
  return presentOfferMessage(saved, await sideNames(db, sides))
}

async function assertMessageLimit(tx: Db, offerId: number): Promise<void> {
  const [counted] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(offerMessages)
    .where(eq(offerMessages.offerId, offerId))
  if ((counted?.count ?? 0) >= maxOfferMessages) throw new CallFailed('questionsFull')
}

/** Notifies the supplier of a question, the buyer of an answer. */
async function notifyOtherSide(
  tx: Db,
  context: Context<'company'>,
  { side, offer, demand }: OfferWithSide,
  text: string,
) {
  const short = text.length > 100 ? `${text.slice(0, 100)}…` : text
  if (side === 'buyer') {
    const people = (await recipientsWithPermission(tx, [offer.companyId], 'my_supply')).get(offer.companyId) ?? []
    const title = `需求“${demand.title}”的买家对您的报价提问`
    return notify(tx, context, 'offer.asked', people, { title, text: short, path: links.sellerOffer(offer.id) })
  }
  const people = (await recipientsWithPermission(tx, [demand.companyId], 'my_requirement')).get(demand.companyId) ?? []
  const title = `需求“${demand.title}”的供应商就报价 ${offer.offerNo} 回复了您`
  return notify(tx, context, 'offer.answered', people, { title, text: short, path: links.buyerDemand(demand.id) })
}
