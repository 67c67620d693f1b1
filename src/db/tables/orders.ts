import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, unique } from 'drizzle-orm/pg-core'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import type { OrderAddress, OrderInvoice } from '../../domain/orders/order-papers.ts'
import type { OrderStatus } from '../../domain/orders/order-states.ts'
import type { PaymentStatus } from '../../domain/orders/payment-states.ts'
import { companies, users } from './accounts.ts'
import { productSpecs } from './catalogue.ts'
import { encryptedBankAccount } from '../encryption/column-types.ts'
import { createdAt, fen, identity, moment } from './columns.ts'
import { demands, offers } from './demands.ts'

/** What one submit made: one order a shop, paid together while nothing is paid. */
export const orderGroups = pgTable(
  'order_groups',
  {
    id: identity(),
    groupNo: text().notNull().unique(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    total: fen().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('order_groups_company').on(t.companyId, t.id)],
)

/** An order between two companies; from a cart, a service or an offer. */
export const orders = pgTable(
  'orders',
  {
    id: identity(),
    orderNo: text().notNull().unique(),
    source: text().$type<'cart' | 'service' | 'demand'>().notNull(),
    groupId: integer().references(() => orderGroups.id),
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
    /** Lines and postage; fen. */
    total: fen().notNull(),
    postage: fen().notNull().default(0),
    /** Where to send, as it was then; null = nothing is sent. */
    address: jsonb().$type<OrderAddress>(),
    /** How the buyer wants to be invoiced, as it was then; null = 暂不开票. */
    invoice: encryptedBankAccount<OrderInvoice>('orders.invoice'),
    /** What the buyer wrote to the supplier when it was made. */
    remark: text().notNull().default(''),
    status: text().$type<OrderStatus>().notNull().default('pending_confirm'),
    /** Stock of its lines is taken; given back once, by whoever ends it. */
    holdsStock: boolean().notNull().default(false),
    /** Ends by itself when nothing was paid until then; null = never, or something was paid. */
    unpaidUntil: moment(),
    /** Who wants to cancel with the other side's word; null = nobody. */
    cancelWantedBy: text().$type<'buyer' | 'seller'>(),
    cancelReason: text().notNull().default(''),
    /** What of the money paid is to go back with the cancellation that is asked for; fen. */
    cancelRefund: fen(),
    confirmedAt: moment(),
    /** When the supplier promised to deliver. */
    promisedAt: moment(),
    /** The first delivery: what the promise is measured by. */
    firstDeliveredAt: moment(),
    /** The delivery that waits for its acceptance or was accepted. */
    deliveredAt: moment(),
    completedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('orders_unpaid')
      .on(t.unpaidUntil)
      .where(sql`${t.status} in ('pending_confirm', 'confirmed') and ${t.unpaidUntil} is not null`),
    index('orders_delivered')
      .on(t.deliveredAt)
      .where(sql`${t.status} = 'delivered'`),
    index('orders_buyer_status').on(t.buyerCompanyId, t.status, t.id.desc()),
    index('orders_seller_status').on(t.sellerCompanyId, t.status, t.id.desc()),
    // An order that came to nothing leaves its demand to be awarded again.
    uniqueIndex('orders_one_a_demand')
      .on(t.demandId)
      .where(sql`${t.demandId} is not null and ${t.status} not in ('declined', 'cancelled')`),
    index('orders_buyer').on(t.buyerCompanyId, t.id.desc()),
    index('orders_seller').on(t.sellerCompanyId, t.id.desc()),
    index('orders_group').on(t.groupId),
  ],
)

export const orderLines = pgTable(
  'order_lines',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** What was bought; null = an item of an offer. */
    kind: text().$type<ListingKind>(),
    listingId: integer(),
    specId: integer().references(() => productSpecs.id),
    /** The listing's number, for links: service id or productNo. */
    listingNo: text().notNull().default(''),
    name: text().notNull(),
    specName: text().notNull().default(''),
    unit: text().notNull().default('项'),
    quantity: integer().notNull(),
    /** Before a discount by quantity; fen. */
    listPrice: fen().notNull().default(0),
    unitPrice: fen().notNull(),
    amount: fen().notNull(),
    /** Of the amount, what is paid first. */
    downPayment: fen().notNull().default(0),
  },
  (t) => [
    index('order_lines_order').on(t.orderId),
    index('order_lines_listing').on(t.kind, t.listingId),
    check('order_lines_quantity', sql`${t.quantity} > 0`),
  ],
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
    /** Confirmed as received, refunds taken off; fen. More than the amount is overpaid. */
    paid: fen().notNull().default(0),
    status: text().$type<PaymentStatus>().notNull().default('scheduled'),
    dueAt: moment(),
    /** What its person was last reminded of, so that nothing is told twice. */
    reminded: text().$type<'soon' | 'overdue'>(),
  },
  (t) => [
    unique('payment_lines_seq').on(t.orderId, t.seq),
    check('payment_lines_paid', sql`${t.paid} >= 0`),
    index('payment_lines_due')
      .on(t.dueAt)
      .where(sql`${t.status} in ('scheduled', 'due', 'rejected')`),
  ],
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
