import { z } from 'zod'
import { maxScopeItems, needsRegister, qualificationStatuses } from '../../domain/shops/qualifications.ts'
import { shopLimits } from '../../domain/shops/shop-rules.ts'
import { operator, seller } from '../access.ts'
import { call } from '../call.ts'
import { dayInput, id, keyword, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { agreementFaults } from '../../domain/shops/certificate-agreement.ts'
import { maxNumberLength } from '../../domain/shops/certificate-kinds.ts'
import { readingSources } from '../../domain/shops/certificate-text.ts'
import { capabilities, qualification, scopeItem } from './shop-fields.ts'

const access = seller('corporate_show')

/** A certificate for its shop and operators. */
const qualificationRow = qualification.extend({
  qualificationId: id,
  status: z.enum(qualificationStatuses),
  reason: z.string(),
  /** Document file; null without one. */
  file: z.object({ fileId: z.string(), name: z.string(), url: z.string() }).nullable(),
  createdAt: moment,
})
export type QualificationRow = z.output<typeof qualificationRow>

/** Fields found on a paper, to be confirmed by a person. */
const readCertificate = z.object({
  tag: z.string(),
  number: z.string(),
  issuer: z.string(),
  holder: z.string(),
  site: z.string(),
  issuedOn: z.string().nullable(),
  until: z.string().nullable(),
})

const qualificationReading = z.object({
  /** How it was read; null = nothing was found. */
  source: z.enum(readingSources).nullable(),
  fields: readCertificate,
  /** Name of the certified company, which holder should be. */
  companyName: z.string(),
})
export type QualificationReading = z.output<typeof qualificationReading>

/** Official register that an operator looked at. */
const registerCheck = z.object({
  url: z.url({ protocol: /^https?$/, error: '请填写以 http:// 或 https:// 开头的地址' }).max(300, '最多 300 个字'),
  /** Day of the look-up, not in the future. */
  on: dayInput,
  note: optionalText(200).default(''),
})

const reviewRow = qualificationRow.extend({
  shopId: id,
  orgId: id,
  shopName: z.string(),
  companyName: z.string(),
  /** Null until the paper was read. */
  reading: z.object({ source: z.enum(readingSources).nullable(), fields: readCertificate }).nullable(),
  /** Why it has not passed by itself. */
  faults: z.array(z.enum(agreementFaults)),
  /** Other companies with the same number; not empty = an exception. */
  heldBy: z.array(
    z.object({
      shopId: id,
      orgId: id,
      companyName: z.string(),
      status: z.enum(qualificationStatuses),
      until: z.string().nullable(),
    }),
  ),
  register: registerCheck.nullable(),
})
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
  /** Takes seconds for pictures; a paper is read once, unless nothing was found and `again` asks for it. */
  shopQualificationRead: call({
    path: '/fmall/shop/seller/qualification/read',
    summary: '识别资质证书影像；结果供核对，不会保存为证书',
    access: seller('apply_manage'),
    input: z.object({
      fileId: z.string({ error: '请上传证书' }).min(1, '请上传证书').max(60),
      /** Reads the paper anew where nothing was found before. */
      again: z.boolean().default(false),
    }),
    output: qualificationReading,
    failures: ['ocrBusy', 'filesBusy', 'fileTooComplex'],
    perMinute: 20,
    perDay: 200,
    ours: true,
  }),
  /** Creates a certificate, or updates a rejected or pending one. A renewal of an approved one is a new certificate. */
  shopQualificationSave: call({
    path: '/fmall/shop/seller/qualification/save',
    summary: '提交资质证书；证书、填写与认证企业一致的自动通过，其余由平台审核；通过且未到期时，店铺即带有相应标签',
    access: seller('apply_manage'),
    input: z.object({
      qualificationId: id.optional(),
      tag: text(20),
      name: text(60),
      number: text(maxNumberLength),
      issuer: text(60),
      holder: text(80),
      site: optionalText(120).default(''),
      scope: optionalText(200).default(''),
      items: z.array(scopeItem).max(maxScopeItems, `认可项目最多 ${maxScopeItems} 项`).default([]),
      issuedOn: dayInput.nullable().default(null),
      /** null = no expiry. */
      until: dayInput.nullable(),
      /** A person has compared every field with the paper. */
      confirmed: z.boolean().refine((isConfirmed) => isConfirmed, '请逐项核对后勾选'),
      /** File of purpose `licence`: for its company and operators only. */
      fileId: z.string({ error: '请上传证书' }).min(1, '请上传证书').max(60),
    }),
    output: qualificationRow,
    failures: ['stepNotAllowed', 'tooManyQualifications', 'certificateSubmitted'],
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
    input: z.object({
      status: z.enum(qualificationStatuses).optional(),
      /** Only those whose number another company has submitted too. */
      exceptions: z.boolean().default(false),
      /** Only those in force for which no official register was noted: most have passed by themselves. */
      unchecked: z.boolean().default(false),
      keyword: keyword.default(''),
      ...paging,
    }),
    output: listOf(reviewRow).extend({
      counts: z.partialRecord(z.enum(qualificationStatuses), z.int()),
      exceptionCount: z.int(),
      uncheckedCount: z.int(),
    }),
    ours: true,
  }),
  qualificationReview: call({
    path: '/fmall/shop/qualification/review',
    summary: '审核资质证书；通过与补充核对须登记所核对的官方查询，驳回与撤销须写明原因',
    access: operator('review'),
    input: z
      .object({
        qualificationId: id,
        event: z.enum(['pass', 'check', 'reject', 'revoke']),
        reason: optionalText(200).default(''),
        /** Required to pass and to check; with a note where another company has the same number. */
        register: registerCheck.nullable().default(null),
        /** Version that the operator read; a newer version returns conflict. */
        seen: qualificationRow
          .pick({
            tag: true,
            name: true,
            number: true,
            issuer: true,
            holder: true,
            site: true,
            scope: true,
            items: true,
            issuedOn: true,
            until: true,
          })
          .extend({ fileId: z.string().nullable() })
          .optional(),
      })
      .refine(({ event, reason }) => needsRegister(event) || reason !== '', {
        path: ['reason'],
        message: '请写明原因，供应商将看到',
      })
      .refine(({ event, register }) => !needsRegister(event) || register !== null, {
        path: ['register', 'url'],
        message: '请填写所核对的官方查询地址与日期',
      }),
    output: z.object({ status: z.enum(qualificationStatuses) }),
    failures: ['stepNotAllowed', 'conflict', 'certificateHeldElsewhere', 'certificateExpired'],
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
