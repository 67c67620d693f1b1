import { z } from 'zod'
import { demandSortKeys, maxSelectedRows } from '../../domain/daily-lists.ts'
import { demandStatuses } from '../../domain/demands/demand-states.ts'
import { company, everyone } from '../access.ts'
import { call } from '../call.ts'
import { listBounds, listOrder, outcomes, selectedIds } from '../daily-list.ts'
import { count, day, fen, id, keyword, listOf, moment, momentInput, optionalText, paging, text } from '../fields.ts'
import { historyStep, waitingChange } from '../state.ts'
import { demandInput, fact, question } from './demand-input.ts'
import { demandFilter, hallMenu } from './hall.ts'

/** A file of a demand. */
export const demandFile = z.object({ fileId: z.string(), name: z.string(), size: z.int(), url: z.string() })

/** A demand as lists show it. */
export const demandRow = z.object({
  demandId: id,
  demandNo: z.string(),
  demandTitle: z.string(),
  summary: z.string(),
  categoryId: id,
  categoryName: z.string(),
  /** Name of the research stage of the category. */
  stageName: z.string(),
  /** Preferred region of the supplier, 省 市; empty = 不限. */
  districtName: z.string(),
  /** fen; null = 面议 */
  demandBudget: fen.nullable(),
  deadline: moment,
  status: z.enum(demandStatuses),
  offerCount: z.int(),
  /** Offers stay sealed until the deadline. */
  sealedOnly: z.boolean(),
  /** Only suppliers whom the buyer invited may offer. */
  invitedOnly: z.boolean(),
  /** Has a confidential part that requires accepting the confidentiality terms. */
  confidential: z.boolean(),
  publishedAt: moment.nullable(),
})
export type DemandRow = z.output<typeof demandRow>

/** Full demand. Fields for the owner only are empty for others. */
export const demandDetail = demandRow.extend({
  facts: z.array(fact),
  /** Qualifications that a supplier has to hold, all of them. */
  requiredTags: z.array(z.string()),
  /** 省 or 市 code; null = 不限 */
  districtCode: z.string().nullable(),
  deliverBy: day.nullable(),
  viewCount: z.int(),
  /** Template it was created from; null = none. */
  templateKey: z.string().nullable(),
  templateVersion: z.int().nullable(),
  /** What every offer answers. */
  questions: z.array(question),
  /** Public files. Confidential files have their own calls. */
  files: z.array(demandFile),
  /** How many confidential files there are. */
  annexCount: z.int(),
  /** The buyer's own confidentiality terms, beside the platform's; '' without. */
  ownTerms: z.string(),
  /** Version for optimistic locking: an edit sends the version it was opened with. */
  version: z.int(),
  /** Masked for everyone but the owner: 成**司. */
  companyName: z.string(),
  /** null for everyone but the owner, since it would reveal the masked name. */
  orgId: id.nullable(),
  certified: z.boolean(),
  reason: z.string(),
  /** Whether it belongs to the caller's company. */
  mine: z.boolean(),
  /** Offer of the caller's company; null without one. */
  ownOfferId: id.nullable(),
  /** Whether the buyer invited the caller's company. */
  invited: z.boolean(),
  createdAt: moment,
  history: z.array(historyStep),
  /** Pending or rejected change of an open demand; null for everyone but the owner. */
  change: waitingChange.nullable(),
})
export type DemandDetail = z.output<typeof demandDetail>

/** Form data for the owner: includes the confidential part and the content of a pending change. */
const demandForm = demandDetail.omit({ categoryId: true }).extend({
  /** null = not chosen yet */
  categoryId: id.nullable(),
  confidentialText: z.string(),
  /** R&D programme that the caller sees; null = none, or another one. */
  programmeId: id.nullable(),
  /** Confidential files. */
  annexes: z.array(demandFile),
})
export type DemandForm = z.output<typeof demandForm>

/** A demand in the list of its own company. */
const ownDemandRow = demandRow.extend({
  createdAt: moment,
  /** Pending or rejected change of an open demand. */
  change: waitingChange.nullable(),
})
export type OwnDemandRow = z.output<typeof ownDemandRow>

const savedDemand = z.object({
  demandId: id,
  status: z.enum(demandStatuses),
  /** To be sent with the next edit. */
  version: z.int(),
})

export type DemandInput = z.input<typeof demandInput>

/** Filters of the company's own demands, and of their sheet. */
export const ownDemandFilter = {
  keyword: keyword.default(''),
  status: z.enum(demandStatuses).optional(),
  /** Day of creation, and budget. */
  ...listBounds,
}

