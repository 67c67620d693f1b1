import { z } from 'zod'
import { listingKinds } from '../../domain/catalogue/listing.ts'
import { listingStatuses } from '../../domain/catalogue/listing-states.ts'
import { followUpEntities } from '../../domain/demands/follow-ups.ts'
import { priceType } from '../catalogue/listing-fields.ts'
import { company } from '../access.ts'
import { call } from '../call.ts'
import { fen, id, keyword, listOf, moment, momentInput, paging, text } from '../fields.ts'
import { demandsCalls } from './demands.ts'

/** What a record is about: a demand, or an offer of the caller's own company. */
const about = { entity: z.enum(followUpEntities), entityId: id }

/** One follow-up record of the caller's company. */
const record = z.object({
  recordId: id,
  ...about,
  text: z.string(),
  /** When to go on with it; null = no reminder. */
  nextAt: moment.nullable(),
  /** Whether its writer was reminded already. */
  reminded: z.boolean(),
  /** Who wrote it. */
  personName: z.string(),
  createdAt: moment,
})
export type FollowUp = z.output<typeof record>

/** A service or product of the caller's company, as the older lists of supplies show it. */
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

/** Follow-up records, and the older names of calls: these are the newer calls' own inputs, answers and rules. */
export const recordsCalls = {
  records: call({
    path: '/system/record/list',
    summary: '本企业对一条需求或报价的跟进记录，新的在前；仅本企业可见',
    access: company(),
    input: z.object({ ...about, ...paging }),
    output: listOf(record),
  }),
  /** `nextAt` lies ahead, a year at most: then the writer is reminded. */
  recordSave: call({
    path: '/system/record/save',
    summary: '写一条跟进记录：本企业的需求、本企业的报价，或作为供应商跟进的公开需求',
    access: company(),
    input: z.object({ ...about, text: text(1000), nextAt: momentInput.nullable().default(null) }),
    output: record,
    perMinute: 60,
    logs: '写跟进记录',
  }),
  /** Older name of `buyerDemands`: same input, same answer. */
  myDemands: call({
    path: '/mall/my/demand/list-page',
    summary: '本企业发布的需求（旧名，同 /mall/demand/buyer-center/list-page）',
    access: company('my_requirement'),
    input: demandsCalls.buyerDemands.input,
    output: demandsCalls.buyerDemands.output,
  }),
  /** Older name of `demandDelete`: same input, same rules. */
  requireDelete: call({
    path: '/mall/require/delete',
    summary: '删除需求（旧名，同 /mall/demand/delete）',
    access: company('my_requirement'),
    input: demandsCalls.demandDelete.input,
    output: demandsCalls.demandDelete.output,
    failures: ['stepNotAllowed'],
    logs: '删除需求',
  }),
  /** Services and goods in one list, what was changed last first; empty for a company without a shop. */
  supplies: call({
    path: '/mall/supply/list-page',
    summary: '本企业的供应：服务与商品',
    access: company('my_supply'),
    input: z.object({ keyword: keyword.default(''), kind: z.enum(listingKinds).optional(), ...paging }),
    output: listOf(supply),
  }),
  /** By the catalogue's rules: drafts, refused and unlisted ones, with the right to publish that kind. */
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
