import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, inArray, lt, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { papersCalls } from '../../../contract/orders/papers.ts'
import type { Db } from '../../../db/open.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { orderLines, orders } from '../../../db/tables/orders.ts'
import { date } from '../../../domain/time.ts'
import type { Context, Handler } from '../../handler.ts'
import { descending, keepMadeSheet, makeWorkbook, type SheetCell } from '../../operations/public.ts'
import { companyOf, linesOf, madeBetween, named, orderRows, owesMoney, type Side } from '../present-order.ts'
import { sheetColumns, sheetRows } from './sheet-rows.ts'

type Asked = z.output<typeof papersCalls.buyerOrdersSheet.input>

export const buyerOrdersSheet: Handler<typeof papersCalls.buyerOrdersSheet> = (asked, context) =>
  sheetOf('buyer', asked, context)

export const sellerOrdersSheet: Handler<typeof papersCalls.sellerOrdersSheet> = (asked, context) =>
  sheetOf('seller', asked, context)

/** Lines of one sheet, and orders that are read at a time. */
const [mostRows, batch] = [20_000, 500]

const cutNote = {
  ...{ sheet: '说明', widths: [80], head: ['说明'] },
  rows: [[`符合条件的订单行超过 ${mostRows} 行，本表为最新的 ${mostRows} 行；其余请按下单日期分段导出。`]],
}

async function sheetOf(side: Side, asked: Asked, context: Context<'company' | 'seller'>) {
  const { caller, note } = context
  const rows: SheetCell[][] = []
  for await (const some of batches(context.db, side, caller.companyId, asked)) {
    rows.push(...some)
    if (rows.length > mostRows) break
  }
  const more = rows.length > mostRows
  const kept = rows.slice(0, mostRows)
  const name = side === 'buyer' ? '采购订单' : '承接订单'
  const { heads, widths } = sheetColumns(side)
  const bytes = await makeWorkbook([{ sheet: name, head: heads, widths, rows: kept }, ...(more ? [cutNote] : [])])
  note(`${kept.length} 行`)
  const made = await keepMadeSheet(context, caller, `${name} ${date(new Date().toISOString())}`, bytes)
  return { ...made, rows: kept.length, more }
}

/** Rows of the orders that are asked for, the newest first; four reads a batch. Others get their turn in between. */
async function* batches(db: Db, side: Side, companyId: number, asked: Asked): AsyncGenerator<SheetCell[][]> {
  const { keyword, status, toPay, from, until } = asked
  const where = and(
    ...[eq(companyOf(side), companyId), named(keyword), madeBetween(from, until)],
    ...[status && eq(orders.status, status), toPay === true ? owesMoney(db) : undefined],
  )
  let before: number | undefined
  for (;;) {
    const found = await orderRows(db, side)
      .where(and(where, before === undefined ? undefined : lt(orders.id, before)))
      .orderBy(descending(orders.id))
      .limit(batch)
    before = found.at(-1)?.order.id
    if (before === undefined) return
    const ids = found.map(({ order }) => order.id)
    const [lines, payments, issued] = [await itemsOf(db, ids), await linesOf(db, ids), await invoicesOf(db, ids)]
    yield sheetRows(side, found, { lines, payments, invoices: issued })
    if (found.length < batch) return
    await setImmediate()
  }
}

const itemsOf = (db: Db, ids: readonly number[]) =>
  db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...ids]))
    .orderBy(asc(orderLines.orderId), asc(orderLines.id))

const invoicesOf = (db: Db, ids: readonly number[]) =>
  db
    .select({ orderId: invoices.orderId, invoiceNo: invoices.invoiceNo, status: invoices.status })
    .from(invoices)
    .where(and(inArray(invoices.orderId, [...ids]), ne(invoices.invoiceNo, '')))
    .orderBy(asc(invoices.id))
