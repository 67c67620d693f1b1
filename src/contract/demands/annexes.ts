import { z } from 'zod'
import { company, seller } from '../access.ts'
import { call } from '../call.ts'
import { id, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { demandFile } from './demands.ts'

const confidential = {
  /** Whether there is a confidential text; returned by `annexText` only. */
  hasText: z.boolean(),
  files: z.array(demandFile),
}

/**
 * Confidential part of a demand, by access state of the caller's company:
 * none = no confidential part; owner = own demand; closed = terms not accepted yet; agreed = a confidentiality agreement
 * in force stands in for the terms, and nothing was opened yet; open = readable; revoked = access revoked by the buyer;
 * over = no offers are accepted any more and the company has no active one.
 */
const annexes = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('owner'), ...confidential }),
  z.object({
    state: z.literal('closed'),
    /** Full text of the terms. */
    terms: z.string(),
    /** SHA-256 of the text, hex; sent back with the acceptance. */
    termsHash: z.string(),
    hasText: z.boolean(),
    fileCount: z.int(),
  }),
  z.object({
    state: z.literal('agreed'),
    agreementNo: z.string(),
    /** SHA-256 of what `annexAccept` then stores, hex; sent back with the first opening. */
    termsHash: z.string(),
    hasText: z.boolean(),
    fileCount: z.int(),
  }),
  z.object({
    state: z.literal('open'),
    acceptedAt: moment,
    /** Confidentiality agreement in force that stands in for the terms; '' = the terms were accepted. */
    agreementNo: z.string(),
    ...confidential,
  }),
  z.object({ state: z.literal('revoked'), reason: z.string(), revokedAt: moment }),
  z.object({ state: z.literal('over') }),
])
export type DemandAnnexes = z.output<typeof annexes>

/** Entry of the access log. */
const opening = z.object({
  openingId: id,
  /** 平台 for the platform's operators. */
  companyName: z.string(),
  personName: z.string(),
  /** null = the confidential part of the description. */
  fileName: z.string().nullable(),
  openedAt: moment,
})
export type AnnexOpening = z.output<typeof opening>

/** A company that accepted the terms. */
const reader = z.object({
  orgId: id,
  companyName: z.string(),
  /** Who accepted for it. */
  personName: z.string(),
  acceptedAt: moment,
  openings: z.int(),
  lastOpenedAt: moment.nullable(),
  /** Whether it may read now. */
  canRead: z.boolean(),
  /** When the buyer revoked access; null = not revoked. */
  revokedAt: moment.nullable(),
  revokedReason: z.string(),
})
export type AnnexReader = z.output<typeof reader>

export const annexesCalls = {
  demandAnnexes: call({
    path: '/mall/demand/annex/detail',
    summary: '需求的保密资料：发布方可见全部，供应商接受保密条款后可见文件清单',
    access: company(),
    reads: true,
    viewing: 'closed',
    input: z.object({ demandId: id }),
    output: annexes,
    failures: ['notSeller', 'notCertified', 'certificationExpired'],
    ours: true,
  }),
  annexText: call({
    path: '/mall/demand/annex/text',
    summary: '打开保密说明；供应商的每次打开都留下记录',
    access: company(),
    input: z.object({ demandId: id }),
    output: z.object({ text: z.string() }),
    failures: ['notSeller', 'notCertified', 'certificationExpired', 'termsNotAccepted', 'annexStopped', 'annexOver'],
    ours: true,
  }),
  annexAccept: call({
    path: '/mall/demand/annex/accept',
    summary: '代表本企业接受保密条款；展示的与接受的须是同一份。适用双方的保密协议时，即为首次打开',
    access: seller('my_supply'),
    input: z.object({ demandId: id, termsHash: z.string().regex(/^[0-9a-f]{64}$/, '条款编号有误') }),
    output: z.object({ acceptedAt: moment }),
    failures: ['ownDemand', 'annexStopped', 'annexOver', 'conflict', 'notCertified', 'certificationExpired'],
    logs: '接受保密条款',
    ours: true,
  }),
  annexReaders: call({
    path: '/mall/demand/annex/reader/list-page',
    summary: '接受了本企业某需求保密条款的供应商，最近接受的在前',
    access: company('my_requirement'),
    reads: true,
    viewing: 'closed',
    input: z.object({ demandId: id, ...paging }),
    output: listOf(reader),
    ours: true,
  }),
  annexOpenings: call({
    path: '/mall/demand/annex/opening/list-page',
    summary: '本企业某需求保密资料的打开记录，最近的在前',
    access: company('my_requirement'),
    reads: true,
    viewing: 'closed',
    input: z.object({ demandId: id, ...paging }),
    output: listOf(opening),
    ours: true,
  }),
  annexAccess: call({
    path: '/mall/demand/annex/access',
    summary: '停止（写明原因）或恢复一家供应商查看保密资料',
    access: company('my_requirement'),
    input: z.discriminatedUnion('event', [
      z.object({ demandId: id, orgId: id, event: z.literal('revoke'), reason: text(200) }),
      z.object({ demandId: id, orgId: id, event: z.literal('allow'), reason: optionalText(200).default('') }),
    ]),
    output: z.object({}),
    failures: ['stepNotAllowed'],
    logs: '变更保密资料的查看',
    ours: true,
    perMinute: 30,
    perDay: 200,
  }),
}
