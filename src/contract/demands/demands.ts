import { z } from 'zod'
import { demandStatuses } from '../../domain/demands/demand-states.ts'
import { company, everyone } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, keyword, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { historyStep } from '../state.ts'

/** Label and value of one requirement: species, route, guideline … */
export const fact = z.object({ label: text(20), value: text(200) })

/** A demand as lists show it. */
export const demandRow = z.object({
  demandId: id,
  demandNo: z.string(),
  demandTitle: z.string(),
  summary: z.string(),
  categoryId: id,
  categoryName: z.string(),
  /** Name of the research stage the category lies in. */
  stageName: z.string(),
  /** 省 市 of the wished supplier; empty = 不限. */
  districtName: z.string(),
  /** fen; null = 议价 */
  demandBudget: fen.nullable(),
  deadline: moment,
  status: z.enum(demandStatuses),
  offerCount: z.int(),
  publishedAt: moment.nullable(),
})
export type DemandRow = z.output<typeof demandRow>

/** One demand, whole. What only its owner may see is empty for others. */
export const demandDetail = demandRow.extend({
  facts: z.array(fact),
  /** 省 or 市 code; null = 不限 */
  districtCode: z.string().nullable(),
  deliverBy: z.iso.date().nullable(),
  viewCount: z.int(),
  /** Masked for everyone but the owner: 成**司. */
  companyName: z.string(),
  /** null for everyone but the owner: shops are found by it, and so the name behind the mask. */
  orgId: id.nullable(),
  certified: z.boolean(),
  reason: z.string(),
  /** Whether the caller's company posted it. */
  mine: z.boolean(),
  /** Offer of the caller's own company, where it has one. */
  ownOfferId: id.nullable(),
  createdAt: moment,
  history: z.array(historyStep),
})
export type DemandDetail = z.output<typeof demandDetail>

const demandInput = z.object({
  demandTitle: text(60),
  categoryId: id,
  /** Public summary: what is wanted, without secrets. */
  summary: text(2000),
  facts: z.array(fact).max(20, '最多 20 项要求').default([]),
  /** fen; null = 议价 */
  demandBudget: fen.min(100, '预算至少 1 元').nullable(),
  districtCode: z
    .string()
    .regex(/^\d{6}$/, '请选择地区')
    .nullable()
    .default(null),
  deliverBy: z.iso.date('请选择日期').nullable().default(null),
  /** End of offering: at least one hour and at most 180 days ahead. */
  deadline: moment,
  /** true = submit for review (open at once while REVIEW=auto); false = keep as a draft. */
  submit: z.boolean().default(true),
})
export type DemandInput = z.input<typeof demandInput>

/** Filters of the demand hall. */
export const demandFilter = z.object({
  keyword: keyword.default(''),
  categoryId: id.optional(),
  /** Two, four or six digits: a province or city with all below it; empty = everywhere. */
  districtCode: z
    .string()
    .regex(/^\d{0,6}$/, '地区编码为 2 至 6 位数字')
    .optional(),
  budgetFrom: fen.optional(),
  budgetTo: fen.optional(),
  /** only those still open for offers */
  openOnly: z.boolean().default(false),
  sort: z.enum(['new', 'deadline', 'budgetUp', 'budgetDown', 'offers']).default('new'),
})

/**
 * One choice of a filter. Values: category id of a stage; first two digits of a province; budget as `from-to` in fen,
 * both ends included, an open end empty.
 */
const facet = z.object({ value: z.string(), label: z.string(), count: z.int() })

export const demandsCalls = {
  demands: call({
    path: '/mall/demand/new/list-page',
    summary: '需求大厅：已公开的需求',
    access: everyone,
    input: demandFilter.extend(paging),
    output: listOf(demandRow),
  }),
  similarDemands: call({
    path: '/mall/demand/similar/list-page',
    summary: '同类需求，不含本需求，仅报价中的',
    access: everyone,
    input: z.object({ demandId: id, ...paging }),
    output: listOf(demandRow),
  }),
  demand: call({
    path: '/mall/demand/detail',
    summary: '需求详情：公开的人人可见，其余仅发布方可见',
    access: everyone,
    input: z.object({ demandId: id }),
    output: demandDetail,
  }),
  demandConditions: call({
    path: '/mall/demand/condition/list',
    summary: '需求大厅的筛选项与数量，各项的数量不计自身',
    access: everyone,
    input: demandFilter,
    output: z.object({ categories: z.array(facet), districts: z.array(facet), budgets: z.array(facet) }),
  }),
  demandSave: call({
    path: '/mall/demand/save',
    summary: '发布需求或存为草稿',
    access: company('publish_requirement'),
    input: demandInput,
    output: z.object({ demandId: id, status: z.enum(demandStatuses) }),
    failures: ['notCertified', 'certificationExpired'],
    logs: '保存需求',
  }),
  demandUpdate: call({
    path: '/mall/demand/update',
    summary: '修改草稿、未通过或报价中的需求；报价中的只可改说明、要求与截止时间，并告知已报价方',
    access: company('publish_requirement'),
    input: demandInput.extend({ demandId: id }),
    output: z.object({ demandId: id, status: z.enum(demandStatuses) }),
    failures: ['stepNotAllowed', 'notCertified', 'certificationExpired'],
    logs: '修改需求',
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
    input: z.discriminatedUnion('event', [
      z.object({ demandId: id, event: z.literal('close'), reason: text(200) }),
      z.object({ demandId: id, event: z.literal('reopen'), deadline: moment, reason: optionalText(200).default('') }),
    ]),
    output: z.object({ status: z.enum(demandStatuses) }),
    failures: ['stepNotAllowed', 'notCertified', 'certificationExpired'],
    logs: '变更需求状态',
  }),
  buyerDemands: call({
    path: '/mall/demand/buyer-center/list-page',
    summary: '本企业发布的需求，可按状态筛选，附各状态数量',
    access: company('my_requirement'),
    input: z.object({ keyword: keyword.default(''), status: z.enum(demandStatuses).optional(), ...paging }),
    output: listOf(demandRow).extend({ counts: z.partialRecord(z.enum(demandStatuses), z.int()) }),
  }),
}
