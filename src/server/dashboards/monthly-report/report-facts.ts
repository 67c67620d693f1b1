import { and, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { certifications, users } from '../../../db/tables/accounts.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { demands, offers } from '../../../db/tables/demands.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { orderLines, orders } from '../../../db/tables/orders.ts'
import { paymentParts, payments, refunds } from '../../../db/tables/payments.ts'
import { shiftMonth, startOfMonth } from '../../../domain/operations/report-months.ts'
import { paymentMethods, type PaymentMethod } from '../../../domain/orders/payment-methods.ts'

/** What a report counts. `receipts` are payments, `paid` their allocation to orders. */
const factNames = [
  'registrations',
  'certifications',
  'demands',
  'offers',
  'orders',
  'receipts',
  'paid',
  'refunds',
  'invoices',
] as const
export type FactName = (typeof factNames)[number]

/** What happened on one day, of one category, supplier and payment method; null where a fact has none. */
export interface ReportFact {
  readonly name: FactName
  /** Shanghai. */
  readonly day: string
  readonly categoryId: number | null
  readonly sellerId: number | null
  readonly method: PaymentMethod | null
  readonly count: number
  /** fen */
  readonly amount: number
}

interface Source {
  readonly name: FactName
  readonly from: SQL
  /** When it happened. */
  readonly at: PgColumn
  readonly where?: SQL | undefined
  readonly category?: SQL
  readonly seller?: PgColumn
  readonly method?: PgColumn
  readonly amount?: PgColumn
}

/** Category of an order: that of its line with the highest amount, else of its demand. */
const orderCategory = sql`coalesce(
  (select coalesce(${services.categoryId}, ${products.categoryId}) from ${orderLines}
    left join ${services} on ${orderLines.kind} = 'service' and ${services.id} = ${orderLines.listingId}
    left join ${products} on ${orderLines.kind} = 'product' and ${products.id} = ${orderLines.listingId}
    where ${orderLines.orderId} = ${orders.id} order by ${orderLines.amount} desc, ${orderLines.id} limit 1),
  (select ${demands.categoryId} from ${demands} where ${demands.id} = ${orders.demandId}))`

const ofTable = (table: PgTable): SQL => sql`${table}`
const partsWithOrders = sql`${paymentParts} join ${payments} on ${payments.id} = ${paymentParts.paymentId}
  join ${orders} on ${orders.id} = ${paymentParts.orderId}`
const isConfirmed = eq(payments.status, 'confirmed')
const ofOrder = { category: orderCategory, seller: orders.sellerCompanyId }

const sources: readonly Source[] = [
  { name: 'registrations', from: ofTable(users), at: users.createdAt },
  {
    name: 'certifications',
    from: ofTable(certifications),
    at: certifications.reviewedAt,
    where: eq(certifications.status, 'approved'),
  },
  { name: 'demands', from: ofTable(demands), at: demands.createdAt },
  { name: 'offers', from: ofTable(offers), at: offers.createdAt },
  { name: 'orders', from: ofTable(orders), at: orders.createdAt, amount: orders.total, ...ofOrder },
  {
    name: 'receipts',
    from: ofTable(payments),
    at: payments.confirmedAt,
    where: isConfirmed,
    method: payments.method,
    amount: payments.received,
  },
  {
    name: 'paid',
    from: partsWithOrders,
    at: payments.confirmedAt,
    where: isConfirmed,
    method: payments.method,
    amount: paymentParts.received,
    ...ofOrder,
  },
  {
    name: 'refunds',
    from: sql`${refunds} join ${paymentParts} on ${paymentParts.id} = ${refunds.partId}
      join ${payments} on ${payments.id} = ${paymentParts.paymentId} join ${orders} on ${orders.id} = ${refunds.orderId}`,
    at: refunds.doneAt,
    where: eq(refunds.status, 'done'),
    method: refunds.method,
    amount: refunds.amount,
    ...ofOrder,
  },
  {
    name: 'invoices',
    from: ofTable(invoices),
    at: invoices.issuedAt,
    where: eq(invoices.status, 'issued'),
    amount: invoices.amount,
  },
]

const isFactName = (name: string): name is FactName => factNames.some((each) => each === name)

/** Everything that a month's report says, in one statement: all sheets see the same moment. */
export async function loadReportFacts(db: Db, month: string): Promise<ReportFact[]> {
  const [from, until] = [startOfMonth(month), startOfMonth(shiftMonth(month, 1))]
  const parts = sources.map(({ name, from: tables, at, where, category, seller, method, amount }) => {
    const columns = [
      sql`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`,
      sql`${category ?? sql`null`}::integer`,
      sql`${seller ?? sql`null`}::integer`,
      sql`${method ?? sql`null`}::text`,
    ]
    const figures = sql`count(*)::bigint, ${amount === undefined ? sql`0` : sql`coalesce(sum(${amount}), 0)`}::bigint`
    return sql`select ${name}::text, ${sql.join(columns, sql`, `)}, ${figures} from ${tables}
      where ${and(gte(at, from), lt(at, until), where)} group by 2, 3, 4, 5`
  })
  const rows = await db
    .select({
      name: sql<string>`name`,
      day: sql<string>`day`,
      categoryId: sql<number | null>`category_id`,
      sellerId: sql<number | null>`seller_id`,
      method: sql<string | null>`method`,
      count: sql`count`.mapWith(Number),
      amount: sql`amount`.mapWith(Number),
    })
    .from(
      sql`(${sql.join(parts, sql` union all `)}) as facts (name, day, category_id, seller_id, method, count, amount)`,
    )
  return rows.flatMap(({ name, method, ...row }) =>
    isFactName(name) ? [{ ...row, name, method: paymentMethods.find((each) => each === method) ?? null }] : [],
  )
}
