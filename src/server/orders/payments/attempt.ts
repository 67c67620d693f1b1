import { randomInt } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { bankAccounts } from '../../../db/tables/accounts.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import { barrierOf } from '../../../domain/orders/payable.ts'
import {
  gatewayMinutes,
  transferDays,
  type PayDevice,
  type PaymentMethod,
} from '../../../domain/orders/payment-methods.ts'
import type { Actor } from '../../operations/public.ts'
import type { Order } from '../lock-order.ts'
import type { PaymentLine } from '../present-order.ts'
import { closeAttempt, livingAttempts } from './close-payments.ts'
import { lockLines, lockOrders, partsOf, type PaymentRow } from './locks.ts'
import { takePaymentNo } from './payment-no.ts'

interface Wanted {
  readonly lineIds: readonly number[]
  readonly method: PaymentMethod
  /** null = a transfer. */
  readonly device: PayDevice | null
}
export interface Attempt {
  readonly payment: PaymentRow
  readonly orders: readonly Order[]
  /** Attempts that it took the place of. */
  readonly replaced: readonly PaymentRow[]
}

/**
 * An attempt of a buyer to pay some lines, with what is left of each. The one that is open for the very same on the same
 * device is found again, so that pressing twice or in two windows makes one; others that are open are closed. In a
 * transaction.
 */
export async function attemptFor(tx: Db, payer: Actor, asked: Wanted): Promise<Attempt> {
  const { lineIds, method } = asked
  const of = await lockedOrders(tx, payer.companyId, lineIds)
  if (method === 'bank') await mustHavePayee(tx, of)
  const living = await livingAttempts(tx, 'line', lineIds)
  const lines = await lockLines(tx, lineIds)
  mustBePayable(of, lines)
  const wanted = lineIds.flatMap((id) => lines.get(id) ?? []).toSorted((a, b) => a.id - b.id)
  const same = await sameAttempt(tx, living, asked, wanted)
  const replaced = living.filter(({ id }) => id !== same?.id)
  for (const attempt of replaced) await closeAttempt(tx, attempt, { side: 'buyer', actor: payer }, '改用其他方式付款')
  const payment = same ?? (await makeAttempt(tx, payer, asked, of, wanted))
  return { payment, orders: of, replaced }
}

/** The buyer's own orders that the lines are of; another's line is not found. */
async function lockedOrders(tx: Db, companyId: number, lineIds: readonly number[]): Promise<Order[]> {
  const rows = await tx
    .select({ id: paymentLines.id, orderId: paymentLines.orderId })
    .from(paymentLines)
    .where(inArray(paymentLines.id, [...lineIds]))
  const of = await lockOrders(
    tx,
    rows.map(({ orderId }) => orderId),
  )
  if (rows.length < lineIds.length || of.some(({ buyerCompanyId }) => buyerCompanyId !== companyId)) {
    throw new CallFailed('notFound')
  }
  return of
}

/** A transfer goes to one supplier, for one order, into an account that is known. */
async function mustHavePayee(tx: Db, [order, ...others]: readonly Order[]): Promise<void> {
  if (order === undefined || others.length > 0) throw new CallFailed('severalPayees')
  const [account] = await tx
    .select({ no: bankAccounts.accountNo })
    .from(bankAccounts)
    .where(eq(bankAccounts.companyId, order.sellerCompanyId))
  if (account === undefined) throw new CallFailed('payeeMissing')
}

function mustBePayable(of: readonly Order[], lines: ReadonlyMap<number, PaymentLine>): void {
  for (const line of lines.values()) {
    const order = of.find(({ id }) => id === line.orderId)
    const barrier = order === undefined ? 'ended' : barrierOf(order, line)
    if (barrier === 'ended' || barrier === 'unconfirmed') throw new CallFailed('stepNotAllowed')
    if (barrier !== null) throw new CallFailed('paidAlready')
  }
}

const open = (line: PaymentLine) => line.amount - line.paid
/** A gateway's page that is almost over is not gone to again. */
const left = (method: PaymentMethod) => (method === 'bank' ? 60_000 : 5 * 60_000)

async function sameAttempt(
  tx: Db,
  living: readonly PaymentRow[],
  { method, device }: Wanted,
  lines: readonly PaymentLine[],
) {
  for (const attempt of living) {
    if (attempt.method !== method || attempt.device !== device || attempt.status !== 'open') continue
    if (attempt.expiresAt.getTime() < Date.now() + left(method)) continue
    const parts = await partsOf(tx, attempt.id)
    const fits = lines.every((line) => parts.some((part) => part.lineId === line.id && part.amount === open(line)))
    if (fits && parts.length === lines.length) return attempt
  }
  return undefined
}

async function makeAttempt(
  tx: Db,
  { userId, companyId }: Actor,
  { method, device }: Wanted,
  of: readonly Order[],
  lines: readonly PaymentLine[],
): Promise<PaymentRow> {
  const { id, no } = await takePaymentNo(tx)
  const amount = lines.reduce((sum, line) => sum + open(line), 0)
  const [payment] = await tx
    .insert(payments)
    .values({
      ...{ id, paymentNo: no, companyId, userId, method, device, amount },
      ...{ remarkCode: remarkCode(), expiresAt: expiryOf(method, of, Date.now()) },
    })
    .returning()
  if (payment === undefined) throw new Error('No payment')
  const parts = lines.map((line) => ({ paymentId: id, orderId: line.orderId, lineId: line.id, amount: open(line) }))
  await tx.insert(paymentParts).values(parts)
  return payment
}

/** A gateway takes the money for minutes, and not for long after the orders would have ended unpaid. */
function expiryOf(method: PaymentMethod, of: readonly Order[], now: number): Date {
  if (method === 'bank') return new Date(now + transferDays * 86_400_000)
  const ends = of.flatMap(({ unpaidUntil }) => (unpaidUntil === null ? [] : [unpaidUntil.getTime()]))
  return new Date(Math.max(now + 6 * 60_000, Math.min(now + gatewayMinutes * 60_000, ...ends)))
}

/** Letters and digits that nobody takes for one another. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const remarkCode = () => Array.from({ length: 6 }, () => signs.charAt(randomInt(signs.length))).join('')
