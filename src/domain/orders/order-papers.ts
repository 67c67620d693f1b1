import type { OrderStatus } from './order-states.ts'

/** Where goods go, as it stood when the order was made. */
export interface OrderAddress {
  readonly receiver: string
  readonly mobile: string
  readonly districtCode: string
  /** 省 市 区 */
  readonly districtName: string
  readonly street: string
}

/** To whom the invoice is made out, as it stood when the order was made. */
export interface OrderInvoice {
  /** 普票 or 专票 */
  readonly kind: 'normal' | 'special'
  readonly title: string
  readonly taxNo: string
  readonly bankName: string
  readonly bankAccount: string
  readonly address: string
  readonly phone: string
  readonly receiverEmail: string
}

/** What a paper of an order is. */
export const orderFileKinds = ['contract', 'requirement', 'report', 'other'] as const
export type OrderFileKind = (typeof orderFileKinds)[number]
export const orderFileKindLabels: Readonly<Record<OrderFileKind, string>> = {
  contract: '合同',
  requirement: '需求资料',
  report: '报告',
  other: '其他',
}
/** Papers of one order at most, and files of one delivery. */
export const mostOrderFiles = 50
export const mostDeliveryFiles = 20

/** Whether files may still be laid to an order: to one that came to nothing none are. */
export const takesFiles = (status: OrderStatus): boolean => status !== 'declined' && status !== 'cancelled'
/** Whether their side may take them back: with an order that is over or disputed they stay, as its record. */
export const givesFilesBack = (status: OrderStatus): boolean =>
  takesFiles(status) && status !== 'completed' && status !== 'disputed'
