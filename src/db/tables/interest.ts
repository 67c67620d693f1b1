import { boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { InquiryStatus } from '../../domain/catalogue/inquiry-states.ts'
import type { ListingKind, PriceType } from '../../domain/catalogue/listing.ts'
import { companies, users } from './accounts.ts'
import { createdAt, fen, identity } from './columns.ts'

/** Listings people keep. What they saw of the price is kept, so that a change is told once. */
export const favourites = pgTable(
  'favourites',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    kind: text().$type<ListingKind>().notNull(),
    listingId: integer().notNull(),
    /** Price when it was kept. */
    priceType: integer().$type<PriceType>().notNull(),
    price: fen(),
    /** Price of which the person was told last; null = never, and so the one when it was kept. */
    toldPrice: fen(),
    /** Whether it was on sale when the person was told last. */
    onSale: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    unique('favourites_one').on(t.userId, t.kind, t.listingId),
    index('favourites_listing').on(t.kind, t.listingId),
  ],
)

/** A question about a listing: between who asked and the seller, shown to all only when both let it. */
export const inquiries = pgTable(
  'inquiries',
  {
    id: identity(),
    kind: text().$type<ListingKind>().notNull(),
    listingId: integer().notNull(),
    /** Company of the shop. */
    sellerCompanyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Company of who asked, where there is one. */
    companyId: integer(),
    /** Who asked lets everyone read question and answer, without their name. */
    isPublic: boolean().notNull().default(false),
    status: text().$type<InquiryStatus>().notNull(),
    updatedAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [
    index('inquiries_listing').on(t.kind, t.listingId, t.id),
    index('inquiries_seller').on(t.sellerCompanyId, t.status, t.id),
    index('inquiries_user').on(t.userId, t.id),
  ],
)

/** What was said in an inquiry, the question first. */
export const inquiryMessages = pgTable(
  'inquiry_messages',
  {
    id: identity(),
    inquiryId: integer()
      .notNull()
      .references(() => inquiries.id),
    side: text().$type<'asker' | 'seller'>().notNull(),
    userId: integer().notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('inquiry_messages_inquiry').on(t.inquiryId, t.id)],
)
