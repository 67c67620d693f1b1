import { boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { InquiryStatus } from '../../domain/catalogue/inquiry-states.ts'
import type { ListingKind, PriceType } from '../../domain/catalogue/listing.ts'
import { companies, users } from './accounts.ts'
import { createdAt, fen, identity } from './columns.ts'

/** Favourite listings, with the last seen price, so that a change is notified once. */
export const favourites = pgTable(
  'favourites',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    kind: text().$type<ListingKind>().notNull(),
    listingId: integer().notNull(),
    /** Price when it was added. */
    priceType: integer().$type<PriceType>().notNull(),
    price: fen(),
    /** Price last notified; null = never, then the price when added. */
    notifiedPrice: fen(),
    /** Whether it was on sale at the last notification. */
    onSale: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    unique('favourites_one').on(t.userId, t.kind, t.listingId),
    index('favourites_listing').on(t.kind, t.listingId),
  ],
)

/** An inquiry about a listing: between asker and seller, public only when both agree. */
export const inquiries = pgTable(
  'inquiries',
  {
    id: identity(),
    kind: text().$type<ListingKind>().notNull(),
    listingId: integer().notNull(),
    /** Company that owns the shop. */
    sellerCompanyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Company of the asker; null = none. */
    companyId: integer(),
    /** The asker allows publication, without their name. */
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

/** Messages of an inquiry, the question first. */
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
