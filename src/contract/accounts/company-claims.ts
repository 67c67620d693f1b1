import { z } from 'zod'
import { certificationStatuses } from '../../domain/accounts/certification.ts'
import { claimStatuses, claimedIdentifiers } from '../../domain/accounts/company-claims.ts'
import { member, operator, user } from '../access.ts'
import { call } from '../call.ts'
import { id, keyword, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { historyStep } from '../state.ts'
import { creditCode } from './company-fields.ts'

/** A claim as the claimant and operators see it. */
const claimRow = z.object({
  claimId: id,
  status: z.enum(claimStatuses),
  companyName: z.string(),
  creditCode: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  /** Why the claimant says that it is theirs. */
  statement: z.string(),
  /** Paths of the evidence, for the claimant's side and operators only; empty where it was entered without a file. */
  licenceUrl: z.string(),
  letterUrl: z.string(),
  /** What the operator wrote. */
  reason: z.string(),
  createdAt: moment,
  reviewedAt: moment.nullable(),
  history: z.array(historyStep),
})
export type ClaimRow = z.output<typeof claimRow>

/** A claim in the operators' list. */
const claimReviewRow = claimRow.omit({ history: true }).extend({
  /** Person and, where they had one, company that claims. */
  claimant: z.string(),
  /** Names of the companies that held it when it was claimed. */
  holders: z.array(z.string()),
})
export type ClaimReviewRow = z.output<typeof claimReviewRow>

/** A company that holds the name or the code now. */
const claimHolder = z.object({
  companyId: id,
  companyName: z.string(),
  creditCode: z.string(),
  /** Claimed identifiers that it holds. */
  holds: z.array(z.enum(claimedIdentifiers)),
  certification: z.enum(certificationStatuses),
  /** The version in force: who is named in it, when it was approved, its licence. Null = granted, not certified. */
  version: z
    .object({ legalPerson: z.string(), address: z.string(), approvedAt: moment.nullable(), licenceUrl: z.string() })
    .nullable(),
  /** Name of its open shop; empty without one. */
  shopName: z.string(),
  memberCount: z.int(),
  /** Orders of either side that are not over: they go on whatever is decided. */
  runningOrders: z.int(),
  createdAt: moment,
})
export type ClaimHolder = z.output<typeof claimHolder>

const claimDetail = claimRow.extend({
  claimant: z.string(),
  holders: z.array(claimHolder),
  /** Other claims to the same name or code that wait; they end when this one is approved. */
  rivals: z.int(),
})
export type ClaimDetail = z.output<typeof claimDetail>

/** Calls of our own: claims to a name or credit code that another company was certified with. */
export const companyClaimsCalls = {
  claimSave: call({
    path: '/user-center/organization-auth/claim/save',
    summary: '认领被其他企业认证的名称或信用代码，由平台工作人员核实',
    access: member('corporate_credit'),
    input: z.object({
      companyName: text(60),
      creditCode,
      contactName: text(30),
      contactPhone: z
        .string()
        .trim()
        .regex(/^[\d+()\- ]{7,20}$/, '请填写有效的电话'),
      statement: text(500),
      /** Uploaded files of purpose licence: the business licence, and the company's letter of authorisation. */
      licenceFileId: z.string({ error: '请上传营业执照' }).min(1, '请上传营业执照').max(64),
      letterFileId: z.string({ error: '请上传授权书' }).min(1, '请上传授权书').max(64),
    }),
    output: claimRow,
    failures: ['claimUnneeded', 'claimWaiting', 'tooManyClaims'],
    idempotent: true,
    ours: true,
    perMinute: 10,
    perDay: 20,
    logs: '提交企业认领',
  }),
  claims: call({
    path: '/user-center/organization-auth/claim/list',
    summary: '本人与本企业提交的认领，新的在前',
    access: user,
    reads: true,
    input: z.object({}),
    output: z.array(claimRow),
    ours: true,
  }),
  claimWithdraw: call({
    path: '/user-center/organization-auth/claim/withdraw',
    summary: '撤回一份待核实的认领',
    access: member('corporate_credit'),
    input: z.object({ claimId: id }),
    output: z.object({ status: z.enum(claimStatuses) }),
    failures: ['stepNotAllowed'],
    ours: true,
    logs: '撤回企业认领',
  }),
  claimReviews: call({
    path: '/ops/claim/list-page',
    summary: '企业认领：待核实的在前，其中先提交的在前',
    access: operator('review'),
    reads: true,
    input: z.object({ ...paging, keyword: keyword.default(''), status: z.enum(claimStatuses).optional() }),
    output: listOf(claimReviewRow).extend({ counts: z.partialRecord(z.enum(claimStatuses), z.int()) }),
    ours: true,
  }),
  claimDetail: call({
    path: '/ops/claim/detail',
    summary: '一份认领的证明材料、目前的持有企业与经过',
    access: operator('review'),
    reads: true,
    input: z.object({ claimId: id }),
    output: claimDetail,
    ours: true,
  }),
  /** Approval revokes the holders' certification, gives the code to the claimant's company and ends rival claims. */
  claimReview: call({
    path: '/ops/claim/review',
    summary: '核实认领：通过则撤销原认证并为申请人保留信用代码；两种结果都须写明原因，双方会看到',
    access: operator('review'),
    input: z.object({
      claimId: id,
      decision: z.enum(['approve', 'reject']),
      reason: optionalText(300).default(''),
      /** Ids of the holders that the operator looked at: others in their place answer claimOutdated. */
      holderIds: z.array(id).max(2).optional(),
    }),
    output: z.object({ status: z.enum(claimStatuses) }),
    failures: ['stepNotAllowed', 'claimOutdated', 'claimantMoved', 'companyNameUsed'],
    ours: true,
    logs: '核实企业认领',
  }),
}
