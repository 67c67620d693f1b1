import { z } from 'zod'
import { signMethods } from '../../domain/accounts/session.ts'
import {
  agreementActions,
  agreementKinds,
  agreementStatuses,
  agreementSteps,
  callRefusals,
  versionStatuses,
} from '../../domain/orders/agreements/agreement-states.ts'
import {
  maxAgreementLines,
  maxAgreementReason,
  maxAgreementText,
  maxAgreementTitle,
  maxNdaYears,
} from '../../domain/orders/agreements/agreement-terms.ts'
import { maxQuantity } from '../../domain/orders/cart-items.ts'
import { sides } from '../../domain/sides.ts'
import { company, seller } from '../access.ts'
import { call } from '../call.ts'
import { historyStep } from '../state.ts'
import { count, day, dayInput, fen, id, keyword, listOf, moment, optionalText, paging, text } from '../fields.ts'

const buyer = company('my_orders')
const supplier = seller('order_manage')

const kind = z.enum(['service', 'product'])
const agreedLine = z.object({
  kind,
  listingId: id,
  /** null = a service. */
  specId: id.nullable(),
  /** As it was agreed. */
  name: z.string(),
  specName: z.string(),
  unit: z.string(),
  /** Agreed unit price. */
  unitPrice: fen,
  minQuantity: z.int(),
})
/** The whole wording that was signed. */
const articles = z.array(z.object({ title: z.string(), text: z.string() }))
const terms = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('framework'),
    title: z.string(),
    from: day,
    until: day,
    /** Upper limit of all call-offs, postage included. */
    ceiling: fen,
    payment: z.string(),
    lines: z.array(agreedLine),
    articles,
  }),
  z.object({ kind: z.literal('nda'), title: z.string(), scope: z.string(), years: z.int(), articles }),
])

const row = z.object({
  agreementId: id,
  agreementNo: z.string(),
  kind: z.enum(agreementKinds),
  title: z.string(),
  status: z.enum(agreementStatuses),
  /** The other company. */
  partner: z.string(),
  /** Days of the version in force; null = not signed. */
  validFrom: day.nullable(),
  validUntil: day.nullable(),
  /** Of a framework agreement in force, else null. */
  ceiling: fen.nullable(),
  committed: fen,
  /** Whether the reading side is asked for a signature. */
  isAsked: z.boolean(),
  createdAt: moment,
})
export type AgreementRow = z.output<typeof row>

const version = z.object({
  /** From 1. */
  version: z.int(),
  /** Proposing side. */
  side: z.enum(sides),
  status: z.enum(versionStatuses),
  reason: z.string(),
  terms,
  /** SHA-256, hex: what both sides sign. */
  fingerprint: z.string(),
  /** Why it was rejected or withdrawn. */
  answer: z.string(),
  signatures: z.array(z.object({ side: z.enum(sides), name: z.string(), method: z.enum(signMethods), at: moment })),
  createdAt: moment,
})
export type AgreementVersion = z.output<typeof version>

const detail = row.extend({
  buyer: z.string(),
  seller: z.string(),
  /** Company of the other side. */
  partnerId: id,
  /** Shop of the supplier; null = closed. */
  shopId: id.nullable(),
  /** Version in force; 0 = none. */
  version: z.int(),
  closeReason: z.string(),
  /** Actions of the reading side. */
  actions: z.array(z.enum(agreementActions)),
  /** Of a framework agreement in force: whether call-offs are possible today. */
  isCallable: z.boolean(),
  /** Of a framework agreement in force: why the buyer cannot call off today; `blocked` is shown to the buyer alone. */
  callRefusal: z.enum(callRefusals).nullable(),
  /** Newest first. */
  versions: z.array(version),
  /** Newest call-offs first, at most 50. */
  orders: z.array(
    z.object({ orderId: id, orderNo: z.string(), title: z.string(), total: fen, isEnded: z.boolean(), at: moment }),
  ),
  annexes: z.array(
    z.object({
      annexId: id,
      side: z.enum(sides),
      title: z.string(),
      file: z.object({ name: z.string(), url: z.string(), sha256: z.string() }).nullable(),
      reference: z.string(),
      at: moment,
    }),
  ),
  /** Oldest first. */
  history: z.array(historyStep),
})
export type Agreement = z.output<typeof detail>

