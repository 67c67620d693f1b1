import { and, eq } from 'drizzle-orm'
import type { offersCalls } from '../../contract/demands/offers.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import { maskCompany } from '../../domain/demands/demand-rules.ts'
import { stepConcernsSuppliers } from '../../domain/demands/history-words.ts'
import type { Handler } from '../handler.ts'
import { historyOf } from '../operations/public.ts'
import { draftBeside, offerRows, presentOffers, versionsOf } from './present-offer.ts'

export const sellerOffer: Handler<typeof offersCalls.sellerOffer> = async ({ offerId }, { caller, db }) => {
  const [row] = await offerRows(db).where(and(eq(offers.id, offerId), eq(offers.companyId, caller.companyId)))
  if (row === undefined) throw new CallFailed('notFound')
  const versions = await versionsOf(db, [offerId])
  const [presented] = await presentOffers(db, [row], 'seller')
  const demand = await demandOf(db, row.offer.demandId)
  if (presented === undefined || demand === undefined) throw new CallFailed('notFound')
  // The buyer is named to the supplier it deals with, to the others it stays masked.
  const named = row.offer.status === 'accepted'
  const nameOf = ({ id, name }: { id: number; name: string }) =>
    named || id === caller.companyId ? name : maskCompany(name)
  const demandHistory = await historyOf(db, 'demand', row.offer.demandId, nameOf)
  return {
    ...presented,
    ...demand,
    draft: draftBeside(row, versions),
    history: await historyOf(db, 'offer', offerId, nameOf),
    demandHistory: demandHistory.filter(stepConcernsSuppliers),
  }
}

/** What the offer's page tells of its demand. */
async function demandOf(db: Db, demandId: number) {
  const [demand] = await db
    .select({
      ...{ demandTitle: demands.title, demandNo: demands.demandNo, demandStatus: demands.status },
      ...{ deadline: demands.deadline, questions: demands.questions },
    })
    .from(demands)
    .where(eq(demands.id, demandId))
  if (demand === undefined) return undefined
  const questions = demand.questions.map((question) => ({ ...question, options: [...question.options] }))
  return { ...demand, deadline: demand.deadline.toISOString(), questions }
}
