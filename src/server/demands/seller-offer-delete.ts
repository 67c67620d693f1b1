import { and, eq, sql } from 'drizzle-orm'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers, offerVersions } from '../../db/tables/demands.ts'
import { offerTransitions } from '../../domain/demands/offer-states.ts'
import { next } from '../../domain/transition.ts'
import type { Handler, Seller } from '../handler.ts'
import { actorOf, recordSteps } from '../operations/public.ts'
import { countOffers } from './count-offers.ts'
import { tellWithdrawn } from './tell-offered.ts'

export const sellerOfferDelete: Handler<typeof offersCalls.sellerOfferDelete> = async (input, context) => {
  const { caller, db, note } = context
  return db.transaction(async (tx) => {
    const { offer, demand } = await offerForChange(tx, input.offerId, caller.companyId)
    note(`${offer.offerNo}${offer.status === 'draft' ? '，删除草稿' : '，撤回'}`)
    if (offer.status === 'draft') {
      await tx.delete(offerVersions).where(eq(offerVersions.offerId, offer.id))
      await tx.delete(offers).where(and(eq(offers.id, offer.id), eq(offers.status, 'draft')))
      return { status: null }
    }
    const status = await withdraw(tx, offer, input.reason, caller)
    await tellWithdrawn(tx, context, demand)
    return { status }
  })
}

/** The company's offer and its demand, both locked, the demand first as everywhere. */
async function offerForChange(tx: Db, offerId: number, companyId: number) {
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

async function withdraw(tx: Db, offer: typeof offers.$inferSelect, reason: string, caller: Seller) {
  const status = next(offerTransitions, offer.status, 'withdraw', 'seller')
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  if (reason === '') throw fieldFailed({ field: 'reason', message: '请填写撤回原因' })
  await tx
    .update(offers)
    .set({ status })
    .where(and(eq(offers.id, offer.id), eq(offers.status, offer.status)))
  await countOffers(tx, offer.demandId)
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
