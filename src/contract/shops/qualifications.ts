import { z } from 'zod'
import { qualificationStatuses } from '../../domain/shops/qualifications.ts'
import { shopLimits } from '../../domain/shops/shop-rules.ts'
import { operator, seller } from '../access.ts'
import { call } from '../call.ts'
import { dayInput, id, keyword, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { capabilities } from './shop-fields.ts'

const access = seller('corporate_show')

/** A certificate for its shop and operators. */
const qualificationRow = z.object({
  qualificationId: id,
  tag: z.string(),
  name: z.string(),
  scope: z.string(),
  /** Last day, `2028-05-31`; null = no expiry. */
  until: z.string().nullable(),
  status: z.enum(qualificationStatuses),
  reason: z.string(),
  /** Document file; null without one. */
  file: z.object({ fileId: z.string(), name: z.string(), url: z.string() }).nullable(),
  createdAt: moment,
})
export type QualificationRow = z.output<typeof qualificationRow>

const reviewRow = qualificationRow.extend({ shopId: id, orgId: id, shopName: z.string(), companyName: z.string() })
export type QualificationReviewRow = z.output<typeof reviewRow>

/** A service with its capability tags, for bulk tagging. */
const taggedService = z.object({
  serviceId: id,
  title: z.string(),
  categoryName: z.string(),
  published: z.boolean(),
  capabilities: z.array(z.string()),
})
export type TaggedService = z.output<typeof taggedService>

/** Calls beyond the specification: certificates of a shop, their review, and capability tags of its services. */
export const qualificationsCalls = {
  shopQualifications: call({
    path: '/fmall/shop/seller/qualification/list',
    summary: '本店的资质证书，新的在前',
    access,
    reads: true,
    input: z.object({}),
    output: z.array(qualificationRow),
    ours: true,
  }),
  /** Creates a certificate, or updates a rejected or pending one. A renewal of an approved one is a new certificate. */
  shopQualificationSave: call({
    path: '/fmall/shop/seller/qualification/save',
    summary: '提交资质证书；通过审核且未到期时，店铺即带有相应标签',
    access: seller('apply_manage'),
    input: z.object({
      qualificationId: id.optional(),
      tag: text(20),
      name: text(60),
      scope: optionalText(200).default(''),
      /** null = no expiry. */
      until: dayInput.nullable(),
      /** File of purpose `licence`: for its company and operators only. */
      fileId: z.string({ error: '请上传证书' }).min(1, '请上传证书').max(60),
    }),
    output: qualificationRow,
    failures: ['stepNotAllowed', 'tooManyQualifications'],
    idempotent: true,
    ours: true,
    logs: '提交资质证书',
  }),
  shopQualificationDelete: call({
    path: '/fmall/shop/seller/qualification/delete',
    summary: '删除一份资质证书；相应标签随之取下',
    access: seller('apply_manage'),
    input: z.object({ qualificationId: id }),
    output: z.object({}),
    ours: true,
    logs: '删除资质证书',
  }),
  qualificationReviews: call({
    path: '/fmall/shop/qualification/review/list-page',
    summary: '供应商提交的资质证书：待审核的在前，其中先提交的在前',
    access: operator('review'),
    reads: true,
    input: z.object({ status: z.enum(qualificationStatuses).optional(), keyword: keyword.default(''), ...paging }),
    output: listOf(reviewRow).extend({ counts: z.partialRecord(z.enum(qualificationStatuses), z.int()) }),
    ours: true,
  }),
  qualificationReview: call({
    path: '/fmall/shop/qualification/review',
    summary: '审核资质证书；驳回须写明原因',
    access: operator('review'),
    input: z
      .object({
        qualificationId: id,
        event: z.enum(['pass', 'reject']),
        reason: optionalText(200).default(''),
        /** Version that the operator read; a newer version returns conflict. */
        seen: qualificationRow
          .pick({ tag: true, name: true, scope: true, until: true })
          .extend({ fileId: z.string().nullable() })
          .optional(),
      })
      .refine(({ event, reason }) => event === 'pass' || reason !== '', {
        path: ['reason'],
        message: '请写明原因，供应商将看到',
      }),
    output: z.object({ status: z.enum(qualificationStatuses) }),
    failures: ['stepNotAllowed', 'conflict'],
    ours: true,
    logs: '审核资质证书',
  }),
  taggedServices: call({
    path: '/fmall/shop/seller/capability/service/list-page',
    summary: '本店的服务与其能力标签',
    access,
    reads: true,
    input: z.object({ keyword: keyword.default(''), ...paging }),
    output: listOf(taggedService),
    ours: true,
  }),
  serviceCapabilitiesAssign: call({
    path: '/fmall/shop/seller/capability/service/assign',
    summary: '为多个服务增加或去掉能力标签',
    access,
    input: z.object({
      serviceIds: z.array(id).min(1, '请先选择服务').max(100, '一次最多 100 项'),
      add: capabilities.default([]),
      remove: z.array(text(30)).max(shopLimits.capabilities).default([]),
    }),
    output: z.object({ changed: z.int() }),
    ours: true,
    logs: '为服务设置能力标签',
  }),
}
