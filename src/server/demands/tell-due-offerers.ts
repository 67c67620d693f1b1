import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { offers } from '../../db/tables/demands.ts'
import { links } from '../../domain/links.ts'
import { notify } from '../accounts/public.ts'
import { peopleOf } from '../operations/public.ts'
import type { DueDemand, News } from './tell-buyers.ts'

/**
 * Tells the suppliers whose submitted offers stand on some demands what time did to these. Two queries for all of
 * them; without `news` nobody is told.
 */
export async function tellDueOfferers<D extends Pick<DueDemand, 'id'>>(
  tx: Db,
  news: News | undefined,
  due: readonly D[],
  words: (demand: D) => { readonly title: string; readonly text: string },
): Promise<void> {
  if (news === undefined || due.length === 0) return
  const rows = await tx
    .select({ demandId: offers.demandId, companyId: offers.companyId })
    .from(offers)
    .where(
      and(
        inArray(
          offers.demandId,
          due.map(({ id }) => id),
        ),
        eq(offers.status, 'submitted'),
      ),
    )
  const people = await peopleOf(tx, [...new Set(rows.map(({ companyId }) => companyId))], 'my_supply')
  const offering = Map.groupBy(rows, ({ demandId }) => demandId)
  for (const demand of due) {
    const told = (offering.get(demand.id) ?? []).flatMap(({ companyId }) => people.get(companyId) ?? [])
    await notify(tx, news, 'demand.changed', told, { ...words(demand), path: links.sellerOffers() })
  }
}
