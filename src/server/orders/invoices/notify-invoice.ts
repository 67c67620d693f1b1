import type { Db } from '../../../db/open.ts'
import type { InvoiceEvent } from '../../../domain/orders/invoice-states.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { sentence } from '../../../domain/sentence.ts'
import type { Context } from '../../handler.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'

/** Content of a notice about an invoice. */
interface InvoiceNotice {
  readonly order: {
    readonly id: number
    readonly orderNo: string
    readonly buyerCompanyId: number
    readonly sellerCompanyId: number
  }
  readonly event: InvoiceEvent | 'request'
  /** fen */
  readonly amount: number
  readonly reason?: string
}

const noticeTexts: Readonly<Record<InvoiceNotice['event'], readonly [title: string, text: string]>> = {
  request: ['收到开票申请', '请核对抬头与金额后开票，或写明原因驳回。'],
  withdraw: ['买家撤回了开票申请', '无需再开具这张发票。'],
  issue: ['发票已开具', '可在订单中查看发票号码并下载。'],
  reject: ['开票申请被驳回', '修改后可以重新申请。'],
  reverse: ['发票已红冲', '该金额可以重新申请开票。'],
}

/** Notifies the other side of an invoice event, in its transaction. */
export async function notifyInvoice(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  { order, event, amount, reason = '' }: InvoiceNotice,
): Promise<void> {
  const toSeller = event === 'request' || event === 'withdraw'
  const companyId = toSeller ? order.sellerCompanyId : order.buyerCompanyId
  const people =
    (await recipientsWithPermission(tx, [companyId], toSeller ? 'order_manage' : 'my_orders')).get(companyId) ?? []
  const [title, text] = noticeTexts[event]
  await notify(tx, context, 'invoice.moved', people, {
    title: `订单 ${order.orderNo}：${title}`,
    text: `金额 ¥${yuan(amount)}。${reason === '' ? '' : `原因：${sentence(reason)}`}${text}`,
    path: toSeller ? links.sellerOrder(order.id) : links.buyerOrder(order.id),
  })
}
