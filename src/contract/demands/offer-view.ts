import { z } from 'zod'
import { offerStatuses } from '../../domain/demands/offer-states.ts'
import { maxDeliverablesLength, unfilled } from '../../domain/demands/offer-terms.ts'
import { isTaxRate } from '../../domain/orders/tax-rates.ts'
import { fen, id, moment, momentInput, optionalText, text } from '../fields.ts'
import { supplierRecord } from '../orders/supplier-record.ts'
import { sides } from '../../domain/sides.ts'

// Accepts incomplete drafts; placeholder values are defined by `unfilled` in domain/demands/offer-terms. Submitted
// offers are validated by `validateOffer` in domain/demands/validate-offer.
const item = z.object({
  name: optionalText(60),
  unit: optionalText(8),
  /** 0 = not filled in. */
  quantity: z.int('请填写整数').min(0).max(9_999_999),
  /** fen; 0 = not filled in. */
  unitPrice: fen,
})
const milestone = z.object({
  name: optionalText(30),
  /** Whole percent of the total; 0 = not filled in. */
  percent: z.int('请填写整数').min(0).max(999),
  /** Days after the start of the work: planned day of a stage, else due date; -1 = not filled in. */
  dueDays: z.int('请填写整数').min(unfilled.dueDays).max(9_999),
  /** What is delivered and accepted before the payment falls due; '' = the payment falls due on its day. */
  deliverables: optionalText(maxDeliverablesLength).default(''),
})

/** Answer to one question of the demand; see domain/demands/questions. */
const answer = z.object({ key: z.string().max(40), value: text(500) })

const offerFile = z.object({
  fileId: z.string(),
  name: z.string(),
  /** bytes */
  size: z.int(),
  /** of the content, hex */
  sha256: z.string(),
  /** Site-relative path; readable by the supplier and, once it may read the version, by the buyer. */
  url: z.string(),
})

export const terms = z.object({
  items: z.array(item).max(50, '最多 50 项'),
  milestones: z.array(milestone).max(12, '最多 12 个付款节点'),
  /** 0 = not filled in. */
  durationDays: z.int('请填写整数').min(0).max(999_999),
  /** The buyer can accept until then; after it the offer expires. 1970 = not filled in. */
  validUntil: momentInput,
  note: optionalText(2000).default(''),
  /** Rate of value-added tax, basis points: 600 = 6 %; null = not stated. */
  taxRate: z.int().refine(isTaxRate, '请选择税率').nullable().default(null),
  answers: z.array(answer).max(30).default([]),
})
export type OfferTerms = z.output<typeof terms>

/** One version of an offer; `total` in fen is the server's sum of the items. */
export const offerVersion = terms.extend({
  validUntil: moment,
  version: z.int(),
  total: fen,
  files: z.array(offerFile),
  /** Submitted under seal. */
  sealed: z.boolean(),
  /** When the seal was opened; null = not sealed, or not opened yet. */
  openedAt: moment.nullable(),
  /** SHA-256 of the terms with the salt, hex, fixed at submission (domain/demands/offer-hash); '' for drafts. */
  hash: z.string(),
  salt: z.string(),
  createdAt: moment,
})
export type OfferVersion = z.output<typeof offerVersion>

/** An offer as the comparison shows it. */
export const offerView = z.object({
  offerId: id,
  offerNo: z.string(),
  demandId: id,
  status: z.enum(offerStatuses),
  orgId: id,
  shopId: id.nullable(),
  /** Logo of its shop; empty = drawn from the name. */
  shopLogo: z.string(),
  companyName: z.string(),
  shortName: z.string(),
  districtName: z.string(),
  certified: z.boolean(),
  tags: z.array(z.string()),
  submittedAt: moment.nullable(),
  /** The current version is sealed until the deadline; the buyer does not get such offers here. */
  sealed: z.boolean(),
  /** Order made from it, once accepted. */
  orderId: id.nullable(),
  /** Number of messages of both sides. */
  messageCount: z.int(),
  /** Latest message. */
  lastMessage: z.object({ side: z.enum(sides), at: moment }).nullable(),
  /** Qualifications that the demand requires, and whether certificates in force today meet them. */
  required: z.array(
    z.object({
      label: z.string(),
      asked: z.string(),
      held: z.array(z.string()),
      missing: z.array(z.string()),
      isMet: z.boolean(),
    }),
  ),
  /** Track record of the supplier. */
  record: z.object({
    /** Valid certificates of the shop, by name and number. */
    certificates: z.array(z.string()),
    /** Offers made and won on this platform. */
    offers: z.int(),
    won: z.int(),
    /** Figures from its orders on the platform. */
    trade: supplierRecord,
    /** Registration date of the company. */
    since: moment,
  }),
  /** Current version; the draft if nothing was submitted yet. */
  current: offerVersion,
  /** Older versions' numbers and totals, newest first. */
  versions: z.array(z.object({ version: z.int(), total: fen, createdAt: moment })),
})
export type OfferView = z.output<typeof offerView>
