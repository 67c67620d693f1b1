import { asc, eq, inArray } from 'drizzle-orm'
import type { Payment } from '../../../contract/orders/payments.ts'
import type { Db } from '../../../db/open.ts'
import { files } from '../../../db/tables/operations.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts } from '../../../db/tables/payments.ts'
import type { PaymentRow } from './payment-locks.ts'
import { fileUrl } from '../../platform/files/files.ts'

/** Parts and voucher URLs of some payments, in two queries. */
export async function loadPaymentFacts(db: Db, rows: readonly PaymentRow[]) {
  if (rows.length === 0) return { parts: [], vouchers: new Map<string, string>() }
  const parts = await db
    .select({
      paymentId: paymentParts.paymentId,
      lineId: paymentParts.lineId,
      orderId: paymentParts.orderId,
      amount: paymentParts.amount,
      received: paymentParts.received,
      orderNo: orders.orderNo,
      name: paymentLines.name,
      sellerId: orders.sellerCompanyId,
      buyerId: orders.buyerCompanyId,
    })
    .from(paymentParts)
    .innerJoin(orders, eq(orders.id, paymentParts.orderId))
    .innerJoin(paymentLines, eq(paymentLines.id, paymentParts.lineId))
    .where(
      inArray(
        paymentParts.paymentId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(paymentParts.id))
  return { parts, vouchers: await loadVoucherUrls(db, rows) }
}
export type PaymentFacts = Awaited<ReturnType<typeof loadPaymentFacts>>

/** Paths of vouchers by their file. */
export async function loadVoucherUrls(
  db: Db,
  rows: readonly { readonly voucherId: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ voucherId }) => (voucherId === null ? [] : [voucherId]))
  if (ids.length === 0) return new Map()
  const found = await db.select({ id: files.id, name: files.name }).from(files).where(inArray(files.id, ids))
  return new Map(found.map((file) => [file.id, fileUrl(file)]))
}

/** A payment as its payer sees it. */
export function presentPayment(row: PaymentRow, { parts, vouchers }: PaymentFacts): Payment {
  return {
    paymentId: row.id,
    paymentNo: row.paymentNo,
    method: row.method,
    status: row.status,
    amount: row.amount,
    received: row.received,
    remarkCode: row.remarkCode,
    reason: row.reason,
    voucherUrl: row.voucherId === null ? null : (vouchers.get(row.voucherId) ?? null),
    expiresAt: row.expiresAt.toISOString(),
    transferredAt: row.transferredAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    parts: parts
      .filter(({ paymentId }) => paymentId === row.id)
      .map(({ lineId, orderId, orderNo, name, amount, received }) => ({
        lineId,
        orderId,
        orderNo,
        name,
        amount,
        received,
      })),
  }
}

export async function presentLoadedPayment(db: Db, row: PaymentRow): Promise<Payment> {
  return presentPayment(row, await loadPaymentFacts(db, [row]))
}
