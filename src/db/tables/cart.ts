import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { companies, users } from './accounts.ts'
import { productSpecs } from './catalogue.ts'
import { createdAt, fen, identity } from './columns.ts'

/** Cart items of a person; the same on all devices. Services have no specification. */
export const cartItems = pgTable(
  'cart_items',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    kind: text().$type<ListingKind>().notNull(),
    listingId: integer().notNull(),
    specId: integer().references(() => productSpecs.id),
    quantity: integer().notNull(),
    /** Unit price when added or last accepted; fen. */
    seenPrice: fen().notNull(),
    isChosen: boolean().notNull().default(true),
    updatedAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('cart_items_one').on(t.userId, t.companyId, t.kind, t.listingId, t.specId).nullsNotDistinct(),
    check('cart_items_quantity', sql`${t.quantity} > 0`),
  ],
)
