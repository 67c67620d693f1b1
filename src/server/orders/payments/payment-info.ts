import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Payable, paymentsCalls } from '../../../contract/orders/payments.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { orders } from '../../../db/tables/orders.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import { barrierOf } from '../../../domain/orders/payable.ts'
import { payeesOf } from '../../accounts/public.ts'
import type { Handler } from '../../handler.ts'
import { linesOf, type PaymentLine } from '../present-order.ts'
import { factsOf, presentPayment } from './present-payment.ts'
import { methodsOf } from './methods.ts'

/** Attempts that are shown at most. */
const most = 20

export const paymentInfo: Handler<typeof paymentsCalls.paymentInfo> = async (
  { groupId, orderId },
  { caller, db, providers },
) => {
  const which = groupId === undefined ? eq(orders.id, orderId ?? 0) : eq(orders.groupId, groupId)
  const rows = await db
    .select({
      order: orders,
      sellerName: companies.name,
    })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.sellerCompanyId))
    .where(and(which, eq(orders.buyerCompanyId, caller.companyId)))
    .orderBy(asc(orders.id))
  if (rows.length === 0) throw new CallFailed('notFound')
  const ids = rows.map(({ order }) => order.id)
  const lines = await linesOf(db, ids)
  const until = rows.flatMap(({ order }) => (order.unpaidUntil === null ? [] : [order.unpaidUntil.getTime()]))
  return {
    payables: rows.flatMap((row) =>
      lines.filter((line) => line.orderId === row.order.id).map((line) => presentPayable(row, line)),
    ),
    payees: await payeesIn(db, rows),
    methods: methodsOf(providers.pay),
    payments: await attemptsOf(db, ids),
    payUntil: until.length === 0 ? null : new Date(Math.min(...until)).toISOString(),
  }
}

interface Row {
  readonly order: typeof orders.$inferSelect
  readonly sellerName: string
}

const presentPayable = ({ order, sellerName }: Row, line: PaymentLine): Payable => ({
  ...{ lineId: line.id, orderId: order.id, orderNo: order.orderNo, orderTitle: order.title },
  ...{ sellerId: order.sellerCompanyId, sellerName, name: line.name, amount: line.amount, paid: line.paid },
  open: Math.max(0, line.amount - line.paid),
  ...{ status: line.status, dueAt: line.dueAt?.toISOString() ?? null, barrier: barrierOf(order, line) },
})

/** One a supplier. */
async function payeesIn(db: Db, rows: readonly Row[]) {
  const names = new Map(rows.map(({ order, sellerName }) => [order.sellerCompanyId, sellerName]))
  const payees = await payeesOf(db, [...names.keys()])
  return [...names].map(([sellerId, sellerName]) => {
    const payee = payees.get(sellerId)
    return { sellerId, sellerName, account: payee?.account ?? null, change: payee?.change ?? null }
  })
}

async function attemptsOf(db: Db, orderIds: readonly number[]) {
  const rows = await db
    .select()
    .from(payments)
    .where(
      inArray(
        payments.id,
        db
          .select({ id: paymentParts.paymentId })
          .from(paymentParts)
          .where(inArray(paymentParts.orderId, [...orderIds])),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(most)
  const facts = await factsOf(db, rows)
  return rows.map((row) => presentPayment(row, facts))
}
