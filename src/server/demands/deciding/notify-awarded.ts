import { links } from '../../../domain/links.ts'
import type { Context } from '../../handler.ts'
import { demandTags } from '../demand-tags.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'

interface AwardNotice {
  readonly demand: { readonly id: number; readonly companyId: number; readonly title: string }
  readonly order: { readonly orderId: number; readonly orderNo: string }
  /** Company whose offer was chosen. */
  readonly winner: number
  /** Companies whose submitted offers were not. */
  readonly losers: readonly number[]
}

/** Notifies winner, losers and buyer of an award; losers are not told who won. */
export async function notifyAwarded(
  context: Context<'company'>,
  { demand, order, winner, losers }: AwardNotice,
): Promise<void> {
  const { db, pages, after } = context
  const sellers = await recipientsWithPermission(db, [winner, ...losers], 'my_supply')
  const buyers = await recipientsWithPermission(db, [demand.companyId], 'my_requirement')
  await notify(db, context, 'offer.decided', sellers.get(winner) ?? [], {
    title: `您对「${demand.title}」的报价已中标，请确认订单`,
    text: `订单 ${order.orderNo} 已生成，请核对内容与付款计划后确认，或写明原因拒绝。`,
    path: links.sellerConfirmOrder(order.orderId),
  })
  const others = losers.filter((companyId) => companyId !== winner).flatMap((companyId) => sellers.get(companyId) ?? [])
  await notify(db, context, 'offer.decided', others, {
    title: `需求「${demand.title}」已选定其他报价`,
    text: '您的报价未中标。若中选方未接单，仍在有效期内的报价会恢复参与评选。',
    path: links.sellerOffers(),
  })
  await notify(db, context, 'order.moved', buyers.get(demand.companyId) ?? [], {
    title: `已选定报价，订单 ${order.orderNo} 待供应商确认`,
    text: `需求「${demand.title}」已定标，其余报价已结束。`,
    path: links.buyerOrder(order.orderId),
  })
  after(() => pages.invalidate(demandTags(demand.id)))
}
