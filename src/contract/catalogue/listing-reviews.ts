import { z } from 'zod'
import { everyone, operator } from '../access.ts'
import { call } from '../call.ts'
import { id, listOf, paging, text } from '../fields.ts'
import { productForm, serviceForm } from './listing-form.ts'
import * as publishing from './publishing.ts'

/** Calls beyond the specification: category attributes, and the review of listings by operators. */
export const listingReviewsCalls = {
  categoryAttributes: call({
    path: '/mall/category/attributes',
    summary: '一个分类及其上级的属性，供填写与展示',
    access: everyone,
    reads: true,
    input: z.object({ categoryId: id }),
    output: z.array(publishing.attribute),
    ours: true,
  }),
  listingReviews: call({
    path: '/mall/listing/review/list-page',
    summary: '待审核的服务与商品，先提交的在前',
    access: operator('review'),
    reads: true,
    input: z.object({ kind: publishing.kind.optional(), ...paging }),
    output: listOf(publishing.reviewRow),
    ours: true,
  }),
  /** The published and the submitted version, for comparison; `now` is null for a new listing. */
  listingForReview: call({
    path: '/mall/listing/review/detail',
    summary: '一条待审核的内容：现有的与提交的',
    access: operator('review'),
    reads: true,
    input: z.object({ kind: publishing.kind, listingId: id }),
    output: z.discriminatedUnion('kind', [
      publishing.reviewRow.extend({ kind: z.literal('service'), form: serviceForm, now: serviceForm.nullable() }),
      publishing.reviewRow.extend({ kind: z.literal('product'), form: productForm, now: productForm.nullable() }),
    ]),
    ours: true,
  }),
  listingReview: call({
    path: '/mall/listing/review',
    summary: '审核：通过、驳回、停售、解除停售',
    access: operator('review'),
    input: publishing.verdict,
    output: z.object({ status: publishing.saved.status }),
    failures: ['stepNotAllowed', 'conflict'],
    ours: true,
    logs: '审核服务与商品',
  }),
  listingByNumber: call({
    path: '/mall/listing/by-number',
    summary: '按编号找一项服务或商品，以停售或解除停售',
    access: operator('review'),
    reads: true,
    input: z.object({ number: text(40) }),
    output: publishing.controlled,
    ours: true,
  }),
}
