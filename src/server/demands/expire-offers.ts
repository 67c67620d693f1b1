import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demands, offers, offerVersions } from '../../db/tables/demands.ts'
import { offerTransitions } from '../../domain/demands/offer-states.ts'
import { links } from '../../domain/links.ts'
import { next } from '../../domain/transition.ts'
import { notify } from '../accounts/public.ts'
import { peopleOf, recordSteps } from '../operations/public.ts'
import type { News } from './tell-buyers.ts'

/** Submitted offers past their validity expire, at most so many at once; their suppliers may renew them. */
export async function expireOffers(tx: Db, most: number, news: News | undefined) {
  const to = next(offerTransitions, 'submitted', 'expire', 'system')
  if (to === undefined) throw new Error('The table has no expire from submitted')
  const due = await tx
    .select({
      ...{ id: offers.id, companyId: offers.companyId, demandId: offers.demandId },
      ...{ title: demands.title, demandStatus: demands.status, deadline: demands.deadline },
    })
    .from(offers)
    .innerJoin(offerVersions, and(eq(offerVersions.offerId, offers.id), eq(offerVersions.version, offers.version)))
    .innerJoin(demands, eq(demands.id, offers.demandId))
    .where(and(eq(offers.status, 'submitted'), sql`${offerVersions.validUntil} <= now()`))
    .orderBy(asc(offers.id))
    .limit(most)
    .for('update', { of: offers, skipLocked: true })
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  await tx
    .update(offers)
    .set({ status: to })
    .where(and(inArray(offers.id, ids), eq(offers.status, 'submitted')))
  const step = { event: 'expire', fromStatus: 'submitted', toStatus: to, reason: '已过有效期' }
  await recordSteps(
    tx,
    ids.map((entityId) => ({ entity: 'offer' as const, entityId, ...step })),
  )
  await tellSuppliers(tx, news, due)
  return due
}

interface Expired {
  readonly id: number
  readonly companyId: number
  readonly title: string
  readonly demandStatus: string
  readonly deadline: Date
}

/** Of a demand that ended meanwhile nobody needs to hear. */
async function tellSuppliers(tx: Db, news: News | undefined, expired: readonly Expired[]): Promise<void> {
  const live = expired.filter(({ demandStatus }) => demandStatus === 'open' || demandStatus === 'evaluating')
  if (news === undefined || live.length === 0) return
  const people = await peopleOf(tx, [...new Set(live.map(({ companyId }) => companyId))], 'my_supply')
  for (const { id, companyId, title, demandStatus, deadline } of live) {
    const again = demandStatus === 'open' && deadline > new Date()
    await notify(tx, news, 'offer.decided', people.get(companyId) ?? [], {
      title: `您对需求「${title}」的报价已过有效期`,
      text: again ? '报价截止前可以重新报价。' : '报价已截止，需求方不能再选定这份报价。',
      path: links.sellerOffer(id),
    })
  }
}
