import { z } from 'zod'
import { attributeInputs } from '../../domain/catalogue/attributes.ts'
import { listingSortKeys } from '../../domain/daily-lists.ts'
import { listingKinds } from '../../domain/catalogue/listing.ts'
import { listingChangeStatuses, listingStatuses, sellerListingEvents } from '../../domain/catalogue/listing-states.ts'
import { listBounds, listOrder } from '../daily-list.ts'
import { count, fen, id, keyword, moment, momentInput, paging } from '../fields.ts'
import { historyStep } from '../state.ts'
import { priceType } from './listing-fields.ts'

/** Schemas shared by the sellers' calls for services and goods. */

/** A listing in its seller's list. Money in fen. */
export const sellerRow = {
  /** Empty if the draft has none. */
  title: z.string(),
  categoryName: z.string(),
  priceType,
  price: fen.nullable(),
  highPrice: fen.nullable(),
  /** URL of the main picture, else of the placeholder image of its category. */
  pictureUrl: z.string(),
  figure: z.string(),
  /** To be sent with a price change; a write in between refuses it. */
  version: z.int(),
  status: z.enum(listingStatuses),
  /** State of the pending change; null without one. */
  change: z.enum(listingChangeStatuses).nullable(),
  /** Why it (or its change) was not let through; empty otherwise. */
  reason: z.string(),
  viewCount: z.int(),
  followCount: z.int(),
  updatedAt: moment,
  publishedAt: moment.nullable(),
}

/** Filter of a seller's list; without a status all listings. Lists are last changed first by default. */
export const sellerFilter = {
  keyword: keyword.default(''),
  status: z.enum(listingStatuses).optional(),
  /** Day of the last change, and price. */
  ...listBounds,
}
export const sellerList = { ...sellerFilter, ...listOrder(listingSortKeys), ...paging }

/** Listings by state; `all` is their sum, `changes` those with a pending change. */
export const counts = z.object({
  all: z.int(),
  changes: z.int(),
  draft: z.int(),
  pending_review: z.int(),
  published: z.int(),
  unlisted: z.int(),
  rejected: z.int(),
  suspended: z.int(),
})
export type ListingCounts = z.output<typeof counts>

/** Additional fields of a listing form opened by its seller. */
export const opened = {
  status: z.enum(listingStatuses),
  /** State of the pending change the form shows; null = the form is the listing itself. */
  change: z.enum(listingChangeStatuses).nullable(),
  reason: z.string(),
  /** To be sent with an update; a write in between returns conflict. */
  version: z.int(),
  updatedAt: moment,
  history: z.array(historyStep),
}

/** Output of a save. */
export const saved = {
  status: z.enum(listingStatuses),
  change: z.enum(listingChangeStatuses).nullable(),
  version: z.int(),
}

/** false = save as draft; true = submit for review (takes effect at once with REVIEW=auto). */
export const submit = z.boolean().default(false)
/** Version the form was opened with. */
export const version = count.min(1)

/** Events that a seller can apply to several listings at once. */
export const event = z.enum(sellerListingEvents)
export const ids = z.array(id).min(1, '请先选择').max(100, '一次最多 100 条')

/** A structured attribute of the listings of a category. */
export const attribute = z.object({
  code: z.string(),
  name: z.string(),
  input: z.enum(attributeInputs),
  options: z.array(z.string()),
  unit: z.string(),
  required: z.boolean(),
})

export const kind = z.enum(listingKinds)

/** An invalid cell of a sheet; `row` is the row number in the sheet, the header is row 1. */
export const sheetFault = z.object({ row: z.int(), column: z.string(), message: z.string() })
export type SheetFault = z.output<typeof sheetFault>

/** A listing awaiting review, for operators. */
export const reviewRow = z.object({
  kind,
  listingId: id,
  title: z.string(),
  categoryName: z.string(),
  shopId: id,
  shopName: z.string(),
  orgId: id,
  /** Whether it is a change of a published listing. */
  isChange: z.boolean(),
  submittedAt: moment,
})
/** A listing found by its number, for operators to suspend or release it. */
export const controlled = z.object({
  kind,
  listingId: id,
  number: z.string(),
  title: z.string(),
  status: z.enum(listingStatuses),
  /** Why it was rejected or suspended; empty otherwise. */
  reason: z.string(),
  shopId: id,
  shopName: z.string(),
  orgId: id,
  updatedAt: moment,
})
/** Verdict of an operator; a rejection requires a reason. */
export const verdict = z
  .object({
    kind,
    listingId: id,
    event: z.enum(['pass', 'reject', 'suspend', 'release']),
    /** `submittedAt` of the version that the operator read; a newer version returns conflict. */
    submittedAt: momentInput.optional(),
    reason: z.string().trim().max(200).default(''),
  })
  .refine(({ event: what, reason }) => (what !== 'reject' && what !== 'suspend') || reason !== '', {
    path: ['reason'],
    message: '请说明原因',
  })
