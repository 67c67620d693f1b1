import { z } from 'zod'
import { operator, user } from '../access.ts'
import { call } from '../call.ts'
import { id, keyword, moment, text } from '../fields.ts'
import { operatorApproval } from './operator-approvals.ts'

/** Kinds of records that every role with `records` may look up. */
export const recordKinds = ['user', 'company', 'shop', 'service', 'product', 'demand'] as const
export type RecordKind = (typeof recordKinds)[number]
/** Kinds that need `trade`. */
export const tradeKinds = ['order', 'payment'] as const
export type TradeKind = (typeof tradeKinds)[number]
export type AnyRecordKind = RecordKind | TradeKind

const anyKind = z.enum([...recordKinds, ...tradeKinds])
const tone = z.enum(['mute', 'go', 'act', 'good', 'bad'])
const state = z.object({ label: z.string(), tone })

/** One line of a list of records. */
const recordRow = z.object({
  kind: anyKind,
  id,
  /** Number, login name or credit code. */
  number: z.string(),
  title: z.string(),
  /** Second line: company, masked telephone number, amount. */
  note: z.string(),
  state: state.nullable(),
  at: moment,
})
export type RecordRow = z.output<typeof recordRow>

/** One line of a section; `record` is the record that it leads to, if any. */
const recordLine = z.object({
  record: z.object({ kind: anyKind, id }).nullable(),
  title: z.string(),
  note: z.string(),
  state: state.nullable(),
  /** null where it has no time of its own. */
  at: moment.nullable(),
  /** Address of a file; null = none. */
  file: z.string().nullable(),
})
export type RecordLine = z.output<typeof recordLine>

/** What an operator may do to a record now. */
export const recordActions = [
  'userSuspend',
  'userRestore',
  'sessionsEnd',
  'messagesResend',
  'accountView',
  'companySuspend',
  'companySuspendConfirm',
  'approvalEnd',
  'companyRestore',
  'certificationRevoke',
  'shopClose',
  'listingSuspend',
  'listingRelease',
  'demandSuspend',
  'demandRelease',
  'note',
] as const
export type RecordAction = (typeof recordActions)[number]

const recordPage = z.object({
  kind: anyKind,
  id,
  number: z.string(),
  title: z.string(),
  state: state.nullable(),
  /** Company concerned, for the actions about it; null = none. */
  companyId: id.nullable(),
  /** Reason of a suspension or rejection in force; empty otherwise. */
  reason: z.string(),
  facts: z.array(
    z.object({ label: z.string(), value: z.string(), record: z.object({ kind: anyKind, id }).nullable() }),
  ),
  sections: z.array(
    z.object({
      title: z.string(),
      /** Number of all lines; more than shown where it is larger. */
      total: z.int(),
      lines: z.array(recordLine),
    }),
  ),
  /** Request of an operator that waits for a second one; null = none. */
  approval: operatorApproval.nullable(),
  /** Permitted by the state of the record and by the roles of the caller. */
  actions: z.array(z.enum(recordActions)),
  /** Address of the public page; null = none is shown now. */
  publicPath: z.string().nullable(),
})
export type RecordPage = z.output<typeof recordPage>

const listInput = {
  /** Number, name or telephone number; names of companies, titles from three characters anywhere in them. */
  keyword: keyword.default(''),
  /** Rows with a smaller id; absent = the newest. */
  before: id.optional(),
}
const listOutput = z.object({
  data: z.array(recordRow),
  /** `before` of the next page; null = no more. */
  next: id.nullable(),
})

const reason = text(300)
const restricting = { access: operator('restrict'), ours: true } as const

