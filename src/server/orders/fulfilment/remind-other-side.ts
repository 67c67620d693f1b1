import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Outcomes } from '../../../contract/daily-list.ts'
import type { OrderRow, ordersCalls } from '../../../contract/orders/orders.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { links } from '../../../domain/links.ts'
import { dealKindOf, dealSideOf } from '../../../domain/orders/deal-record.ts'
import { canPay } from '../../../domain/orders/order-actions.ts'
import {
  isRemindedToday,
  remindableSubject,
  reminderEvent,
  reminderSubjectLabels,
  type ReminderSubject,
} from '../../../domain/orders/reminders.ts'
import { otherSide, type Side } from '../../../domain/sides.ts'
import { dateTime } from '../../../domain/time.ts'
import type { Context, Handler } from '../../handler.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import type { Order } from '../lock-order.ts'
import { notifyOrderSide } from '../notify-order.ts'
import { loadPaymentLines, sideCompanyId } from '../present-order.ts'

type SentReminder = NonNullable<OrderRow['reminded']>

/** The latest reminder of each order that a company sent. */
export async function loadSentReminders(
  db: Db,
  companyId: number,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, SentReminder>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([stateChanges.entityId], {
      orderId: stateChanges.entityId,
      at: stateChanges.createdAt,
      realName: users.realName,
      loginName: users.loginName,
    })
    .from(stateChanges)
    .leftJoin(users, eq(users.id, stateChanges.userId))
    .where(
      and(
        eq(stateChanges.entity, 'order'),
        inArray(stateChanges.entityId, [...orderIds]),
        eq(stateChanges.event, reminderEvent),
        eq(stateChanges.companyId, companyId),
      ),
    )
    .orderBy(stateChanges.entityId, desc(stateChanges.id))
  return new Map(rows.map(({ orderId, at, ...person }) => [orderId, { at: at.toISOString(), by: personName(person) }]))
}

const subjectTexts: Readonly<Record<ReminderSubject, string>> = {
  cancellation: '对方申请取消订单，请核对后答复。',
  confirm: '买家正在等待接单，请核对后确认或写明原因拒绝。',
  deliver: '买家正在等待交付，请尽快交付或告知进展。',
  pay: '有到期款项待付，请核对后付款。',
  accept: '供应商已交付，请核对后验收，有问题可要求修改。',
}

/** The order pages of the other side; a payment leads to where it is made. */
const pathFor = (subject: ReminderSubject, { id }: Order) => (subject === 'pay' ? links.payOneOrder(id) : undefined)

/** Reminds the other side of several orders; orders that wait for nothing of it, or were reminded of today, are named. */
async function remindOtherSide(
  side: Side,
  { orderIds }: z.output<typeof ordersCalls.buyerOrdersRemind.input>,
  context: Context<'company' | 'seller'>,
): Promise<Outcomes> {
  const { caller, db, note } = context
  const now = new Date().toISOString()
  return db.transaction(async (tx) => {
    const found = await tx
      .select()
      .from(orders)
      .where(and(inArray(orders.id, orderIds), eq(sideCompanyId(side), caller.companyId)))
      .orderBy(asc(orders.id))
      .for('update')
    const ids = found.map(({ id }) => id)
    const lines = Map.groupBy(await loadPaymentLines(tx, ids), ({ orderId }) => orderId)
    const sent = await loadSentReminders(tx, caller.companyId, ids)
    const own = new Map(found.map((order) => [order.id, order]))
    const failed: Outcomes['failed'] = []
    const reminded: { order: Order; subject: ReminderSubject }[] = []
    for (const id of new Set(orderIds)) {
      const order = own.get(id)
      const last = sent.get(id)
      if (order === undefined) {
        failed.push({ id, title: '', message: '订单不存在' })
        continue
      }
      const subject = remindableSubject({ ...order, canPay: canPay(order.status, lines.get(id) ?? []) }, side)
      if (subject === null) failed.push({ id, title: order.orderNo, message: '目前没有需要对方处理的事' })
      else if (last !== undefined && isRemindedToday(last.at, now))
        failed.push({
          id,
          title: order.orderNo,
          message: `今天已由${last.by}提醒（${dateTime(last.at).slice(11, 16)}）`,
        })
      else reminded.push({ order, subject })
    }
    await recordDeal(
      tx,
      reminded.map(({ order, subject }) => ({
        orderId: order.id,
        kind: dealKindOf(reminderEvent, order.status),
        event: reminderEvent,
        side: dealSideOf(order, caller),
        by: caller,
        history: {
          entity: 'order' as const,
          entityId: order.id,
          fromStatus: order.status,
          toStatus: order.status,
          reason: reminderSubjectLabels[subject],
        },
      })),
    )
    for (const { order, subject } of reminded) {
      await notifyOrderSide(tx, context, order, otherSide(side), {
        title: `订单 ${order.orderNo} 等待您${reminderSubjectLabels[subject]}`,
        text: subjectTexts[subject],
        path: pathFor(subject, order),
      })
    }
    note(`${reminded.length} 份${failed.length === 0 ? '' : `，${failed.length} 份未提醒`}`)
    return { done: reminded.length, failed }
  })
}

export const buyerOrdersRemind: Handler<typeof ordersCalls.buyerOrdersRemind> = (input, context) =>
  remindOtherSide('buyer', input, context)

export const sellerOrdersRemind: Handler<typeof ordersCalls.sellerOrdersRemind> = (input, context) =>
  remindOtherSide('seller', input, context)
