import { z } from 'zod'
import { certificationStatuses, supplierSteps } from '../../domain/accounts/certification.ts'
import { company, operator, user } from '../access.ts'
import { call } from '../call.ts'
import { dayInput, id, keyword, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { historyStep } from '../state.ts'
import { creditCode, districtCode } from './company-fields.ts'

const optionalDay = dayInput.nullable().default(null)

/** What the person confirms from the licence. */
const certificationInput = {
  companyName: text(60),
  creditCode,
  legalPerson: text(30),
  districtCode,
  address: text(100),
  foundedAt: optionalDay,
  /** Last day of business; null = 长期. Must lie ahead. */
  validUntil: optionalDay,
  businessScope: optionalText(2000).default(''),
  /** An uploaded file of purpose licence. */
  licenceFileId: z.string().min(1, '请上传营业执照').max(64),
}

/** One version of a certification. */
const certificationVersion = z.object({
  certificationId: id,
  version: z.int(),
  status: z.enum(certificationStatuses),
  companyName: z.string(),
  creditCode: z.string(),
  legalPerson: z.string(),
  districtCode: z.string(),
  districtName: z.string(),
  address: z.string(),
  foundedAt: z.string().nullable(),
  validUntil: z.string().nullable(),
  businessScope: z.string(),
  licenceFileId: z.string(),
  /** Path of the licence; only the company and operators may open it. */
  licenceUrl: z.string(),
  licenceConfirms: z.boolean(),
  reason: z.string(),
  createdAt: moment,
  reviewedAt: moment.nullable(),
})
export type CertificationVersion = z.output<typeof certificationVersion>

export const certificationCalls = {
  organizationAuth: call({
    path: '/user-center/organization-auth/detail',
    summary: '企业认证：最新版本、生效版本与历次版本',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object({}),
    output: z.object({
      /** State in force. */
      authStatus: z.enum(certificationStatuses),
      certifiedUntil: moment.nullable(),
      latest: certificationVersion.nullable(),
      inForce: certificationVersion.nullable(),
      versions: z.array(certificationVersion),
      history: z.array(historyStep),
      /** What the form starts with where there is no version yet: the company's own details. */
      companyName: z.string(),
      /** May submit now: no version waits for review, and the person holds the right. */
      maySubmit: z.boolean(),
      /** May claim a name or code that another company is certified with. */
      mayClaim: z.boolean(),
    }),
  }),
  organizationAuthSave: call({
    path: '/user-center/organization-auth/save',
    summary: '提交企业认证：每次提交是一个新版本，已通过的版本在新版本通过前继续有效',
    access: user,
    input: z.object(certificationInput),
    output: z.object({ certificationId: id, version: z.int(), status: z.enum(certificationStatuses) }),
    failures: ['companyNameUsed', 'creditCodeUsed', 'certificationWaiting', 'forbidden'],
    idempotent: true,
    logs: '提交企业认证',
  }),
  companyAuth: call({
    path: '/fmall/company/auth/info',
    summary: '认证状态与成为供应商的进度',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object({}),
    output: z.object({
      companyId: id.nullable(),
      companyName: z.string(),
      authStatus: z.enum(certificationStatuses),
      /** State of the newest version, where one waits or was refused. */
      latestStatus: z.enum(certificationStatuses),
      reason: z.string(),
      certifiedUntil: moment.nullable(),
      isSaler: z.boolean(),
      /** The next step to take. */
      step: z.enum(supplierSteps),
      /** Whether the company has saved its payee account. */
      hasAccount: z.boolean(),
      /** Whether the person may take it (owner, or corporate_show / corporate_credit). */
      mayAct: z.boolean(),
      shopName: z.string(),
      shopBrief: z.string(),
      shopLogo: z.string(),
      agreementVersion: z.string(),
    }),
  }),
  supplierOpen: call({
    path: '/fmall/company/saler/open',
    summary: '成为供应商：认证通过后填写店铺并签署入驻协议，店铺随即开通；随后填写收款账户（fmall/user-account/save）',
    access: company('corporate_show'),
    input: z.object({
      shopName: text(30),
      brief: text(500),
      /** An uploaded file of purpose logo; empty = the default logo. */
      logoFileId: z.string().max(64).default(''),
      serviceClasses: z.array(z.string().max(40)).min(1, '请至少选择一类业务').max(20),
      /** Version of the suppliers' agreement that was read. */
      agreementVersion: z.string().max(20),
      agreed: z.literal(true, { error: '请先阅读并同意供应商入驻协议' }),
    }),
    output: z.object({ shopId: id }),
    failures: ['notCertified', 'certificationExpired', 'agreementNewer', 'shopExists', 'shopNameUsed'],
    idempotent: true,
    ours: true,
    logs: '开通店铺，成为供应商',
  }),
  businessLicenseOcr: call({
    path: '/system/ocr/business-license',
    summary: '识别营业执照照片，读到的项供核对；读不到的项为空',
    access: user,
    input: z.object({ fileId: z.string().min(1).max(64) }),
    output: z.object({
      /** Whether anything was read. */
      read: z.boolean(),
      companyName: z.string(),
      creditCode: z.string(),
      /** Whether the credit code's check characters fit. */
      creditCodeValid: z.boolean(),
      legalPerson: z.string(),
      address: z.string(),
      /** YYYY-MM-DD or null */
      foundedAt: z.string().nullable(),
      validUntil: z.string().nullable(),
      businessScope: z.string(),
    }),
    failures: ['ocrBusy', 'notPicture'],
    perMinute: 10,
    perDay: 60,
  }),
  certificationReviews: call({
    path: '/ops/certification/list-page',
    summary: '企业认证审核：按状态列出各企业提交的版本',
    access: operator('review'),
    reads: true,
    input: z.object({ ...paging, keyword: keyword.default(''), status: z.enum(certificationStatuses).optional() }),
    output: z.object({
      ...listOf(
        certificationVersion.extend({
          companyId: id,
          submittedBy: z.string(),
          /** What is in force now, to compare with; null where there is none or it is this very version. */
          inForce: certificationVersion.nullable(),
        }),
      ).shape,
      counts: z.partialRecord(z.enum(certificationStatuses), z.int()),
    }),
    ours: true,
  }),
  certificationReview: call({
    path: '/ops/certification/review',
    summary: '审核一个企业认证版本：通过、不通过或要求补充，后两者须写明原因',
    access: operator('review'),
    input: z.object({
      certificationId: id,
      decision: z.enum(['approve', 'reject', 'askMore']),
      reason: optionalText(300).default(''),
    }),
    output: z.object({ status: z.enum(certificationStatuses) }),
    failures: ['stepNotAllowed', 'companyNameUsed', 'creditCodeUsed'],
    ours: true,
    logs: '审核企业认证',
  }),
}
