import type { Db } from '../../db/open.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { notify } from '../accounts/public.ts'
import type { Context } from '../handler.ts'
import { peopleOf } from '../operations/public.ts'
import { demandTags } from './demand-tags.ts'

interface Demand {
  readonly id: number
  readonly companyId: number
  readonly title: string
}
type Around = Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>

/** Tells the buyer of a new version of an offer. Under seal nothing of it is told but that it is there. */
export async function tellOffered(
  tx: Db,
  context: Around,
  demand: Demand,
  { version, total, sealed }: { readonly version: number; readonly total: number; readonly sealed: boolean },
): Promise<void> {
  const what = version === 1 ? '收到一份新报价' : `的一份报价更新为第 ${version} 版`
  const title = `需求「${demand.title}」${what}${sealed ? '（密封）' : `：¥${yuan(total)}`}`
  const text = sealed ? '密封报价在报价截止时开启，届时可查看与比较。' : '请在“我的需求”中查看与比较。'
  await tellBuyer(tx, context, demand, { title, text })
}

/** Tells the buyer that an offer was taken back. */
export const tellWithdrawn = (tx: Db, context: Around, demand: Demand): Promise<void> =>
  tellBuyer(tx, context, demand, {
    title: `需求「${demand.title}」的一份报价已撤回`,
    text: '供应商撤回后，这份报价不能再被选定。',
  })

async function tellBuyer(
  tx: Db,
  context: Around,
  demand: Demand,
  words: { readonly title: string; readonly text: string },
): Promise<void> {
  const people = await peopleOf(tx, [demand.companyId], 'my_requirement')
  context.after(() => context.pages.invalidate(demandTags(demand.id)))
  const path = links.buyerDemand(demand.id)
  await notify(tx, context, 'demand.offered', people.get(demand.companyId) ?? [], { ...words, path })
}
