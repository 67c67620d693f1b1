import { z } from 'zod'
import {
  complaintActions,
  complaintKinds,
  complaintReasons,
  complaintStatuses,
  maxComplaintFiles,
  maxComplaintText,
  wordReason,
} from '../../domain/operations/complaints.ts'
import { recordKinds } from './platform-records.ts'
import { operator, user } from '../access.ts'
import { call } from '../call.ts'
import { id, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { historyStep } from '../state.ts'

const kind = z.enum(complaintKinds)
const status = z.enum(complaintStatuses)
const reason = z.enum([...complaintReasons, wordReason])
const action = z.enum(complaintActions)
const subject = { kind, subjectId: id }

/** A complaint as the person who made it reads it. */
const ownComplaint = z.object({
  complaintId: id,
  kind,
  title: z.string(),
  reason,
  text: z.string(),
  status,
  /** Reason of the decision; empty before. */
  decision: z.string(),
  createdAt: moment,
  decidedAt: moment.nullable(),
})
export type OwnComplaint = z.output<typeof ownComplaint>

/** One line of the queue. */
const complaintRow = z.object({
  complaintId: id,
  kind,
  title: z.string(),
  /** Company or person concerned; empty = neither. */
  ownerName: z.string(),
  reason,
  /** What the word list found. */
  words: z.array(z.string()),
  /** Whether the word list opened it, not a person. */
  isAutomatic: z.boolean(),
  status,
  /** Operator who has it; empty = nobody. */
  takenBy: z.string(),
  isMine: z.boolean(),
  /** Undecided complaints about the same subject, with this one. */
  reports: z.int(),
  /** Upheld complaints against the same owner within twelve months. */
  offences: z.int(),
  createdAt: moment,
})
export type ComplaintRow = z.output<typeof complaintRow>

/** What an operator reads before the decision. */
const complaintCase = complaintRow.extend({
  text: z.string(),
  files: z.array(z.object({ fileId: z.string(), name: z.string(), size: z.int(), url: z.string() })),
  /** The subject now, or null if it is gone. */
  subject: z
    .object({
      text: z.string(),
      /** State in words. */
      state: z.string(),
      /** Public page; null = none is shown now. */
      path: z.string().nullable(),
      record: z.object({ kind: z.enum(recordKinds), id }).nullable(),
    })
    .nullable(),
  ownerCompanyId: id.nullable(),
  ownerUserId: id.nullable(),
  /** Who made it: login name and company; empty for the word list. */
  reporterName: z.string(),
  reporterCompanyName: z.string(),
  /** The reported message with those around it, as they were when it was reported. */
  excerpt: z.array(z.object({ byOwner: z.boolean(), isReported: z.boolean(), text: z.string(), at: moment })),
  takenAt: moment.nullable(),
  mayTake: z.boolean(),
  mayRelease: z.boolean(),
  mayDecide: z.boolean(),
  actions: z.array(action),
  action: action.nullable(),
  decision: z.string(),
  decidedAt: moment.nullable(),
  /** Other complaints against the same owner within twelve months, newest first; at most 50. */
  earlier: z.array(
    z.object({
      complaintId: id,
      kind,
      title: z.string(),
      reason,
      status,
      action: action.nullable(),
      createdAt: moment,
      decidedAt: moment.nullable(),
    }),
  ),
  /** Oldest first. */
  history: z.array(historyStep),
})
export type ComplaintCase = z.output<typeof complaintCase>

/** An owner with upheld complaints within twelve months. */
const offender = z.object({
  companyId: id.nullable(),
  userId: id.nullable(),
  name: z.string(),
  upheld: z.int(),
  waiting: z.int(),
  lastAt: moment,
})
export type Offender = z.output<typeof offender>

const moderator = operator('moderate')
const ofCase = { complaintId: id }

export const complaintsCalls = {
  complaintSubject: call({
    path: '/fmall/complaint/subject',
    summary: '要举报的内容：标题，以及举报聊天消息时一并提交的消息数',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object(subject),
    output: z.object({
      title: z.string(),
      /** Messages around the reported one that are copied into the complaint; 0 for everything else. */
      around: z.int(),
    }),
    failures: ['ownComplaint'],
    ours: true,
  }),
  complaintSave: call({
    path: '/fmall/complaint/save',
    summary: '举报服务、商品、店铺、需求、评价或聊天消息；被举报方不会知道举报人',
    access: user,
    idempotent: true,
    input: z.object({
      ...subject,
      reason: z.enum(complaintReasons, { error: '请选择原因' }),
      text: optionalText(maxComplaintText).default(''),
      fileIds: z.array(z.string().min(1).max(40)).max(maxComplaintFiles).default([]),
    }),
    output: z.object({ complaintId: id }),
    failures: ['ownComplaint', 'complaintOpen', 'complaintsUsedUp'],
    perMinute: 20,
    logs: '举报',
    ours: true,
  }),
  ownComplaints: call({
    path: '/fmall/complaint/own/list-page',
    summary: '自己提交的举报及结果，新的在前',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object({ status: status.optional(), ...paging }),
    output: listOf(ownComplaint),
    ours: true,
  }),
  complaints: call({
    path: '/ops/complaint/list-page',
    summary: '举报与词表命中：未处理的等得最久的在前，已处理的新的在前',
    access: moderator,
    reads: true,
    input: z.object({ status: status.optional(), kind: kind.optional(), ...paging }),
    output: listOf(complaintRow).extend({ counts: z.record(status, z.int()) }),
    ours: true,
  }),
  complaint: call({
    path: '/ops/complaint/detail',
    summary: '一件举报：内容、举报人、证据，以及对同一方的其他举报',
    access: moderator,
    reads: true,
    input: z.object(ofCase),
    output: complaintCase,
    failures: ['ownCompany'],
    ours: true,
  }),
  complaintTake: call({
    path: '/ops/complaint/take',
    summary: '受理一件举报；已由他人受理的不能再受理',
    access: moderator,
    input: z.object(ofCase),
    output: complaintCase,
    failures: ['complaintTaken', 'complaintDecided', 'ownCompany'],
    logs: '受理举报',
    ours: true,
  }),
  complaintRelease: call({
    path: '/ops/complaint/release',
    summary: '把受理的举报退回待受理；他人受理超过 24 小时的也可以退回',
    access: moderator,
    input: z.object(ofCase),
    output: complaintCase,
    failures: ['complaintTaken', 'complaintDecided', 'complaintNotTaken', 'ownCompany'],
    logs: '退回举报',
    ours: true,
  }),
  /** Other undecided complaints about the same subject are decided with it. */
  complaintUphold: call({
    path: '/ops/complaint/uphold',
    summary: '举报成立：下架、隐藏评价、关闭店铺或警告；双方会收到结果',
    access: moderator,
    input: z.object({ ...ofCase, action, reason: text(300) }),
    output: complaintCase,
    failures: ['complaintTaken', 'complaintDecided', 'complaintNotTaken', 'stepNotAllowed', 'shopBusy', 'ownCompany'],
    logs: '举报成立',
    ours: true,
  }),
  complaintReject: call({
    path: '/ops/complaint/reject',
    summary: '举报不成立：写明理由，举报人会收到',
    access: moderator,
    input: z.object({ ...ofCase, reason: text(300) }),
    output: complaintCase,
    failures: ['complaintTaken', 'complaintDecided', 'complaintNotTaken', 'ownCompany'],
    logs: '举报不成立',
    ours: true,
  }),
  offenders: call({
    path: '/ops/complaint/offenders',
    summary: '十二个月内举报成立的企业与个人，次数多的在前',
    access: moderator,
    reads: true,
    input: z.object({ ...paging }),
    output: listOf(offender),
    ours: true,
  }),
}
