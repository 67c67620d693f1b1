import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, unique } from 'drizzle-orm/pg-core'
import type { OrderStatus } from '../../domain/orders/order-states.ts'
import type { PaymentStatus } from '../../domain/orders/payment-states.ts'
import { companies, users } from './accounts.ts'
import { createdAt, fen, identity, moment } from './columns.ts'
import { demands, offers } from './demands.ts'

/** An order between two companies; from a cart, a service or an offer. */
export const orders = pgTable(
  'orders',
  {
    id: identity(),
    orderNo: text().notNull().unique(),
    source: text().$type<'cart' | 'service' | 'demand'>().notNull(),
    buyerCompanyId: integer()
      .notNull()
      .references(() => companies.id),
    buyerUserId: integer()
      .notNull()
      .references(() => users.id),
    sellerCompanyId: integer()
      .notNull()
      .references(() => companies.id),
    demandId: integer().references(() => demands.id),
    offerId: integer().references(() => offers.id),
    title: text().notNull(),
    total: fen().notNull(),
    status: text().$type<OrderStatus>().notNull().default('pending_confirm'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('orders_one_a_demand')
      .on(t.demandId)
      .where(sql`${t.demandId} is not null`),
    index('orders_buyer').on(t.buyerCompanyId, t.id.desc()),
    index('orders_seller').on(t.sellerCompanyId, t.id.desc()),
  ],
)

export const orderLines = pgTable(
  'order_lines',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    name: text().notNull(),
    unit: text().notNull().default('项'),
    quantity: integer().notNull(),
    unitPrice: fen().notNull(),
    amount: fen().notNull(),
  },
  (t) => [index('order_lines_order').on(t.orderId)],
)

/** The payment schedule: down payment, milestones, final payment. */
export const paymentLines = pgTable(
  'payment_lines',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    seq: integer().notNull(),
    name: text().notNull(),
    percent: integer().notNull(),
    amount: fen().notNull(),
    status: text().$type<PaymentStatus>().notNull().default('scheduled'),
    dueAt: moment(),
  },
  (t) => [unique('payment_lines_seq').on(t.orderId, t.seq)],
)

/** A person's addresses for goods and papers. */
export const userAddresses = pgTable(
  'user_addresses',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    receiver: text().notNull(),
    mobile: text().notNull(),
    /** Six-digit code of the county. */
    districtCode: text().notNull(),
    street: text().notNull(),
    isDefault: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index('user_addresses_user').on(t.userId, t.id),
    uniqueIndex('user_addresses_default')
      .on(t.userId)
      .where(sql`${t.isDefault}`),
  ],
)
