import { and, desc, eq, lt } from 'drizzle-orm'
import type { z } from 'zod'
import type { dealRecordCalls, DealEntry, DealRecord } from '../../../contract/orders/deal-record.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { dealEntries } from '../../../db/tables/deal-record.ts'
import { disputes } from '../../../db/tables/disputes.ts'
import { orders } from '../../../db/tables/orders.ts'
import { dealDetail, type DealState } from '../../../domain/orders/deal-record.ts'
import { isOrderDisputed } from '../../../domain/orders/order-states.ts'
import type { Side } from '../../../domain/sides.ts'
import type { Caller, Context, Handler } from '../../handler.ts'
import { assertNotOwnOrder } from '../assert-not-own-order.ts'
import { sideCompanyId } from '../present-order.ts'
import { checkRecords } from './check-records.ts'
import { findCoveredEntry } from './inclusion-proof.ts'

type Page = Omit<z.output<typeof dealRecordCalls.buyerDealRecord.input>, 'orderId'>
/** An order whose record is read. */
export interface RecordOrder {
  readonly id: number
  readonly orderNo: string
}

/** An order of a company on one side; throws notFound for others. */
export async function findSideOrder(db: Db, side: Side, companyId: number, orderId: number): Promise<RecordOrder> {
  const [order] = await db
    .select({ id: orders.id, orderNo: orders.orderNo })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(sideCompanyId(side), companyId)))
  if (order === undefined) throw new CallFailed('notFound')
  return order
}

/**
 * The order of a dispute for an operator, only while it is disputed. Throws notFound otherwise, and ownCompany for an
 * order of the operator's own company.
 */
export async function findDisputedOrder(
  db: Db,
  caller: Pick<Caller, 'companyId'>,
  disputeId: number,
): Promise<RecordOrder> {
  const [order] = await db
    .select({
      id: orders.id,
      orderNo: orders.orderNo,
      status: orders.status,
      buyerCompanyId: orders.buyerCompanyId,
      sellerCompanyId: orders.sellerCompanyId,
    })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(eq(disputes.id, disputeId))
  if (order === undefined || !isOrderDisputed(order.status)) throw new CallFailed('notFound')
  assertNotOwnOrder(caller, order)
  return order
}

/** `packUrl`: path of the evidence pack for the reader. */
async function loadRecord(
  db: Db,
  { id, orderNo }: RecordOrder,
  { before, pageSize }: Page,
  packUrl: string,
): Promise<DealRecord> {
  const [check] = await checkRecords(db, [id])
  const covered = await findCoveredEntry(db, id)
  const rows = await db
    .select({ entry: dealEntries, companyName: companies.name })
    .from(dealEntries)
    .leftJoin(companies, eq(companies.id, dealEntries.companyId))
    .where(and(eq(dealEntries.orderId, id), before === undefined ? undefined : lt(dealEntries.seq, before)))
    .orderBy(desc(dealEntries.seq))
    .limit(pageSize + 1)
  const data = rows.slice(0, pageSize).map(presentEntry)
  const { entries = 0, broken = null } = check ?? {}
  return {
    orderNo,
    packUrl,
    entries,
    broken,
    state: stateOf(entries, broken),
    root: covered === undefined ? null : presentRoot(covered),
    data,
    next: rows.length > pageSize ? (data.at(-1)?.seq ?? null) : null,
  }
}

function stateOf(entries: number, broken: number | null): DealState {
  if (broken !== null) return 'broken'
  return entries === 0 ? 'empty' : 'verified'
}

const presentRoot = ({ root, leaf }: NonNullable<Awaited<ReturnType<typeof findCoveredEntry>>>) => ({
  day: root.day,
  root: root.root,
  signed: root.signature !== '',
  seq: leaf.seq,
})

interface EntryRow {
  readonly entry: typeof dealEntries.$inferSelect
  readonly companyName: string | null
}

function presentEntry({ entry, companyName }: EntryRow): DealEntry {
  const { seq, kind, event, side, body, hash, createdAt } = entry
  return {
    seq,
    kind,
    event,
    side,
    hash,
    at: createdAt.toISOString(),
    companyName: companyName ?? '',
    detail: dealDetail(body),
  }
}

type OwnInput = z.output<typeof dealRecordCalls.buyerDealRecord.input>

const readOwnRecord = async (
  side: Side,
  { orderId, ...page }: OwnInput,
  { caller, db }: Context<'company' | 'seller'>,
): Promise<DealRecord> =>
  loadRecord(
    db,
    await findSideOrder(db, side, caller.companyId, orderId),
    page,
    `/files/evidence-pack/${side}/${orderId}`,
  )

export const buyerDealRecord: Handler<typeof dealRecordCalls.buyerDealRecord> = (input, context) =>
  readOwnRecord('buyer', input, context)

export const sellerDealRecord: Handler<typeof dealRecordCalls.sellerDealRecord> = (input, context) =>
  readOwnRecord('seller', input, context)

export const disputeRecord: Handler<typeof dealRecordCalls.disputeRecord> = async (
  { disputeId, ...page },
  { caller, db },
) => loadRecord(db, await findDisputedOrder(db, caller, disputeId), page, `/files/evidence-pack/operator/${disputeId}`)