export const demandsCalls = {
  demands: call({
    path: '/mall/demand/new/list-page',
    summary: '需求大厅：已公开的需求',
    access: everyone,
    byKey: true,
    reads: true,
    cacheable: true,
    input: demandFilter.extend(paging),
    output: listOf(demandRow),
  }),
  similarDemands: call({
    path: '/mall/demand/similar/list-page',
    summary: '同类需求，不含本需求，仅报价中的',
    access: everyone,
    reads: true,
    input: z.object({ demandId: id, ...paging }),
    output: listOf(demandRow),
  }),
  demand: call({
    path: '/mall/demand/detail',
    summary: '需求详情：公开的人人可见，其余仅发布方可见',
    access: everyone,
    byKey: true,
    reads: true,
    input: z.object({ demandId: id }),
    output: demandDetail,
  }),
  demandConditions: call({
    path: '/mall/demand/condition/list',
    summary: '需求大厅的筛选项与数量，各项的数量不计自身',
    access: everyone,
    reads: true,
    cacheable: true,
    input: demandFilter,
    output: hallMenu,
  }),
  demandSave: call({
    path: '/mall/demand/save',
    summary: '发布需求或存为草稿',
    access: company('publish_requirement'),
    byKey: true,
    idempotent: true,
    input: demandInput,
    output: savedDemand,
    failures: ['keyMissing', 'keyReused', 'notCertified', 'certificationExpired'],
    logs: '保存需求',
  }),
  demandForm: call({
    path: '/mall/demand/form/detail',
    summary: '本企业的一条需求，连同保密资料，供填写或复制',
    access: company('publish_requirement'),
    reads: true,
    viewing: 'closed',
    input: z.object({ demandId: id }),
    output: demandForm,
    ours: true,
  }),
  demandUpdate: call({
    path: '/mall/demand/update',
    summary:
      '修改草稿、未通过或报价中的需求；报价中的只可改说明与要求、推迟截止时间、增加附件，并告知已报价方；需审核时公开内容在修改通过后更新，截止时间与保密资料即时生效',
    access: company('publish_requirement'),
    byKey: true,
    input: demandInput.extend({
      demandId: id,
      /** Version the form was opened with; an outdated one returns conflict. Without it the last write wins. */
      version: count.min(1).optional(),
    }),
    output: savedDemand,
    failures: [
      'stepNotAllowed',
      'conflict',
      'notCertified',
      'certificationExpired',
      'programmeGone',
      'programmeTaken',
      'programmeFull',
    ],
    logs: '修改需求',
  }),
  demandChangeDelete: call({
    path: '/mall/demand/change/drop',
    summary: '撤回报价中需求的修改：待审核或未通过的修改作废，公开内容不变',
    access: company('publish_requirement'),
    input: z.object({ demandId: id }),
    output: z.object({}),
    ours: true,
    logs: '撤回需求修改',
  }),
  demandDelete: call({
    path: '/mall/demand/delete',
    summary: '删除草稿、未通过、已关闭或已过期的需求',
    access: company('my_requirement'),
    input: z.object({ demandId: id }),
    output: z.object({}),
    failures: ['stepNotAllowed'],
    logs: '删除需求',
  }),
  demandEditStatus: call({
    path: '/mall/demand/edit-status',
    summary: '关闭（写明原因）或重新开放（新的截止时间）需求',
    access: company('my_requirement'),
    byKey: true,
    input: z.discriminatedUnion('event', [
      z.object({ demandId: id, event: z.literal('close'), reason: text(200) }),
      z.object({
        demandId: id,
        event: z.literal('reopen'),
        deadline: momentInput,
        reason: optionalText(200).default(''),
      }),
    ]),
    output: z.object({ status: z.enum(demandStatuses) }),
    failures: ['stepNotAllowed', 'notCertified', 'certificationExpired', 'openedEarly'],
    logs: '变更需求状态',
    perDay: 200,
  }),
  demandsClose: call({
    path: '/mall/demand/close-many',
    summary: '关闭多条需求（写明原因），未能关闭的逐条说明原因',
    access: company('my_requirement'),
    input: z.object({ demandIds: selectedIds(maxSelectedRows), reason: text(200) }),
    output: outcomes,
    logs: '批量关闭需求',
    ours: true,
    perMinute: 20,
  }),
  demandsExtend: call({
    path: '/mall/demand/extend-many',
    summary: '推迟多条报价中需求的截止时间，未能推迟的逐条说明原因；已报价的供应商会收到通知',
    access: company('publish_requirement'),
    input: z.object({ demandIds: selectedIds(maxSelectedRows), deadline: momentInput }),
    output: outcomes,
    logs: '批量推迟报价截止',
    ours: true,
    perMinute: 20,
  }),
  buyerDemands: call({
    path: '/mall/demand/buyer-center/list-page',
    summary: '本企业发布的需求，可按状态筛选，附各状态数量',
    access: company('my_requirement'),
    byKey: true,
    reads: true,
    input: z.object({ ...ownDemandFilter, ...listOrder(demandSortKeys), ...paging }),
    output: listOf(ownDemandRow).extend({ counts: z.partialRecord(z.enum(demandStatuses), z.int()) }),
  }),
}
