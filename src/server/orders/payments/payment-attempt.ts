import { randomInt } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { bankAccounts } from '../../../db/tables/accounts.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import { paymentBlocker } from '../../../domain/orders/payment-blocker.ts'
import {
  gatewayMinutes,
  transferDays,
  type PayDevice,
  type PaymentMethod,
} from '../../../domain/orders/payment-methods.ts'
import type { Order } from '../lock-order.ts'
import type { PaymentLine } from '../present-order.ts'
import { closeAttempt, lockActiveAttempts } from './close-payments.ts'
import { lockPaymentLines, lockOrders, loadPaymentParts, type PaymentRow } from './payment-locks.ts'
import { takePaymentNo } from './payment-numbers.ts'
import type { Actor } from '../../platform/history/record-steps.ts'
import { isPaymentOpen } from '../../../domain/orders/payment-states.ts'

export interface AttemptRequest {
  readonly lineIds: readonly number[]
  readonly method: PaymentMethod
  /** null = a transfer. */
  readonly device: PayDevice | null
}
export interface Attempt {
  readonly payment: PaymentRow
  readonly orders: readonly Order[]
  /** Attempts that this one replaced. */
  readonly replaced: readonly PaymentRow[]
}

/**
 * Finds or creates the attempt of a buyer to pay the open amounts of some lines. An open attempt for the same lines,
 * method and device is reused, so that repeated submissions create one; other open attempts are closed. Requires a
 * transaction.
 */
export async function findOrCreateAttempt(tx: Db, payer: Actor, request: AttemptRequest): Promise<Attempt> {
  const { lineIds, method } = request
  const orders = await lockPayableOrders(tx, payer.companyId, lineIds)
  if (method === 'bank') await assertPayee(tx, orders)
  const activeAttempts = await lockActiveAttempts(tx, 'line', lineIds)
  const lines = await lockPaymentLines(tx, lineIds)
  assertPayable(orders, lines)
  const wanted = lineIds.flatMap((id) => lines.get(id) ?? []).toSorted((a, b) => a.id - b.id)
  const same = await findSameAttempt(tx, activeAttempts, request, wanted)
  const replaced = activeAttempts.filter(({ id }) => id !== same?.id)
  for (const attempt of replaced) await closeAttempt(tx, attempt, { side: 'buyer', actor: payer }, '改用其他方式付款')
  const payment = same ?? (await createAttempt(tx, payer, request, orders, wanted))
  return { payment, orders, replaced }
}

/** Locks the buyer's orders of the lines; throws notFound for lines of other companies. */
async function lockPayableOrders(tx: Db, companyId: number, lineIds: readonly number[]): Promise<Order[]> {
  const rows = await tx
    .select({ id: paymentLines.id, orderId: paymentLines.orderId })
    .from(paymentLines)
    .where(inArray(paymentLines.id, [...lineIds]))
  const orders = await lockOrders(
    tx,
    rows.map(({ orderId }) => orderId),
  )
  if (rows.length < lineIds.length || orders.some(({ buyerCompanyId }) => buyerCompanyId !== companyId)) {
    throw new CallFailed('notFound')
  }
  return orders
}

/** A transfer requires exactly one order and a known payee account. Throws severalPayees, payeeMissing. */
export async function assertPayee(tx: Db, [order, ...others]: readonly Order[]): Promise<void> {
  if (order === undefined || others.length > 0) throw new CallFailed('severalPayees')
  const [account] = await tx
    .select({ no: bankAccounts.accountNo })
    .from(bankAccounts)
    .where(eq(bankAccounts.companyId, order.sellerCompanyId))
  if (account === undefined) throw new CallFailed('payeeMissing')
}

/** Throws stepNotAllowed or paidAlready for a line that cannot be paid. */
export function assertPayable(orders: readonly Order[], lines: ReadonlyMap<number, PaymentLine>): void {
  for (const line of lines.values()) {
    const order = orders.find(({ id }) => id === line.orderId)
    const blocker = order === undefined ? 'ended' : paymentBlocker(order, line)
    if (blocker === 'ended' || blocker === 'unconfirmed') throw new CallFailed('stepNotAllowed')
    if (blocker !== null) throw new CallFailed('paidAlready')
  }
}

const amountDue = (line: PaymentLine) => line.amount - line.paid
/** Minimum remaining time to reuse an attempt. */
const minRemainingMs = (method: PaymentMethod) => (method === 'bank' ? 60_000 : 5 * 60_000)

async function findSameAttempt(
  tx: Db,
  activeAttempts: readonly PaymentRow[],
  { method, device }: AttemptRequest,
  lines: readonly PaymentLine[],
) {
  for (const attempt of activeAttempts) {
    if (attempt.method !== method || attempt.device !== device || !isPaymentOpen(attempt.status)) continue
    if (attempt.expiresAt.getTime() < Date.now() + minRemainingMs(method)) continue
    const parts = await loadPaymentParts(tx, attempt.id)
    const fits = lines.every((line) => parts.some((part) => part.lineId === line.id && part.amount === amountDue(line)))
    if (fits && parts.length === lines.length) return attempt
  }
  return undefined
}

async function createAttempt(
  tx: Db,
  { userId, companyId }: Actor,
  { method, device }: AttemptRequest,
  orders: readonly Order[],
  lines: readonly PaymentLine[],
): Promise<PaymentRow> {
  const { id, no } = await takePaymentNo(tx)
  const amount = lines.reduce((sum, line) => sum + amountDue(line), 0)
  const [payment] = await tx
    .insert(payments)
    .values({
      id,
      paymentNo: no,
      companyId,
      userId,
      method,
      device,
      amount,
      remarkCode: createRemarkCode(),
      expiresAt: attemptExpiry(method, orders, Date.now()),
    })
    .returning()
  if (payment === undefined) throw new Error('No payment')
  const parts = lines.map((line) => ({
    paymentId: id,
    orderId: line.orderId,
    lineId: line.id,
    amount: amountDue(line),
  }))
  await tx.insert(paymentParts).values(parts)
  return payment
}

/** Expiry of an attempt: days for a transfer; minutes for a gateway, limited by the payment deadline of the orders. */
function attemptExpiry(method: PaymentMethod, orders: readonly Order[], now: number): Date {
  if (method === 'bank') return new Date(now + transferDays * 86_400_000)
  const ends = orders.flatMap(({ unpaidUntil }) => (unpaidUntil === null ? [] : [unpaidUntil.getTime()]))
  return new Date(Math.max(now + 6 * 60_000, Math.min(now + gatewayMinutes * 60_000, ...ends)))
}

/** Unambiguous letters and digits. */
const remarkAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const createRemarkCode = () =>
  Array.from({ length: 6 }, () => remarkAlphabet.charAt(randomInt(remarkAlphabet.length))).join('')