export const platformRecordsCalls = {
  records: call({
    path: '/ops/record/list',
    summary: '用户、企业、店铺、服务、商品与需求：按编号、名称、手机号查找，新的在前',
    access: operator('records'),
    reads: true,
    input: z.object({ kind: z.enum(recordKinds), ...listInput }),
    output: listOutput,
    ours: true,
  }),
  record: call({
    path: '/ops/record/detail',
    summary: '一个用户、企业、店铺、服务、商品或需求，及与其相关的一切',
    access: operator('records'),
    reads: true,
    input: z.object({ kind: z.enum(recordKinds), id }),
    output: recordPage,
    ours: true,
  }),
  tradeRecords: call({
    path: '/ops/trade/list',
    summary: '订单与付款：按编号或标题查找，新的在前',
    access: operator('trade'),
    reads: true,
    input: z.object({ kind: z.enum(tradeKinds), ...listInput }),
    output: listOutput,
    ours: true,
  }),
  /** Messages of both sides are in it only while the order is disputed. */
  tradeRecord: call({
    path: '/ops/trade/detail',
    summary: '一份订单或一笔付款，只读：明细、付款、交付、文件；沟通记录仅在争议中可见',
    access: operator('trade'),
    reads: true,
    input: z.object({ kind: z.enum(tradeKinds), id }),
    output: recordPage,
    ours: true,
  }),
  /** Ends sessions and push at once. An operator or agent must be relieved of the role first. */
  userSuspend: call({
    path: '/ops/user/suspend',
    summary: '停用一个用户：登录与推送立即结束，本人会收到原因',
    ...restricting,
    input: z.object({ userId: id, reason }),
    output: z.object({ ended: z.int() }),
    failures: ['stepNotAllowed', 'staffNotSuspendable'],
    logs: '停用用户',
  }),
  userRestore: call({
    path: '/ops/user/restore',
    summary: '恢复一个停用的用户；此前被企业停用的仍停用',
    ...restricting,
    input: z.object({ userId: id, reason }),
    output: z.object({}),
    failures: ['stepNotAllowed'],
    logs: '恢复用户',
  }),
  userSessionsEnd: call({
    path: '/ops/user/sessions/end',
    summary: '结束一个用户的全部登录',
    ...restricting,
    input: z.object({ userId: id, reason }),
    output: z.object({ ended: z.int() }),
    logs: '结束用户的登录',
  }),
  /**
   * The browser of the operator then sees the site as this person does, for `accountViewMinutes`. The person is told the
   * reason. Ends an earlier view of the same session.
   */
  accountViewStart: call({
    path: '/ops/user/view/start',
    summary: '以一个用户的身份只读查看，15 分钟；本人会收到原因',
    access: operator('view'),
    input: z.object({ userId: id, reason }),
    output: z.object({ expiresAt: moment }),
    failures: ['viewUnavailable'],
    logs: '只读查看账号',
    ours: true,
  }),
  /** Ends the view of this session; without one it changes nothing. */
  accountViewEnd: call({
    path: '/ops/user/view/end',
    summary: '结束只读查看，恢复运营人员自己的登录',
    access: user,
    viewing: 'open',
    input: z.object({}),
    /** Id of the person who was viewed; null = nobody. */
    output: z.object({ userId: id.nullable() }),
    ours: true,
  }),
  /** Codes and links are never sent again: they have expired. */
  userMessagesResend: call({
    path: '/ops/user/messages/resend',
    summary: '重发近七天未送达该用户的短信与邮件（验证码除外）',
    access: operator('records'),
    input: z.object({ userId: id, reason }),
    output: z.object({ queued: z.int() }),
    logs: '重发消息',
    ours: true,
  }),
  /**
   * Needs two operators: the first call asks, one by another operator within three days suspends. Shop, listings and
   * demands leave the public pages within seconds; orders under way are finished by both sides.
   */
  companySuspend: call({
    path: '/ops/company/suspend',
    summary: '停用一家企业，须两位运营人员：店铺、服务、商品与需求不再展示，不能发起新交易，履行中的订单照常',
    ...restricting,
    input: z.object({ companyId: id, reason }),
    /** `waiting`: the first of two operators asked, nothing has changed yet. */
    output: z.object({ listings: z.int(), demands: z.int(), waiting: z.boolean() }),
    failures: ['stepNotAllowed', 'companyUncertified', 'secondOperatorNeeded'],
    logs: '停用企业',
  }),
  companyRestore: call({
    path: '/ops/company/restore',
    summary: '恢复一家停用的企业，以及随停用撤下的服务、商品与需求',
    ...restricting,
    input: z.object({ companyId: id, reason }),
    output: z.object({ listings: z.int(), demands: z.int() }),
    failures: ['stepNotAllowed'],
    logs: '恢复企业',
  }),
  certificationRevoke: call({
    path: '/ops/company/certification/revoke',
    summary: '撤销一家企业的认证，须重新认证才能交易',
    ...restricting,
    input: z.object({ companyId: id, reason }),
    output: z.object({}),
    failures: ['stepNotAllowed', 'companyUncertified'],
    logs: '撤销企业认证',
  }),
  shopCloseByOperator: call({
    path: '/ops/shop/close',
    summary: '关闭一家店铺；有未完成订单的不能关闭，可改为停用企业',
    ...restricting,
    input: z.object({ shopId: id, reason }),
    output: z.object({ unlisted: z.int() }),
    failures: ['stepNotAllowed', 'shopBusy'],
    logs: '关闭店铺',
  }),
  listingTakeDown: call({
    path: '/ops/listing/step',
    summary: '下架或解除下架一项服务或商品，店铺会收到原因',
    ...restricting,
    input: z.object({
      kind: z.enum(['service', 'product']),
      listingId: id,
      event: z.enum(['suspend', 'release']),
      reason,
    }),
    output: z.object({}),
    failures: ['stepNotAllowed'],
    logs: '下架服务与商品',
  }),
  demandTakeDown: call({
    path: '/ops/demand/step',
    summary: '下架或恢复一条需求，发布方会收到原因',
    ...restricting,
    input: z.object({ demandId: id, event: z.enum(['suspend', 'release']), reason }),
    output: z.object({}),
    failures: ['stepNotAllowed'],
    logs: '下架需求',
  }),
  /** Read by operators only. */
  operatorNoteSave: call({
    path: '/ops/note/save',
    summary: '写一条关于用户或企业的备注，只有运营人员可见',
    access: operator('records'),
    input: z.object({ kind: z.enum(['user', 'company']), targetId: id, reason: text(500) }),
    output: z.object({ noteId: id }),
    logs: '写备注',
    ours: true,
  }),
}
