import { z } from 'zod'
import { listingKinds } from '../../domain/catalogue/listing.ts'
import { listingStatuses } from '../../domain/catalogue/listing-states.ts'
import { followUpEntities } from '../../domain/demands/follow-ups.ts'
import { priceType } from '../catalogue/listing-fields.ts'
import { company } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, keyword, listOf, moment, momentInput, paging, text } from '../fields.ts'
import { demandsCalls } from './demands.ts'

/** Subject of a record: a demand, or an offer of the caller's company. */
const subject = { entity: z.enum(followUpEntities), entityId: id }

/** One follow-up record of the caller's company. */
const record = z.object({
  recordId: id,
  ...subject,
  text: z.string(),
  /** Reminder time; null = no reminder. */
  nextAt: moment.nullable(),
  /** Whether the author was reminded already. */
  reminded: z.boolean(),
  /** Name of the author. */
  personName: z.string(),
  createdAt: moment,
})
export type FollowUp = z.output<typeof record>

/** A service or product of the caller's company, in the legacy supply lists. */
const supply = z.object({
  supplyId: id,
  kind: z.enum(listingKinds),
  /** serviceNo or productNo. */
  supplyNo: z.string(),
  title: z.string(),
  categoryName: z.string(),
  status: z.enum(listingStatuses),
  priceType,
  /** fen; null = 面议 */
  price: fen.nullable(),
  /** fen; end of a range */
  highPrice: fen.nullable(),
  updatedAt: moment,
})
export type Supply = z.output<typeof supply>

/** Follow-up records, and legacy names of calls with the same input, output and rules. */
export const recordsCalls = {
  records: call({
    path: '/system/record/list',
    summary: '本企业对一条需求或报价的跟进记录，新的在前；仅本企业可见',
    access: company(),
    reads: true,
    input: z.object({ ...subject, ...paging }),
    output: listOf(record),
  }),
  /** The author is reminded at `nextAt`, at most a year ahead. */
  recordSave: call({
    path: '/system/record/save',
    summary: '写一条跟进记录：本企业的需求、本企业的报价，或作为供应商跟进的公开需求',
    access: company(),
    input: z.object({ ...subject, text: text(1000), nextAt: momentInput.nullable().default(null) }),
    output: record,
    perMinute: 60,
    logs: '写跟进记录',
  }),
  /** Legacy name of `buyerDemands`. */
  myDemands: call({
    path: '/mall/my/demand/list-page',
    summary: '本企业发布的需求（旧名，同 /mall/demand/buyer-center/list-page）',
    access: company('my_requirement'),
    reads: true,
    input: demandsCalls.buyerDemands.input,
    output: demandsCalls.buyerDemands.output,
  }),
  /** Legacy name of `demandDelete`. */
  requireDelete: call({
    path: '/mall/require/delete',
    summary: '删除需求（旧名，同 /mall/demand/delete）',
    access: company('my_requirement'),
    input: demandsCalls.demandDelete.input,
    output: demandsCalls.demandDelete.output,
    failures: ['stepNotAllowed'],
    logs: '删除需求',
  }),
  /** Services and products in one list, latest change first; empty for a company without a shop. */
  supplies: call({
    path: '/mall/supply/list-page',
    summary: '本企业的供应：服务与商品',
    access: company('my_supply'),
    reads: true,
    input: z.object({ keyword: keyword.default(''), kind: z.enum(listingKinds).optional(), ...paging }),
    output: listOf(supply),
  }),
  /** Same rules as deleting a listing: drafts, rejected and unlisted ones, with the permission to publish. */
  supplyDelete: call({
    path: '/mall/supply/delete',
    summary: '删除一项供应（同服务或商品的删除，规则相同）',
    access: company('my_supply'),
    input: z.object({ kind: z.enum(listingKinds), supplyId: id }),
    output: z.object({}),
    failures: ['stepNotAllowed'],
    logs: '删除供应',
  }),
}
