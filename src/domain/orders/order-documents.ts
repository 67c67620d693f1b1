import type { OrderStatus } from './order-states.ts'

/** Delivery address, copied when the order was created. */
export interface OrderAddress {
  readonly receiver: string
  readonly mobile: string
  readonly districtCode: string
  /** 省 市 区 */
  readonly districtName: string
  readonly street: string
}

/** Invoice details, copied when the order was created. */
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

/** Kinds of order files. */
export const orderFileKinds = ['contract', 'requirement', 'report', 'other'] as const
export type OrderFileKind = (typeof orderFileKinds)[number]
export const orderFileKindLabels: Readonly<Record<OrderFileKind, string>> = {
  contract: '合同',
  requirement: '需求资料',
  report: '报告',
  other: '其他',
}
/** Maximum of files per order and per delivery. */
export const maxOrderFiles = 50
/** Batches of goods of one delivery at most. */
export const maxDeliveryBatches = 50
export const maxDeliveryFiles = 20

/** Files cannot be added to declined or cancelled orders. */
export const canAddOrderFiles = (status: OrderStatus): boolean => status !== 'declined' && status !== 'cancelled'
/** Files cannot be removed from completed or disputed orders, as evidence. */
export const canRemoveOrderFiles = (status: OrderStatus): boolean =>
  canAddOrderFiles(status) && status !== 'completed' && status !== 'disputed'
