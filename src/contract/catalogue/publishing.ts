import { z } from 'zod'
import { attributeInputs } from '../../domain/catalogue/attributes.ts'
import { listingKinds } from '../../domain/catalogue/listing.ts'
import { listingChangeStatuses, listingStatuses, sellerListingEvents } from '../../domain/catalogue/listing-states.ts'
import { count, fen, id, keyword, moment, momentInput, paging } from '../fields.ts'
import { historyStep } from '../state.ts'
import { priceType } from './listing-fields.ts'

/** What the calls of sellers for services and for goods share. */

/** A listing as its seller's list shows it. Money in fen. */
export const sellerRow = {
  /** Empty while the draft has none. */
  title: z.string(),
  categoryName: z.string(),
  priceType,
  price: fen.nullable(),
  highPrice: fen.nullable(),
  /** Main picture, else the plate of its category. */
  pictureUrl: z.string(),
  figure: z.string(),
  status: z.enum(listingStatuses),
  /** State of a pending change; null where there is none. */
  change: z.enum(listingChangeStatuses).nullable(),
  /** Why it (or its change) was not let through; empty otherwise. */
  reason: z.string(),
  viewCount: z.int(),
  followCount: z.int(),
  updatedAt: moment,
  publishedAt: moment.nullable(),
}

/** Filter of a seller's list; without a status all of them. */
export const sellerFilter = {
  keyword: keyword.default(''),
  status: z.enum(listingStatuses).optional(),
  ...paging,
}

/** Listings by state; `all` is their sum, `changes` those with a pending change. */
export const counts = z.object({
  all: z.int(),
  changes: z.int(),
  ...{ draft: z.int(), pending_review: z.int(), published: z.int() },
  ...{ unlisted: z.int(), rejected: z.int(), suspended: z.int() },
})
export type ListingCounts = z.output<typeof counts>

/** What is around the form of a listing when its seller opens it. */
export const opened = {
  status: z.enum(listingStatuses),
  /** State of the pending change the form shows; null = the form is the listing itself. */
  change: z.enum(listingChangeStatuses).nullable(),
  reason: z.string(),
  /** To be given back with a change; another tab's write in between answers conflict. */
  version: z.int(),
  updatedAt: moment,
  history: z.array(historyStep),
}

/** What a save answers. */
export const saved = {
  status: z.enum(listingStatuses),
  change: z.enum(listingChangeStatuses).nullable(),
  version: z.int(),
}

/** false = keep as typed; true = submit for review (in force at once while REVIEW=auto). */
export const submit = z.boolean().default(false)
/** Version the form was opened with. */
export const version = count.min(1)

/** What a seller does to several listings at once. */
export const event = z.enum(sellerListingEvents)
export const ids = z.array(id).min(1, '请先选择').max(100, '一次最多 100 条')

/** How each of several listings fared; those that failed are unchanged. */
export const outcomes = z.object({
  done: z.int(),
  failed: z.array(z.object({ id, title: z.string(), message: z.string() })),
})
export type Outcomes = z.output<typeof outcomes>

/** What listings of a category tell in the same words. */
export const attribute = z.object({
  code: z.string(),
  name: z.string(),
  input: z.enum(attributeInputs),
  options: z.array(z.string()),
  unit: z.string(),
  required: z.boolean(),
})

export const kind = z.enum(listingKinds)

/** One line of a sheet that cannot be taken; `row` counts as the sheet does, the head is row 1. */
export const sheetFault = z.object({ row: z.int(), column: z.string(), message: z.string() })
export type SheetFault = z.output<typeof sheetFault>

/** A listing that waits for its review, as operators see it. */
export const reviewRow = z.object({
  kind,
  listingId: id,
  title: z.string(),
  categoryName: z.string(),
  shopId: id,
  shopName: z.string(),
  orgId: id,
  /** Whether it is a change of a listing that is out already. */
  isChange: z.boolean(),
  submittedAt: moment,
})
/** A listing by its number, as an operator finds it to stop or release it. */
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
/** Verdict of an operator; a refusal needs its reason. */
export const verdict = z
  .object({
    kind,
    listingId: id,
    event: z.enum(['pass', 'reject', 'suspend', 'release']),
    /** `submittedAt` of what the operator read: something newer in its place answers conflict. */
    submittedAt: momentInput.optional(),
    reason: z.string().trim().max(200).default(''),
  })
  .refine(({ event: what, reason }) => (what !== 'reject' && what !== 'suspend') || reason !== '', {
    path: ['reason'],
    message: '请说明原因',
  })
