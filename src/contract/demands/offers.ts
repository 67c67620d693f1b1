import { z } from 'zod'
import { demandStatuses } from '../../domain/demands/demand-states.ts'
import { offerStatuses } from '../../domain/demands/offer-states.ts'
import { company, seller } from '../access.ts'
import { call, notBuilt } from '../call.ts'
import { fen, id, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { historyStep } from '../state.ts'

const item = z.object({
  name: text(60),
  unit: text(8),
  quantity: z.int('请填写整数').min(1, '数量至少为 1').max(1_000_000),
  /** fen */
  unitPrice: fen.min(1, '请填写单价').max(100_000_000_000),
})
const milestone = z.object({
  name: text(30),
  percent: z.int('请填写整数').min(1, '至少 1%').max(100, '至多 100%'),
  /** Days after the start of the work. */
  dueDays: z.int().min(0).max(3650),
})

const terms = z.object({
  items: z.array(item).min(1, '至少填写一项报价').max(50, '最多 50 项'),
  milestones: z.array(milestone).min(1, '至少一个付款节点').max(12, '最多 12 个付款节点'),
  durationDays: z.int('请填写整数').min(1, '周期至少 1 天').max(3650, '周期最长 10 年'),
  /** The buyer can accept until then; after it the offer expires. */
  validUntil: moment,
  note: optionalText(2000).default(''),
})
export type OfferTerms = z.output<typeof terms>

/** One version of an offer; `total` in fen is the server's sum of the items. */
export const offerVersion = terms.extend({ version: z.int(), total: fen, createdAt: moment })

/** An offer as the comparison shows it. */
export const offerView = z.object({
  offerId: id,
  offerNo: z.string(),
  demandId: id,
  status: z.enum(offerStatuses),
  orgId: id,
  shopId: id.nullable(),
  companyName: z.string(),
  shortName: z.string(),
  districtName: z.string(),
  certified: z.boolean(),
  tags: z.array(z.string()),
  submittedAt: moment.nullable(),
  /** Version in force; the draft where nothing was submitted yet. */
  current: offerVersion,
  /** Older versions' numbers and totals, newest first. */
  versions: z.array(z.object({ version: z.int(), total: fen, createdAt: moment })),
})
export type OfferView = z.output<typeof offerView>

/** An offer as its supplier sees it: with the unsent change of what is submitted, null where there is none. */
const ownView = offerView.extend({ draft: offerVersion.nullable() })

const offerRow = z.object({
  offerId: id,
  offerNo: z.string(),
  status: z.enum(offerStatuses),
  version: z.int(),
  total: fen,
  durationDays: z.int(),
  validUntil: moment,
  submittedAt: moment.nullable(),
  demandId: id,
  demandTitle: z.string(),
  demandStatus: z.enum(demandStatuses),
  deadline: moment,
  /** Order made from it, once accepted. */
  orderId: id.nullable(),
})
export type OfferRow = z.output<typeof offerRow>

export const offersCalls = {
  offerSave: call({
    path: '/mall/demand/offer/save-or-update',
    summary: '保存报价草稿或提交报价；提交后再改是新的版本，并告知需求方',
    access: seller('my_supply'),
    input: terms.extend({ demandId: id, submit: z.boolean() }),
    output: z.object({ offerId: id, status: z.enum(offerStatuses), version: z.int() }),
    failures: [
      'deadlinePast',
      'ownDemand',
      'milestonesUneven',
      'stepNotAllowed',
      'notCertified',
      'certificationExpired',
    ],
    logs: '保存报价',
  }),
  ownOffer: call({
    path: '/mall/demand/offer/this/detail',
    summary: '本企业对某需求的报价；没有则为 null',
    access: seller('my_supply'),
    input: z.object({ demandId: id }),
    output: ownView.nullable(),
  }),
  buyerOffers: call({
    path: '/mall/demand/offer/buyer/list-page',
    summary: '本企业某需求收到的报价，按总价从低到高',
    access: company('my_requirement'),
    input: z.object({ demandId: id, ...paging }),
    output: listOf(offerView),
  }),
  buyerOffer: call({
    path: '/mall/demand/offer/buyer/detail',
    summary: '本企业需求收到的一份报价',
    access: company('my_requirement'),
    input: z.object({ offerId: id }),
    output: offerView,
  }),
  sellerOffers: call({
    path: '/mall/demand/offer/saler/list-page',
    summary: '本企业提出的报价，附各状态数量',
    access: seller('my_supply'),
    input: z.object({ status: z.enum(offerStatuses).optional(), ...paging }),
    output: listOf(offerRow).extend({ counts: z.partialRecord(z.enum(offerStatuses), z.int()) }),
  }),
  sellerOfferDelete: call({
    path: '/mall/demand/offer/saler/delete',
    summary: '删除草稿，或撤回已提交的报价（写明原因）',
    access: seller('my_supply'),
    input: z.object({ offerId: id, reason: optionalText(200).default('') }),
    output: z.object({ status: z.enum(offerStatuses).nullable() }),
    failures: ['stepNotAllowed'],
    logs: '撤回或删除报价',
  }),
  sellerOffer: call({
    path: '/mall/demand/offer/saler/detail',
    summary: '本企业的一份报价与其经过',
    access: seller('my_supply'),
    input: z.object({ offerId: id }),
    output: ownView.extend({ demandTitle: z.string(), history: z.array(historyStep), orderId: id.nullable() }),
  }),
  deal: call({
    path: '/mall/demand/offer/deal',
    summary: '选定一份报价：生成订单，其余报价结束，同一事务',
    access: company('my_requirement'),
    idempotent: true,
    input: z.object({ offerId: id }),
    output: z.object({ orderId: id, orderNo: z.string() }),
    logs: '选定报价',
    failures: [
      'demandDecided',
      'offerExpired',
      'stepNotAllowed',
      'keyMissing',
      'keyReused',
      'notCertified',
      'certificationExpired',
    ],
  }),
  demandOrderSubmit: notBuilt('/fmall/order/demand/submit', company('my_requirement')),
}
