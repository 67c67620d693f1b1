import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, unique } from 'drizzle-orm/pg-core'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import type { OrderAddress, OrderInvoice } from '../../domain/orders/order-documents.ts'
import type { OrderStatus } from '../../domain/orders/order-states.ts'
import type { MilestoneStatus } from '../../domain/orders/milestone-states.ts'
import type { PaymentStatus } from '../../domain/orders/payment-states.ts'
import { companies, users } from './accounts.ts'
import { agreements } from './agreements.ts'
import { productSpecs } from './catalogue.ts'
import { encryptedFields, encryptedText } from '../encryption/column-types.ts'
import { budgets } from './budgets.ts'
import { createdAt, fen, identity, moment } from './columns.ts'
import { demands, offers } from './demands.ts'
import { programmes } from './programmes.ts'
import type { Side } from '../../domain/sides.ts'

/** Order group: the orders of one submit, one per shop, paid together until the first payment. */
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

/** An order between two companies, from a cart, a service or an offer. */
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
    /** Framework agreement that it calls off; its totals count against the ceiling unless the order ended. */
    agreementId: integer().references(() => agreements.id),
    demandId: integer().references(() => demands.id),
    offerId: integer().references(() => offers.id),
    title: text().notNull(),
    /** Lines plus postage, as the applied change orders have it; fen. */
    total: fen().notNull(),
    /** Version of its terms: 1, and one more with each applied change order. */
    termsVersion: integer().notNull().default(1),
    postage: fen().notNull().default(0),
    /** Delivery address, copied; null = nothing is sent. */
    address: encryptedFields<OrderAddress>({ mobile: 'orders.address.mobile' }),
    /** Invoice preference and details, copied; null = 暂不开票. */
    invoice: encryptedFields<OrderInvoice>({ bankAccount: 'orders.invoice', phone: 'orders.invoice.phone' }),
    /** The buyer's remark to the supplier. */
    remark: text().notNull().default(''),
    /** Code of the buyer's cost centre, for its own use; '' = none. */
    costCentre: text().notNull().default(''),
    /** Code of the buyer's project; '' = none. */
    projectCode: text().notNull().default(''),
    /** The budget that it is charged to, chosen when it was placed; null = none. */
    budgetId: integer().references(() => budgets.id),
    /** R&D programme of the buyer; its supplier never learns it. */
    projectId: integer().references(() => programmes.id),
    status: text().$type<OrderStatus>().notNull().default('pending_confirm'),
    /** Stock of its lines is reserved; released once when the order ends. */
    holdsStock: boolean().notNull().default(false),
    /** Payment deadline: the order ends without a payment until then; null = none, or paid. */
    unpaidUntil: moment(),
    /** Side with an open cancellation request; null = none. */
    cancellationRequestedBy: text().$type<Side>(),
    cancelReason: text().notNull().default(''),
    /** Refund of the requested cancellation; fen. */
    cancelRefund: fen(),
    confirmedAt: moment(),
    /** Promised delivery date. */
    promisedAt: moment(),
    /** First delivery, compared with the promised date. */
    firstDeliveredAt: moment(),
    /** Delivery that waits for acceptance or was accepted. */
    deliveredAt: moment(),
    completedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('orders_created').using('brin', t.createdAt),
    index('orders_unpaid')
      .on(t.unpaidUntil)
      .where(sql`${t.status} in ('pending_confirm', 'confirmed') and ${t.unpaidUntil} is not null`),
    index('orders_delivered')
      .on(t.deliveredAt)
      .where(sql`${t.status} = 'delivered'`),
    index('orders_buyer_status').on(t.buyerCompanyId, t.status, t.id.desc()),
    index('orders_seller_status').on(t.sellerCompanyId, t.status, t.id.desc()),
    // Declined and cancelled orders do not count, so that their demand can be awarded again.
    uniqueIndex('orders_one_a_demand')
      .on(t.demandId)
      .where(sql`${t.demandId} is not null and ${t.status} not in ('declined', 'cancelled')`),
    index('orders_buyer').on(t.buyerCompanyId, t.id.desc()),
    index('orders_seller').on(t.sellerCompanyId, t.id.desc()),
    index('orders_group').on(t.groupId),
    index('orders_agreement')
      .on(t.agreementId, t.id.desc())
      .where(sql`${t.agreementId} is not null`),
    index('orders_project')
      .on(t.projectId, t.id.desc())
      .where(sql`${t.projectId} is not null`),
  ],
)

export const orderLines = pgTable(
  'order_lines',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Kind of listing; null = an item of an offer. */
    kind: text().$type<ListingKind>(),
    listingId: integer(),
    specId: integer().references(() => productSpecs.id),
    /** Number of the listing, for links: service id or productNo. */
    listingNo: text().notNull().default(''),
    name: text().notNull(),
    specName: text().notNull().default(''),
    unit: text().notNull().default('项'),
    quantity: integer().notNull(),
    /** Before volume discounts; fen. */
    listPrice: fen().notNull().default(0),
    unitPrice: fen().notNull(),
    amount: fen().notNull(),
    /** Down payment, part of the amount; fen. */
    downPayment: fen().notNull().default(0),
    /** Agreed rate of value-added tax, basis points; null = not stated. */
    taxRate: integer(),
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
    /** Received minus refunds; fen. More than the amount is overpaid. */
    paid: fen().notNull().default(0),
    /** Sum of its refunds; fen. */
    refunded: fen().notNull().default(0),
    status: text().$type<PaymentStatus>().notNull().default('scheduled'),
    dueAt: moment(),
    /** Last reminder, so that none is sent twice. */
    reminded: text().$type<'soon' | 'overdue'>(),
  },
  (t) => [
    unique('payment_lines_seq').on(t.orderId, t.seq),
    check('payment_lines_paid', sql`${t.paid} >= 0 and ${t.refunded} >= 0`),
    index('payment_lines_due')
      .on(t.dueAt)
      .where(sql`${t.status} in ('scheduled', 'due', 'rejected')`),
  ],
)

/**
 * Stages of an order from an offer whose schedule names deliverables; an order without them has none. Changed under the
 * lock of the order only.
 */
export const orderMilestones = pgTable(
  'order_milestones',
  {
    id: identity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Number within the order, from 1. */
    seq: integer().notNull(),
    name: text().notNull(),
    /** What is delivered and accepted. */
    deliverables: text().notNull(),
    /** End of the planned day in Shanghai. */
    plannedAt: moment().notNull(),
    /** The payment that falls due with the acceptance. */
    paymentLineId: integer()
      .notNull()
      .references(() => paymentLines.id),
    status: text().$type<MilestoneStatus>().notNull().default('planned'),
    startedAt: moment(),
    /** Last delivery; the time for acceptance counts from it. */
    deliveredAt: moment(),
    acceptedAt: moment(),
  },
  (t) => [
    unique('order_milestones_seq').on(t.orderId, t.seq),
    unique('order_milestones_line').on(t.paymentLineId),
    index('order_milestones_delivered')
      .on(t.deliveredAt)
      .where(sql`${t.status} = 'delivered'`),
    index('order_milestones_planned')
      .on(t.plannedAt)
      .where(sql`${t.status} in ('planned', 'in_work', 'changes_requested')`),
  ],
)

/** Delivery addresses of a person. */
export const userAddresses = pgTable(
  'user_addresses',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    receiver: text().notNull(),
    mobile: encryptedText('user_addresses.mobile').notNull(),
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
