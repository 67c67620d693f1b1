import { z } from 'zod'
import { company, everyone, seller } from '../access.ts'
import { maxReplyLength, maxReviewLength } from '../../domain/orders/reviews.ts'
import { call } from '../call.ts'
import { id, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { supplierRecord } from './supplier-record.ts'
import { sides } from '../../domain/sides.ts'

const score = z.int().min(1, '请打分').max(5)
/** Scores by the keys of domain/orders/reviews: all of them, no others. */
const scores = z.record(z.string().max(20), score)

/** A review by one side about the other. */
const review = z.object({
  reviewId: id,
  side: z.enum(sides),
  scores: z.record(z.string(), z.int()),
  /** Hundredths: 467 = 4.67. */
  mean: z.int(),
  text: z.string(),
  reply: z.string(),
  repliedAt: moment.nullable(),
  createdAt: moment,
})
export type Review = z.output<typeof review>

/** Reviews of an order as one side sees them. */
const orderReviews = z.object({
  /** Own review; null = not yet written. */
  own: review.nullable(),
  /** Review of the other side: hidden until both have reviewed or 14 days after completion. */
  other: review.nullable(),
  otherWrote: z.boolean(),
  canWrite: z.boolean(),
  /** When a one-sided review becomes visible; null = visible already, or none is written. */
  hiddenUntil: moment.nullable(),
  writeUntil: moment.nullable(),
})
export type OrderReviews = z.output<typeof orderReviews>

const reviewInput = { orderId: id, scores, text: optionalText(maxReviewLength).default('') }
const replyInput = z.object({ reviewId: id, reply: text(maxReplyLength) })

export const reviewsCalls = {
  buyerOrderReviews: call({
    path: '/fmall/review/buyer/order',
    summary: '一份采购订单的双方评价',
    access: company('my_orders'),
    reads: true,
    input: z.object({ orderId: id }),
    output: orderReviews,
    ours: true,
  }),
  sellerOrderReviews: call({
    path: '/fmall/review/saler/order',
    summary: '一份承接订单的双方评价',
    access: seller('order_manage'),
    reads: true,
    input: z.object({ orderId: id }),
    output: orderReviews,
    ours: true,
  }),
  buyerReviewSave: call({
    path: '/fmall/review/buyer/save',
    summary: '买家评价已完成的订单，每份一次',
    access: company('my_orders'),
    idempotent: true,
    input: z.object(reviewInput),
    output: orderReviews,
    failures: ['reviewed', 'stepNotAllowed'],
    logs: '评价订单',
    ours: true,
  }),
  sellerReviewSave: call({
    path: '/fmall/review/saler/save',
    summary: '供应商评价已完成的订单，每份一次',
    access: seller('order_manage'),
    idempotent: true,
    input: z.object(reviewInput),
    output: orderReviews,
    failures: ['reviewed', 'stepNotAllowed'],
    logs: '评价订单',
    ours: true,
  }),
  buyerReviewReply: call({
    path: '/fmall/review/buyer/reply',
    summary: '买家回复供应商的评价，一次',
    access: company('my_orders'),
    input: replyInput,
    output: orderReviews,
    failures: ['stepNotAllowed'],
    ours: true,
  }),
  sellerReviewReply: call({
    path: '/fmall/review/saler/reply',
    summary: '供应商回复买家的评价，一次',
    access: seller('order_manage'),
    input: replyInput,
    output: orderReviews,
    failures: ['stepNotAllowed'],
    ours: true,
  }),
  shopReviews: call({
    path: '/fmall/review/shop/list-page',
    summary: '店铺收到的已公开评价，附履约记录',
    access: everyone,
    reads: true,
    input: z.object({ shopId: id, ...paging }),
    output: listOf(
      review.extend({
        /** The buyer's company, masked: 衡序***公司. */
        by: z.string(),
        /** Titles of public listings, else the kind of the order. */
        bought: z.string(),
      }),
    ).extend({
      record: supplierRecord,
      /** Mean of each score in hundredths, over all visible reviews; empty without any. */
      means: z.record(z.string(), z.int()),
    }),
    ours: true,
  }),
}