const line = z.object({
  kind,
  listingId: id,
  specId: id.nullable().default(null),
  unitPrice: fen.min(1, '请填写价格'),
  minQuantity: z.int().min(1, '至少 1').max(maxQuantity).default(1),
})
const title = text(maxAgreementTitle)
const proposal = z.object({
  /** null = a new agreement; else a counter-proposal or an amendment. */
  agreementId: id.nullable().default(null),
  /** Number of versions as shown; 0 = a new agreement. */
  shownVersion: count.default(0),
  /** Company of the other side; for a new agreement. */
  partnerId: id.nullable().default(null),
  reason: optionalText(maxAgreementReason).default(''),
  terms: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('framework'),
      title,
      from: dayInput,
      until: dayInput,
      ceiling: fen.min(1, '请填写协议总额'),
      payment: optionalText(maxAgreementText).default(''),
      lines: z.array(line).min(1, '请至少添加一项').max(maxAgreementLines),
    }),
    z.object({
      kind: z.literal('nda'),
      title,
      scope: text(maxAgreementText),
      years: z.int('请填写整数').min(1, '至少 1 年').max(maxNdaYears, `至多 ${maxNdaYears} 年`),
    }),
  ]),
})
export type AgreementProposal = z.output<typeof proposal>
/** The version and the fingerprint that were shown to the signer. */
const signing = z.object({ agreementId: id, version: z.int().positive(), fingerprint: z.string().length(64) })
const step = z.object({
  agreementId: id,
  event: z.enum(agreementSteps),
  /** Version that waits; to terminate, the version in force. */
  version: z.int().positive(),
  reason: text(maxAgreementReason),
})
const listing = z.object({ ...paging, kind: z.enum(agreementKinds).optional() })
const one = z.object({ agreementId: id })
const paper = z.object({ agreementId: id, version: z.int().positive() })
const paperFile = z.object({ url: z.string(), name: z.string() })
const annex = z.object({
  agreementId: id,
  title: text(60),
  /** An uploaded file; without it `reference` names a demand or an order of both. */
  fileId: z.string().max(40).nullable().default(null),
  reference: optionalText(40).default(''),
})
const partners = z.array(z.object({ orgId: id, name: z.string() }))
const sellable = z.array(
  agreedLine.omit({ unitPrice: true }).extend({
    /** Public price; null = by agreement. */
    price: fen.nullable(),
  }),
)
export type SellableLine = z.output<typeof sellable>[number]

const proposalFailures = [
  'reauthNeeded',
  'agreementChanged',
  'agreementPartnerWrong',
  'agreementLineWrong',
  'agreementLineTwice',
  'agreementPeriodWrong',
  'amendmentStartsLater',
  'ceilingBelowCommitted',
  'stepNotAllowed',
  'notCertified',
  'certificationExpired',
] as const
const signingFailures = [
  'reauthNeeded',
  'agreementChanged',
  'agreementFingerprint',
  'agreementPeriodWrong',
  'amendmentStartsLater',
  'ceilingBelowCommitted',
  'stepNotAllowed',
  'notCertified',
  'certificationExpired',
] as const
const annexFailures = ['annexNeedsNda', 'annexesFull', 'annexReferenceWrong'] as const

const agreedPrice = z.object({
  agreementId: id,
  agreementNo: z.string(),
  specId: id.nullable(),
  unitPrice: fen,
  minQuantity: z.int(),
  validUntil: day,
  /** What may still be ordered. */
  room: fen,
})
export type AgreedPrice = z.output<typeof agreedPrice>

