import { z } from 'zod'
import { orderStatuses } from '../../domain/orders/order-states.ts'
import { mostOrderFiles, orderFileKinds } from '../../domain/orders/order-papers.ts'
import { company, seller } from '../access.ts'
import { call } from '../call.ts'
import { dayInput, id, keyword, moment } from '../fields.ts'

const buyer = company('my_orders')
const supplier = seller('order_manage')
const fileId = z.string().min(1).max(40)
/** A file that was made for the caller: a path below the site, theirs to download. */
const made = z.object({ url: z.string(), name: z.string() })

const file = z.object({ fileId: z.string(), name: z.string(), size: z.int(), url: z.string() })
/** What was handed over, and what the buyer said of it. */
export const delivery = z.object({
  deliveryId: id,
  seq: z.int(),
  note: z.string(),
  carrier: z.string(),
  trackingNo: z.string(),
  files: z.array(file),
  verdict: z.enum(['accepted', 'changes']).nullable(),
  reason: z.string(),
  createdAt: moment,
  answeredAt: moment.nullable(),
})
export type Delivery = z.output<typeof delivery>

/** Files that lie with an order, the newest first; the same for both sides. */
const papers = z.object({
  files: z.array(
    file.extend({ kind: z.enum(orderFileKinds), companyName: z.string(), own: z.boolean(), createdAt: moment }),
  ),
  /** An order that came to nothing takes no more files; what lies with one that is over or disputed stays there. */
  mayAdd: z.boolean(),
  mayRemove: z.boolean(),
})
export type OrderPapers = z.output<typeof papers>

const orderFilter = z.object({
  keyword: keyword.default(''),
  status: z.enum(orderStatuses).optional(),
  /** Only those of which a payment is due. */
  toPay: z.literal(true).optional(),
  /** Days of Shanghai, both counted: 2026-11-21. */
  from: dayInput.optional(),
  until: dayInput.optional(),
})
/** `more`: there are more lines than a sheet takes; the newest are in it. */
const sheet = made.extend({ rows: z.int(), more: z.boolean() })
const fileSave = z.object({ orderId: id, fileId, kind: z.enum(orderFileKinds) })
const fileDrop = z.object({ orderId: id, fileId })

export const papersCalls = {
  buyerOrderPapers: call({
    path: '/fmall/order/buyer/papers',
    summary: '一份采购订单的文件',
    access: buyer,
    input: z.object({ orderId: id }),
    output: papers,
    ours: true,
  }),
  sellerOrderPapers: call({
    path: '/fmall/order/saler/papers',
    summary: '一份承接订单的文件',
    access: supplier,
    input: z.object({ orderId: id }),
    output: papers,
    ours: true,
  }),
  buyerOrderFileSave: call({
    path: '/fmall/order/buyer/file/save',
    summary: `买家向订单加入文件，最多 ${mostOrderFiles} 份，双方可见`,
    access: buyer,
    input: fileSave,
    output: papers,
    failures: ['orderFilesFull', 'stepNotAllowed'],
    ours: true,
  }),
  sellerOrderFileSave: call({
    path: '/fmall/order/saler/file/save',
    summary: `供应商向订单加入文件，最多 ${mostOrderFiles} 份，双方可见`,
    access: supplier,
    input: fileSave,
    output: papers,
    failures: ['orderFilesFull', 'stepNotAllowed'],
    ours: true,
  }),
  buyerOrderFileDelete: call({
    path: '/fmall/order/buyer/file/delete',
    summary: '移除本企业加入订单的文件',
    access: buyer,
    input: fileDrop,
    output: papers,
    failures: ['stepNotAllowed'],
    ours: true,
  }),
  sellerOrderFileDelete: call({
    path: '/fmall/order/saler/file/delete',
    summary: '移除本企业加入订单的文件',
    access: supplier,
    input: fileDrop,
    output: papers,
    failures: ['stepNotAllowed'],
    ours: true,
  }),
  buyerOrderContract: call({
    path: '/fmall/order/buyer/contract',
    summary: '订单合同 PDF，金额附大写',
    access: buyer,
    input: z.object({ orderId: id }),
    output: made,
    failures: ['filesFull'],
    ours: true,
    perMinute: 10,
  }),
  sellerOrderContract: call({
    path: '/fmall/order/saler/contract',
    summary: '订单合同 PDF，金额附大写',
    access: supplier,
    input: z.object({ orderId: id }),
    output: made,
    failures: ['filesFull'],
    ours: true,
    perMinute: 10,
  }),
  buyerOrdersSheet: call({
    path: '/fmall/order/buyer/sheet',
    summary: '按条件导出采购订单为 Excel，一行一个订单行',
    access: buyer,
    input: orderFilter,
    output: sheet,
    failures: ['filesFull'],
    logs: '导出采购订单',
    ours: true,
    perMinute: 10,
  }),
  sellerOrdersSheet: call({
    path: '/fmall/order/saler/sheet',
    summary: '按条件导出承接订单为 Excel，一行一个订单行',
    access: supplier,
    input: orderFilter,
    output: sheet,
    failures: ['filesFull'],
    logs: '导出承接订单',
    ours: true,
    perMinute: 10,
  }),
}
