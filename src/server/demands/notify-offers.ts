import type { Db } from '../../db/open.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import type { Context } from '../handler.ts'
import { demandTags } from './demand-tags.ts'
import { notify } from '../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../platform/notices/notices.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { offers } from '../../db/tables/demands.ts'

interface Demand {
  readonly id: number
  readonly companyId: number
  readonly title: string
}
type OfferNotifyContext = Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>

/** Notifies the buyer of a new offer version; of a sealed one only that it exists. */
export async function notifyOfferSubmitted(
  tx: Db,
  context: OfferNotifyContext,
  demand: Demand,
  { version, total, sealed }: { readonly version: number; readonly total: number; readonly sealed: boolean },
): Promise<void> {
  const what = version === 1 ? '收到一份新报价' : `的一份报价更新为第 ${version} 版`
  const title = `需求“${demand.title}”${what}${sealed ? '（密封）' : `：¥${yuan(total)}`}`
  const text = sealed ? '密封报价在报价截止时开启，届时可查看与比较。' : '请在“我的需求”中查看与比较。'
  await notifyBuyer(tx, context, demand, { title, text })
}

/** Notifies the buyer that an offer was withdrawn. */
export const notifyOfferWithdrawn = (tx: Db, context: OfferNotifyContext, demand: Demand): Promise<void> =>
  notifyBuyer(tx, context, demand, {
    title: `需求“${demand.title}”的一份报价已撤回`,
    text: '供应商撤回后，这份报价不能再被选定。',
  })

async function notifyBuyer(
  tx: Db,
  context: OfferNotifyContext,
  demand: Demand,
  message: { readonly title: string; readonly text: string },
): Promise<void> {
  const people = await recipientsWithPermission(tx, [demand.companyId], 'my_requirement')
  context.after(() => context.pages.invalidate(demandTags(demand.id)))
  const path = links.buyerDemand(demand.id)
  await notify(tx, context, 'demand.offered', people.get(demand.companyId) ?? [], { ...message, path })
}

const titles = { changed: '有更新', closed: '已关闭', reopened: '已重新开放报价' } as const

/** Notifies suppliers with draft or submitted offers that the demand changed, in the same transaction. */
export async function notifyOfferersOfChange(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  demand: { readonly id: number; readonly title: string },
  what: keyof typeof titles,
  text: string,
): Promise<void> {
  const rows = await tx
    .select({ companyId: offers.companyId })
    .from(offers)
    .where(and(eq(offers.demandId, demand.id), inArray(offers.status, ['draft', 'submitted'])))
  const companies = rows.map(({ companyId }) => companyId)
  const people = [...(await recipientsWithPermission(tx, companies, 'my_supply')).values()].flat()
  const path = what === 'closed' ? links.sellerOffers() : links.demandDetail(demand.id)
  await notify(tx, context, 'demand.changed', people, { title: `需求“${demand.title}”${titles[what]}`, path, text })
}
