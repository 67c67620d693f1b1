import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { offers } from '../../db/tables/demands.ts'
import { links } from '../../domain/links.ts'
import { notify } from '../accounts/public.ts'
import type { Context } from '../handler.ts'
import { peopleOf } from '../operations/public.ts'

const words = { changed: '有更新', closed: '已关闭', reopened: '已重新开放报价' } as const

/** Tells the people of the suppliers whose offers on a demand stand that it changed, in the same transaction. */
export async function tellOfferers(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  demand: { readonly id: number; readonly title: string },
  what: keyof typeof words,
  text: string,
): Promise<void> {
  const rows = await tx
    .select({ companyId: offers.companyId })
    .from(offers)
    .where(and(eq(offers.demandId, demand.id), inArray(offers.status, ['draft', 'submitted'])))
  const companies = rows.map(({ companyId }) => companyId)
  const people = [...(await peopleOf(tx, companies, 'my_supply')).values()].flat()
  const path = what === 'closed' ? links.sellerOffers() : links.demandDetail(demand.id)
  await notify(tx, context, 'demand.changed', people, { title: `需求「${demand.title}」${words[what]}`, path, text })
}
