import { z } from 'zod'
import { milestoneStatuses } from '../../domain/orders/milestone-states.ts'
import { orderStatuses } from '../../domain/orders/order-states.ts'
import { maxSelectedOrders } from '../../domain/orders/order-list.ts'
import { maxOrderFiles, orderFileKinds } from '../../domain/orders/order-documents.ts'
import { company, exporting, seller } from '../access.ts'
import { call } from '../call.ts'
import { listBounds, selectedIds } from '../daily-list.ts'
import { id, keyword, moment } from '../fields.ts'

const buyer = company('my_orders')
const supplier = seller('order_manage')
const fileId = z.string().min(1).max(40)
/** Address and name of a generated file. */
export const generatedFile = z.object({ url: z.string(), name: z.string() })

const file = z.object({ fileId: z.string(), name: z.string(), size: z.int(), url: z.string() })
/** A delivery with the buyer's verdict. */
export const delivery = z.object({
  deliveryId: id,
  /** Number within the order, from 1. */
  seq: z.int(),
  /** The delivered milestone; null = an order without stages. */
  milestoneId: id.nullable(),
  note: z.string(),
  carrier: z.string(),
  trackingNo: z.string(),
  files: z.array(file),
  /** Batches of goods in it, with their papers. */
  batches: z.array(
    z.object({
      batchId: id,
      batchNo: z.string(),
      productName: z.string(),
      retestOn: z.string().nullable(),
      expired: z.boolean(),
      coa: z.object({ url: z.string(), name: z.string() }).nullable(),
      sds: z.object({ url: z.string(), name: z.string() }).nullable(),
    }),
  ),
  verdict: z.enum(['accepted', 'changes']).nullable(),
  reason: z.string(),
  createdAt: moment,
  answeredAt: moment.nullable(),
})
export type Delivery = z.output<typeof delivery>

/** A stage of an order from an offer. */
export const milestone = z.object({
  milestoneId: id,
  /** From 1. */
  seq: z.int(),
  name: z.string(),
  deliverables: z.string(),
  /** End of the planned day in Shanghai. */
  plannedAt: moment,
  /** Its payment, in `payments` of the order. */
  lineId: id,
  status: z.enum(milestoneStatuses),
  startedAt: moment.nullable(),
  /** Last delivery. */
  deliveredAt: moment.nullable(),
  acceptedAt: moment.nullable(),
})

/** Files of an order, newest first; the same for both sides. */
const orderDocuments = z.object({
  files: z.array(
    file.extend({ kind: z.enum(orderFileKinds), companyName: z.string(), own: z.boolean(), createdAt: moment }),
  ),
  /** False for declined or cancelled orders; `mayRemove` also for completed or disputed ones. */
  mayAdd: z.boolean(),
  mayRemove: z.boolean(),
})
export type OrderDocuments = z.output<typeof orderDocuments>

/** Filters of a list of orders, and of its sheet. */
export const orderFilterFields = {
  keyword: keyword.default(''),
  status: z.enum(orderStatuses).optional(),
  /** Only orders with a due payment. */
  toPay: z.literal(true).optional(),
  /** Day of order, and total. */
  ...listBounds,
}
const orderSheetInput = z.object({
  ...orderFilterFields,
  /** Only these of the filtered orders; orders of other companies are left out. */
  orderIds: selectedIds(maxSelectedOrders).optional(),
})
/** `more`: the row limit was reached; the sheet has the newest rows. */
const sheet = generatedFile.extend({ rows: z.int(), more: z.boolean() })
const fileSave = z.object({ orderId: id, fileId, kind: z.enum(orderFileKinds) })
const fileRemoval = z.object({ orderId: id, fileId })

export const documentsCalls = {
  buyerOrderDocuments: call({
    path: '/fmall/order/buyer/papers',
    summary: '一份采购订单的文件',
    access: buyer,
    reads: true,
    input: z.object({ orderId: id }),
    output: orderDocuments,
    ours: true,
  }),
  sellerOrderDocuments: call({
    path: '/fmall/order/saler/papers',
    summary: '一份承接订单的文件',
    access: supplier,
    reads: true,
    input: z.object({ orderId: id }),
    output: orderDocuments,
    ours: true,
  }),
  buyerOrderFileSave: call({
    path: '/fmall/order/buyer/file/save',
    summary: `买家向订单加入文件，最多 ${maxOrderFiles} 份，双方可见`,
    access: buyer,
    input: fileSave,
    output: orderDocuments,
    failures: ['orderFilesFull', 'stepNotAllowed'],
    ours: true,
  }),
  sellerOrderFileSave: call({
    path: '/fmall/order/saler/file/save',
    summary: `供应商向订单加入文件，最多 ${maxOrderFiles} 份，双方可见`,
    access: supplier,
    input: fileSave,
    output: orderDocuments,
    failures: ['orderFilesFull', 'stepNotAllowed'],
    ours: true,
  }),
  buyerOrderFileDelete: call({
    path: '/fmall/order/buyer/file/delete',
    summary: '移除本企业加入订单的文件',
    access: buyer,
    input: fileRemoval,
    output: orderDocuments,
    failures: ['stepNotAllowed'],
    ours: true,
  }),
  sellerOrderFileDelete: call({
    path: '/fmall/order/saler/file/delete',
    summary: '移除本企业加入订单的文件',
    access: supplier,
    input: fileRemoval,
    output: orderDocuments,
    failures: ['stepNotAllowed'],
    ours: true,
  }),
  buyerOrderContract: call({
    path: '/fmall/order/buyer/contract',
    summary: '订单合同 PDF，金额附大写',
    access: buyer,
    input: z.object({ orderId: id }),
    output: generatedFile,
    failures: ['filesFull'],
    ours: true,
    perMinute: 10,
  }),
  sellerOrderContract: call({
    path: '/fmall/order/saler/contract',
    summary: '订单合同 PDF，金额附大写',
    access: supplier,
    input: z.object({ orderId: id }),
    output: generatedFile,
    failures: ['filesFull'],
    ours: true,
    perMinute: 10,
  }),
  buyerOrderCalendar: call({
    path: '/fmall/order/buyer/calendar',
    summary: '采购订单的日历文件（ICS）：里程碑的计划日期与各期应付日',
    access: buyer,
    input: z.object({ orderId: id }),
    output: generatedFile,
    failures: ['calendarEmpty', 'filesFull'],
    ours: true,
    perMinute: 10,
  }),
  sellerOrderCalendar: call({
    path: '/fmall/order/saler/calendar',
    summary: '承接订单的日历文件（ICS）：里程碑的计划日期与各期应付日',
    access: supplier,
    input: z.object({ orderId: id }),
    output: generatedFile,
    failures: ['calendarEmpty', 'filesFull'],
    ours: true,
    perMinute: 10,
  }),
  buyerOrdersSheet: call({
    path: '/fmall/order/buyer/sheet',
    summary: '按条件导出采购订单为 Excel，一行一个订单行',
    access: exporting(buyer),
    input: orderSheetInput,
    output: sheet,
    failures: ['filesFull'],
    logs: '导出采购订单',
    ours: true,
    perMinute: 10,
  }),
  sellerOrdersSheet: call({
    path: '/fmall/order/saler/sheet',
    summary: '按条件导出承接订单为 Excel，一行一个订单行',
    access: exporting(supplier),
    input: orderSheetInput,
    output: sheet,
    failures: ['filesFull'],
    logs: '导出承接订单',
    ours: true,
    perMinute: 10,
  }),
}
