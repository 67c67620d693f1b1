import { sql } from 'drizzle-orm'
import type { Db } from '../../src/db/open.ts'

/** Ledger inconsistencies of an order; empty if there are none. */
export const ledgerErrors = (tx: Db, orderId: number) =>
  tx.select({ fault: sql<string>`fault`, detail: sql<string>`detail` }).from(sql`(
    with line as (
      select l.*, coalesce((select sum(p.received - p.refunded) from payment_parts p where p.line_id = l.id), 0) as stands
      from payment_lines l where l.order_id = ${orderId}
    ), entry as (
      select e.account, e.amount from ledger_entries e join ledger_movements m on m.id = e.movement_id
      where m.order_id = ${orderId}
    )
    select 'paid' as fault, id::text as detail from line where paid <> stands
    union all select 'whole but owed', id::text from line
      where status in ('scheduled', 'due', 'overdue', 'rejected') and paid >= amount
    union all select 'confirmed but short', id::text from line where status = 'confirmed' and paid < amount
    union all select 'submitted without', id::text from line where status = 'submitted' and not exists (
      select 1 from payment_parts p join payments a on a.id = p.payment_id
      where p.line_id = line.id and a.status = 'submitted')
    union all select 'sum', sum(amount)::text from entry having coalesce(sum(amount), 0) <> 0
    union all select 'seller', coalesce(sum(amount), 0)::text from entry where account like 'seller:%'
      having coalesce(sum(amount), 0) <> (select sum(least(paid, amount)) from line)
    union all select 'buyer', coalesce(sum(amount), 0)::text from entry where account like 'buyer:%'
      having coalesce(sum(amount), 0) <> (select sum(greatest(paid - amount, 0)) from line)
    union all select 'outside', account || sum(amount) from entry where account !~ '^(buyer|seller):'
      group by account having sum(amount) > 0
    union all select 'refunded', p.id::text from payment_parts p where p.order_id = ${orderId} and p.refunded <>
      coalesce((select sum(r.amount) from refunds r where r.part_id = p.id and r.status = 'done'), 0)
    union all select 'promised', p.id::text from payment_parts p where p.order_id = ${orderId} and
      p.received - p.refunded < coalesce((select sum(r.amount) from refunds r
        where r.part_id = p.id and r.status in ('requested', 'pending')), 0)) as found`)
