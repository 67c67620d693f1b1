import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { OrderDetail } from '../../../contract/orders/orders.ts'
import type { Db } from '../../../db/open.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { ledgerEntries, ledgerMovements, paymentParts, payments } from '../../../db/tables/payments.ts'
import { moneyMoveKinds } from '../../../domain/orders/ledger.ts'

type MoneyMove = OrderDetail['moneyMoves'][number]

/** What came in for an order, was taken back and went back to the buyer, by the ledger; oldest first. */
export async function moneyMovesOf(db: Db, orderId: number): Promise<MoneyMove[]> {
  const amount = sql<number>`abs(sum(${ledgerEntries.amount}))::float8`
  const rows = await db
    .select({
      kind: ledgerMovements.kind,
      method: payments.method,
      amount,
      names: sql<string[]>`array_agg(distinct ${paymentLines.name})`,
      at: sql<string>`min(${ledgerMovements.createdAt})`.mapWith(ledgerMovements.createdAt),
    })
    .from(ledgerMovements)
    .innerJoin(ledgerEntries, eq(ledgerEntries.movementId, ledgerMovements.id))
    .innerJoin(paymentParts, eq(paymentParts.id, ledgerMovements.partId))
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .innerJoin(paymentLines, eq(paymentLines.id, paymentParts.lineId))
    .where(
      and(
        eq(ledgerMovements.orderId, orderId),
        inArray(ledgerMovements.kind, [...moneyMoveKinds]),
        // The side of the money that is outside of both companies: the bank or a gateway.
        eq(ledgerEntries.account, payments.method),
      ),
    )
    .groupBy(ledgerMovements.kind, payments.id, ledgerMovements.refundId)
    .orderBy(asc(sql`min(${ledgerMovements.id})`))
  return rows.flatMap(({ kind, method, amount: sum, names, at }) => {
    const known = moneyMoveKinds.find((one) => one === kind)
    return known === undefined
      ? []
      : [{ kind: known, method, amount: sum, name: names.join('、'), at: at.toISOString() }]
  })
}
