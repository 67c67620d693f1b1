import type { Db } from '../../db/open.ts'
import type { demands } from '../../db/tables/demands.ts'
import { links } from '../../domain/links.ts'
import { notify } from '../accounts/public.ts'
import type { Context } from '../handler.ts'
import { peopleOf } from '../operations/public.ts'

/** What telling needs besides the transaction. */
export type News = Pick<Context, 'after' | 'jobs' | 'push'>

type Demand = typeof demands.$inferSelect
/** A demand that it is time for. */
export type DueDemand = Pick<Demand, 'id' | 'companyId' | 'title' | 'deadline' | 'offerCount'>

/** Tells the buyers of some demands what time did to them. Without `news` nobody is told. */
export async function tellBuyers<D extends Pick<Demand, 'id' | 'companyId'>>(
  tx: Db,
  news: News | undefined,
  due: readonly D[],
  words: (demand: D) => { readonly title: string; readonly text: string },
): Promise<void> {
  if (news === undefined || due.length === 0) return
  const people = await peopleOf(tx, [...new Set(due.map(({ companyId }) => companyId))], 'my_requirement')
  for (const demand of due) {
    const told = { ...words(demand), path: links.buyerDemand(demand.id) }
    await notify(tx, news, 'demand.deadline', people.get(demand.companyId) ?? [], told)
  }
}
