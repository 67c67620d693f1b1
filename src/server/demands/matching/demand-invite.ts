import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { matchingCalls } from '../../../contract/demands/matching.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demandMatches } from '../../../db/tables/demands.ts'
import { shops } from '../../../db/tables/shops.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Handler } from '../../handler.ts'
import { peopleOf } from '../../operations/public.ts'
import { isOpen } from '../../shops/public.ts'
import { ownDemandForChange } from '../own-demand.ts'
import { demandWords } from './demand-words.ts'

/** An invitation is a letter to a company: so many a demand, or it is advertising. */
const mostInvites = 30

export const demandInvite: Handler<typeof matchingCalls.demandInvite> = async ({ demandId, shopId }, context) => {
  const { caller, db, note } = context
  return db.transaction(async (tx) => {
    const demand = await ownDemandForChange(tx, demandId, caller.companyId)
    if (demand.status !== 'open') throw new CallFailed('stepNotAllowed')
    if (demand.deadline <= new Date()) throw new CallFailed('deadlinePast')
    const shop = await openShop(tx, shopId)
    if (shop.companyId === caller.companyId) throw fieldFailed({ field: 'shopId', message: '不能邀请本企业的店铺' })
    const before = await invitesOf(tx, demandId)
    const known = before.find(({ companyId }) => companyId === shop.companyId)
    if (known?.invitedAt != null) return { invitedAt: known.invitedAt.toISOString() }
    if (before.length >= mostInvites) throw new CallFailed('tooManyInvites')
    const invitedAt = new Date()
    await tx
      .insert(demandMatches)
      .values({ demandId, companyId: shop.companyId, invitedAt })
      .onConflictDoUpdate({
        target: [demandMatches.demandId, demandMatches.companyId],
        set: { invitedAt },
        setWhere: isNull(demandMatches.invitedAt),
      })
    note(`${demand.demandNo}，${shop.name}`)
    const people = (await peopleOf(tx, [shop.companyId], 'my_supply')).get(shop.companyId) ?? []
    await notify(tx, context, 'demand.matched', people, {
      title: `您受邀对需求「${demand.title}」报价`,
      text: `需求方邀请贵企业报价。${demandWords(demand)}`,
      path: links.demandDetail(demandId),
    })
    return { invitedAt: invitedAt.toISOString() }
  })
}

async function openShop(tx: Db, shopId: number) {
  const [shop] = await tx
    .select({ companyId: shops.companyId, name: shops.name })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(eq(shops.id, shopId), isOpen()))
  if (shop === undefined) throw new CallFailed('notFound')
  return shop
}

const invitesOf = (tx: Db, demandId: number) =>
  tx
    .select({ companyId: demandMatches.companyId, invitedAt: demandMatches.invitedAt })
    .from(demandMatches)
    .where(and(eq(demandMatches.demandId, demandId), isNotNull(demandMatches.invitedAt)))
    .orderBy(sql`${demandMatches.id}`)
