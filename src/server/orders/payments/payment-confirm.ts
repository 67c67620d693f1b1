import { and, eq } from 'drizzle-orm'
import type { paymentsCalls } from '../../../contract/orders/payments.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import { payments } from '../../../db/tables/payments.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { barrierOf } from '../../../domain/orders/payable.ts'
import { notify } from '../../accounts/public.ts'
import type { Context, Handler } from '../../handler.ts'
import { actorOf, fileOf, giveToCompany, peopleOf } from '../../operations/public.ts'
import { moveLine } from './line-steps.ts'
import type { LockedPayment } from './locks.ts'
import { lockOwnPayment } from './own-payment.ts'
import { presentOne } from './present-payment.ts'

const day = 86_400_000

/** Runs inside the transaction of its idempotency key: the voucher goes in once, and its payee is told once. */
export const paymentConfirm: Handler<typeof paymentsCalls.paymentConfirm> = async (input, context) => {
  const { caller, db, note } = context
  const locked = await lockOwnPayment(db, input.paymentId, caller.companyId)
  mustTakeVoucher(locked)
  const transferredAt = input.transferredAt === undefined ? null : new Date(input.transferredAt)
  if (transferredAt !== null && transferredAt.getTime() > Date.now() + day) {
    throw fieldFailed({ field: 'transferredAt', message: '转账时间不能晚于现在' })
  }
  const voucher = await fileOf(db, input.voucherId, caller, 'attachment')
  await giveToCompany(db, voucher, caller.companyId)
  const [submitted] = await db
    .update(payments)
    .set({ status: 'submitted', voucherId: voucher.id, transferredAt })
    .where(and(eq(payments.id, input.paymentId), eq(payments.status, 'open')))
    .returning()
  if (submitted === undefined) throw new CallFailed('stepNotAllowed')
  for (const line of locked.lines.values()) {
    await moveLine(db, line, 'submit', { side: 'buyer', actor: actorOf(caller) }, `付款单 ${submitted.paymentNo}`)
  }
  await keepAlive(db, locked)
  await tellPayee(db, context, locked)
  note(submitted.paymentNo)
  return presentOne(db, submitted)
}

/** A transfer that is still open, of lines that may be paid; each refusal says how to go on. */
function mustTakeVoucher({ payment, orders: of, lines }: LockedPayment): void {
  if (payment.method !== 'bank' || payment.status === 'submitted') throw new CallFailed('stepNotAllowed')
  if (payment.status === 'confirmed') throw new CallFailed('paidAlready')
  if (payment.status !== 'open' || payment.expiresAt <= new Date()) throw new CallFailed('paymentOver')
  for (const line of lines.values()) {
    const order = of.find(({ id }) => id === line.orderId)
    const barrier = order === undefined ? 'ended' : barrierOf(order, line)
    if (barrier === 'ended' || barrier === 'unconfirmed') throw new CallFailed('stepNotAllowed')
    if (barrier !== null) throw new CallFailed('paidAlready')
  }
}

/** An order does not end by itself while its payee looks for the money. */
async function keepAlive(tx: Db, { orders: of }: LockedPayment): Promise<void> {
  for (const { id, unpaidUntil } of of) {
    if (unpaidUntil !== null) await tx.update(orders).set({ unpaidUntil: null }).where(eq(orders.id, id))
  }
}

async function tellPayee(tx: Db, context: Context<'company'>, { payment, orders: [order] }: LockedPayment) {
  if (order === undefined) return
  const people = (await peopleOf(tx, [order.sellerCompanyId], 'order_manage')).get(order.sellerCompanyId) ?? []
  await notify(tx, context, 'payment.submitted', people, {
    title: `订单 ${order.orderNo} 收到转账凭证 ¥${yuan(payment.amount)}`,
    text: `转账备注码 ${payment.remarkCode}，请核对账户后确认到账金额。`,
    path: links.sellerReceivedPayments(),
  })
}