/** Framework agreements and confidentiality agreements of two companies. */
export const agreementsCalls = {
  buyerAgreements: call({
    path: '/fmall/agreement/buyer/list',
    summary: '本企业作为买家的框架协议与保密协议',
    access: buyer,
    reads: true,
    input: listing,
    output: listOf(row),
    ours: true,
  }),
  sellerAgreements: call({
    path: '/fmall/agreement/saler/list',
    summary: '本企业作为供应商的框架协议与保密协议',
    access: supplier,
    reads: true,
    input: listing,
    output: listOf(row),
    ours: true,
  }),
  buyerAgreement: call({
    path: '/fmall/agreement/buyer/detail',
    summary: '一份协议：各版条款、签署、余额、下单与附件',
    access: buyer,
    reads: true,
    input: one,
    output: detail,
    ours: true,
  }),
  sellerAgreement: call({
    path: '/fmall/agreement/saler/detail',
    summary: '一份协议：各版条款、签署、余额、下单与附件',
    access: supplier,
    reads: true,
    input: one,
    output: detail,
    ours: true,
  }),
  buyerAgreementPropose: call({
    path: '/fmall/agreement/buyer/save',
    summary: '买家提出并签署协议、还价或变更，须先确认本人（reauthenticate）；对方签署后生效',
    access: buyer,
    idempotent: true,
    input: proposal,
    output: detail,
    failures: [...proposalFailures, 'supplierBlocked'],
    logs: '提出协议',
    ours: true,
    perMinute: 60,
    perDay: 300,
  }),
  sellerAgreementPropose: call({
    path: '/fmall/agreement/saler/save',
    summary: '供应商向本企业的客户提出并签署协议、还价或变更，须先确认本人（reauthenticate）；对方签署后生效',
    access: supplier,
    idempotent: true,
    input: proposal,
    output: detail,
    failures: proposalFailures,
    logs: '提出协议',
    ours: true,
    perMinute: 60,
    perDay: 300,
  }),
  buyerAgreementSign: call({
    path: '/fmall/agreement/buyer/sign',
    summary: '买家签署供应商提出的一版条款，自协议的开始日起生效；须先确认本人，并给出所见的校验码',
    access: buyer,
    idempotent: true,
    input: signing,
    output: detail,
    failures: [...signingFailures, 'supplierBlocked'],
    logs: '签署协议',
    ours: true,
  }),
  sellerAgreementSign: call({
    path: '/fmall/agreement/saler/sign',
    summary: '供应商签署买家提出的一版条款，自协议的开始日起生效；须先确认本人，并给出所见的校验码',
    access: supplier,
    idempotent: true,
    input: signing,
    output: detail,
    failures: signingFailures,
    logs: '签署协议',
    ours: true,
  }),
  buyerAgreementStep: call({
    path: '/fmall/agreement/buyer/step',
    summary: '买家写明原因，拒绝或撤回一版条款，或终止生效中的协议；终止须先确认本人',
    access: buyer,
    input: step,
    output: detail,
    failures: ['stepNotAllowed', 'agreementChanged', 'reauthNeeded'],
    logs: '拒绝、撤回或终止协议',
    ours: true,
  }),
  sellerAgreementStep: call({
    path: '/fmall/agreement/saler/step',
    summary: '供应商写明原因，拒绝或撤回一版条款，或终止生效中的协议；终止须先确认本人',
    access: supplier,
    input: step,
    output: detail,
    failures: ['stepNotAllowed', 'agreementChanged', 'reauthNeeded'],
    logs: '拒绝、撤回或终止协议',
    ours: true,
  }),
  buyerAgreementPaper: call({
    path: '/fmall/agreement/buyer/paper',
    summary: '一版双方已签署的协议 PDF',
    access: buyer,
    input: paper,
    output: paperFile,
    failures: ['filesFull'],
    ours: true,
    perMinute: 10,
  }),
  sellerAgreementPaper: call({
    path: '/fmall/agreement/saler/paper',
    summary: '一版双方已签署的协议 PDF',
    access: supplier,
    input: paper,
    output: paperFile,
    failures: ['filesFull'],
    ours: true,
    perMinute: 10,
  }),
  buyerAgreementAnnex: call({
    path: '/fmall/agreement/buyer/annex',
    summary: '在生效的保密协议下登记附件：文件及其校验码，或双方的需求、订单编号',
    access: buyer,
    idempotent: true,
    input: annex,
    output: detail,
    failures: annexFailures,
    logs: '登记保密协议附件',
    ours: true,
  }),
  sellerAgreementAnnex: call({
    path: '/fmall/agreement/saler/annex',
    summary: '在生效的保密协议下登记附件：文件及其校验码，或双方的需求、订单编号',
    access: supplier,
    idempotent: true,
    input: annex,
    output: detail,
    failures: annexFailures,
    logs: '登记保密协议附件',
    ours: true,
  }),
  buyerAgreementPartners: call({
    path: '/fmall/agreement/buyer/partners',
    summary: '可签协议的供应商，按企业或店铺名称查找',
    access: buyer,
    reads: true,
    input: z.object({ words: keyword }),
    output: partners,
    ours: true,
  }),
  sellerAgreementPartners: call({
    path: '/fmall/agreement/saler/partners',
    summary: '可签协议的客户：与本企业有订单或收到过本企业报价的企业',
    access: supplier,
    reads: true,
    input: z.object({ words: keyword }),
    output: partners,
    ours: true,
  }),
  buyerAgreementListings: call({
    path: '/fmall/agreement/buyer/listings',
    summary: '一家供应商在售的服务与商品规格',
    access: buyer,
    reads: true,
    input: z.object({ partnerId: id, words: keyword }),
    output: sellable,
    ours: true,
  }),
  sellerAgreementListings: call({
    path: '/fmall/agreement/saler/listings',
    summary: '本企业在售的服务与商品规格',
    access: supplier,
    reads: true,
    input: z.object({ words: keyword }),
    output: sellable,
    ours: true,
  }),
  agreedPrices: call({
    path: '/fmall/agreement/buyer/prices',
    summary: '一项服务或商品对本企业的协议价，没有则为空；不含已停用的供应商',
    access: buyer,
    reads: true,
    input: z.object({ kind, listingId: id }),
    output: z.array(agreedPrice),
    ours: true,
  }),
}
