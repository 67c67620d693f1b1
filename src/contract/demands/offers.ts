import { z } from 'zod'
import { maxSelectedRows, offerSortKeys } from '../../domain/daily-lists.ts'
import { demandStatuses } from '../../domain/demands/demand-states.ts'
import { offerStatuses } from '../../domain/demands/offer-states.ts'
import { maxOfferFiles } from '../../domain/demands/offer-terms.ts'
import { company, exporting, seller } from '../access.ts'
import { call } from '../call.ts'
import { listBounds, listOrder, outcomes, selectedIds } from '../daily-list.ts'
import { fen, id, keyword, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { historyStep } from '../state.ts'
import { question } from './demand-input.ts'
import { madeSheet } from './offer-decisions.ts'
import { offerVersion, offerView, terms } from './offer-view.ts'

/**
 * An offer as shown to its supplier: with the draft of a submitted offer (null without one), and with hash and salt of
 * every version.
 */
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
  /** The current version is sealed and not opened yet. */
  sealed: z.boolean(),
  demandId: id,
  demandTitle: z.string(),
  demandStatus: z.enum(demandStatuses),
  deadline: moment,
  /** Order made from it, once accepted. */
  orderId: id.nullable(),
})
export type OfferRow = z.output<typeof offerRow>

/** Filters of the company's own offers, and of their sheet. */
const ownOfferFilter = {
  keyword: keyword.default(''),
  status: z.enum(offerStatuses).optional(),
  /** Day of submission, and total. */
  ...listBounds,
}

export const offersCalls = {
  offerSave: call({
    path: '/mall/demand/offer/save-or-update',
    summary: '保存报价草稿或提交报价；提交后再改是新的版本，并告知需求方；与现行版本无异的不另成版本',
    access: seller('my_supply'),
    byKey: true,
    input: terms.extend({
      demandId: id,
      submit: z.boolean(),
      /** true = sealed until the deadline; always true for sealed-only demands. */
      sealed: z.boolean().default(false),
      /** Ids of own uploads of purpose `attachment`. */
      fileIds: z.array(z.string().max(40)).max(maxOfferFiles, `最多 ${maxOfferFiles} 个附件`).default([]),
    }),
    output: z.object({
      offerId: id,
      status: z.enum(offerStatuses),
      /** Current version; 0 for a draft. */
      version: z.int(),
      /** Hash of the submitted version and its salt; '' for drafts. */
      hash: z.string(),
      salt: z.string(),
    }),
    failures: [
      'deadlinePast',
      'ownDemand',
      'milestonesUneven',
      'stepNotAllowed',
      'versionsFull',
      'notInvited',
      'notCertified',
      'certificationExpired',
    ],
    perMinute: 60,
    logs: '保存报价',
  }),
  ownOffer: call({
    path: '/mall/demand/offer/this/detail',
    summary: '本企业对某需求的报价；没有则为 null',
    access: seller('my_supply'),
    byKey: true,
    reads: true,
    viewing: 'closed',
    input: z.object({ demandId: id }),
    output: ownView.nullable(),
  }),
  buyerOffers: call({
    path: '/mall/demand/offer/buyer/list-page',
    summary: '本企业某需求收到的报价，按总价从低到高',
    access: company('my_requirement'),
    byKey: true,
    reads: true,
    viewing: 'closed',
    input: z.object({ demandId: id, ...paging }),
    output: listOf(offerView).extend({
      /** Number of sealed offers; they are paged together with the others. */
      sealedTotal: z.int(),
      /** Sealed offers: supplier and hash, without the terms. */
      sealed: z.array(
        z.object({
          offerId: id,
          offerNo: z.string(),
          orgId: id,
          companyName: z.string(),
          shopId: id.nullable(),
          version: z.int(),
          hash: z.string(),
          submittedAt: moment.nullable(),
        }),
      ),
    }),
  }),
  buyerOffer: call({
    path: '/mall/demand/offer/buyer/detail',
    summary: '本企业需求收到的一份报价',
    access: company('my_requirement'),
    byKey: true,
    reads: true,
    viewing: 'closed',
    input: z.object({ offerId: id }),
    output: offerView,
  }),
  offerVersions: call({
    path: '/mall/demand/offer/version/list',
    summary: '一份报价的历次版本，最新在前：供应商看全部，需求方看其可看的（密封的自开启起）',
    access: company(),
    reads: true,
    viewing: 'closed',
    ours: true,
    input: z.object({ offerId: id, ...paging }),
    output: listOf(offerVersion),
  }),
  sellerOffers: call({
    path: '/mall/demand/offer/saler/list-page',
    summary: '本企业提出的报价，可按需求标题与编号搜索，附各状态数量',
    access: seller('my_supply'),
    byKey: true,
    reads: true,
    input: z.object({ ...ownOfferFilter, ...listOrder(offerSortKeys), ...paging }),
    output: listOf(offerRow).extend({ counts: z.partialRecord(z.enum(offerStatuses), z.int()) }),
  }),
  sellerOffersSheet: call({
    path: '/mall/demand/offer/saler/export',
    summary: '按条件导出本企业的报价（Excel），最近的 5,000 条',
    access: exporting(seller('my_supply')),
    input: z.object({
      ...ownOfferFilter,
      /** Only these of the filtered offers; offers of other companies are left out. */
      offerIds: selectedIds(maxSelectedRows).optional(),
    }),
    output: madeSheet,
    failures: ['filesFull'],
    logs: '导出报价',
    perMinute: 10,
    ours: true,
  }),
  sellerOffersWithdraw: call({
    path: '/mall/demand/offer/saler/withdraw-many',
    summary: '撤回多份已提交的报价（写明原因），未能撤回的逐条说明原因',
    access: seller('my_supply'),
    input: z.object({ offerIds: selectedIds(maxSelectedRows), reason: text(200) }),
    output: outcomes,
    logs: '批量撤回报价',
    ours: true,
    perMinute: 20,
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
    reads: true,
    viewing: 'closed',
    input: z.object({ offerId: id }),
    output: ownView.extend({
      demandTitle: z.string(),
      demandNo: z.string(),
      demandStatus: z.enum(demandStatuses),
      deadline: moment,
      /** Questions of the demand: labels of the answers. */
      questions: z.array(question),
      history: z.array(historyStep),
      /** Steps of the demand visible to suppliers; the buyer is masked unless the offer was accepted. */
      demandHistory: z.array(historyStep),
    }),
  }),
}
