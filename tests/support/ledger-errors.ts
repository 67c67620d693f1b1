import { sql } from 'drizzle-orm'
import type { Db } from '../../src/db/open.ts'

/** Ledger inconsistencies of an order; empty if there are none. */
export const ledgerErrors = (tx: Db, orderId: number) =>
  tx.select({ fault: sql<string>`fault`, detail: sql<string>`detail` }).from(sql`(
    with line as (
      select l.*, coalesce((select sum(p.received - p.refunded) from payment_parts p where p.line_id = l.id), 0) as stands,
        coalesce((select sum(p.refunded) from payment_parts p where p.line_id = l.id), 0) as back
      from payment_lines l where l.order_id = ${orderId}
    ), entry as (
      select e.account, e.amount from ledger_entries e join ledger_movements m on m.id = e.movement_id
      where m.order_id = ${orderId}
    )
    select 'paid' as fault, id::text as detail from line where paid <> stands or refunded <> back
    union all select 'whole but owed', id::text from line
      where status in ('scheduled', 'due', 'overdue', 'rejected') and paid >= amount
    union all select 'confirmed but short', id::text from line where status = 'confirmed' and paid < amount
    union all select 'submitted without', id::text from line where status = 'submitted' and not exists (
      select 1 from payment_parts p join payments a on a.id = p.payment_id
      where p.line_id = line.id and a.status = 'submitted')
    union all select 'sum', sum(amount)::text from entry having coalesce(sum(amount), 0) <> 0
    union all select 'seller', coalesce(sum(amount), 0)::text from entry
      where account like 'seller:%' or account like 'held:%' or account = 'fee'
      having coalesce(sum(amount), 0) <> (select sum(least(paid, amount)) from line)
    union all select 'buyer', coalesce(sum(amount), 0)::text from entry where account like 'buyer:%'
      having coalesce(sum(amount), 0) <> (select sum(greatest(paid - amount, 0)) from line)
    -- A supplier who was paid out transfers back by the bank what came through a gateway.
    union all select 'outside', account || sum(amount) from entry where account in ('alipay', 'wechat', 'demo')
      group by account having sum(amount) > 0
    union all select 'outside', sum(amount)::text from entry where account in ('bank', 'alipay', 'wechat', 'demo')
      having coalesce(sum(amount), 0) > 0
    union all select 'held', account from entry where account like 'held:%' group by account
      having sum(amount) <> (select coalesce(sum(p.held), 0) from payment_parts p join payments a on a.id = p.payment_id
        where p.order_id = ${orderId} and 'held:' || a.method = account)
    union all select 'held of a line', id::text from line where (select coalesce(sum(p.held + p.paid_out), 0)
      from payment_parts p where p.line_id = line.id) > least(paid, amount)
    union all select 'held transfer', p.id::text from payment_parts p join payments a on a.id = p.payment_id
      where p.order_id = ${orderId} and a.method = 'bank' and (p.held > 0 or p.paid_out > 0)
    union all select 'fee', sum(amount)::text from entry where account = 'fee' having coalesce(sum(amount), 0) <>
      (select coalesce(sum(k.fee), 0) from payout_lines k join payouts o on o.id = k.payout_id
        where k.order_id = ${orderId} and o.status = 'paid')
    union all select 'paid out', p.id::text from payment_parts p where p.order_id = ${orderId} and p.paid_out <>
      coalesce((select sum(k.amount) from payout_lines k join payouts o on o.id = k.payout_id
        where k.part_id = p.id and o.status = 'paid'), 0) -
      coalesce((select sum(r.amount) from refunds r join payments a on a.id = p.payment_id
        where r.part_id = p.id and r.status = 'done' and r.method = 'bank' and a.method <> 'bank'), 0)
    union all select 'transfers', m.payout_id::text from ledger_movements m where m.order_id = ${orderId}
      and m.kind in ('paid_out', 'bounced') group by m.payout_id, m.part_id
      having count(*) filter (where m.kind = 'paid_out') - count(*) filter (where m.kind = 'bounced') <>
        (select count(*) from payouts o where o.id = m.payout_id and o.status = 'paid')
    union all select 'approved and not held', p.id::text from payment_parts p join payout_lines k on k.part_id = p.id
      join payouts o on o.id = k.payout_id where k.order_id = ${orderId} and o.status = 'approved' and k.amount > p.held
    union all select 'refund in transit', r.id::text from refunds r join payment_parts p on p.id = r.part_id
      where r.order_id = ${orderId} and r.status in ('pending', 'sent') and r.method <> 'bank' and p.received - p.refunded -
        p.paid_out - coalesce((select sum(k.amount) from payout_lines k join payouts o on o.id = k.payout_id
          where k.part_id = p.id and o.status = 'approved'), 0) < r.amount
    union all select 'refunded', p.id::text from payment_parts p where p.order_id = ${orderId} and p.refunded <>
      coalesce((select sum(r.amount) from refunds r where r.part_id = p.id and r.status = 'done'), 0)
    union all select 'promised', p.id::text from payment_parts p where p.order_id = ${orderId} and
      p.received - p.refunded < coalesce((select sum(r.amount) from refunds r
        where r.part_id = p.id and r.status in ('pending', 'sent')), 0)
    union all select 'refunded state', id::text from line where
      (status = 'part_refunded' and (paid = 0 or refunded = 0)) or (status = 'refunded' and paid > 0)
    union all select 'two requests', k.line_id::text from refund_request_lines k join refund_requests q on q.id = k.request_id
      where q.order_id = ${orderId} and q.status in ('requested', 'escalated') group by k.line_id having count(*) > 1
    union all select 'agreed', q.id::text from refund_requests q where q.order_id = ${orderId} and q.status = 'agreed' and
      (select sum(k.agreed) from refund_request_lines k where k.request_id = q.id) is distinct from
      (select sum(r.amount) from refunds r where r.request_id = q.id)) as found`)
