import { and, asc, desc, eq, gte, inArray, isNull, lte } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { CallFailed } from '../../../contract/failures.ts'
import type { DisputeFile, OperatorDispute, OwnDisputes } from '../../../contract/orders/disputes.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { conversations, messages } from '../../../db/tables/chat.ts'
import { disputeEvidence, disputeReleases, disputes } from '../../../db/tables/disputes.ts'
import { files } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { plainText } from '../../../domain/chat/content.ts'
import { orderParties, personParty, posterParty, shopParty } from '../../../domain/chat/party.ts'
import { maxExcerptMessages, sharedRange, takesEvidence, type ReleasedRange } from '../../../domain/orders/disputes.ts'
import { paidShare } from '../../../domain/orders/payment-states.ts'
import type { Side } from '../../../domain/sides.ts'
import { shopRight } from '../../chat/participants.ts'
import type { Caller } from '../../handler.ts'
import { fileUrl } from '../../platform/files/files.ts'
import { assertNotOwnOrder } from '../assert-not-own-order.ts'
import { loadChanges, presentStoredChange } from '../change-orders/present-changes.ts'
import type { Order } from '../lock-order.ts'
import { loadMilestones, presentMilestone } from '../milestones/milestones.ts'
import { loadDeliveries, loadOrderHistory } from '../order-detail.ts'
import { loadPaymentLines } from '../present-order.ts'
import { loadRefundable } from '../refunds/refundable.ts'

export type DisputeRecord = typeof disputes.$inferSelect
type OrderSides = Pick<Order, 'id' | 'buyerCompanyId' | 'buyerUserId' | 'sellerCompanyId' | 'demandId'>

/** Whether the caller takes part in the conversation about an order: its buyer, or somebody who answers for the shop. */
export const mayReleaseConversation = (side: Side, order: OrderSides, caller: Caller): boolean =>
  side === 'buyer' ? caller.userId === order.buyerUserId : caller.permissions.has(shopRight)

/** Disputes of an order for one of its sides, newest first. */
export async function loadOwnDisputes(db: Db, side: Side, order: OrderSides, caller: Caller): Promise<OwnDisputes> {
  const rows = await db.select().from(disputes).where(eq(disputes.orderId, order.id)).orderBy(desc(disputes.id))
  return { data: await presentDisputes(db, rows), mayRelease: mayReleaseConversation(side, order, caller) }
}

async function presentDisputes(db: Db, rows: readonly DisputeRecord[]): Promise<DisputeFile[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const evidence = await loadEvidence(db, ids)
  const releases = await loadReleases(db, ids)
  const now = new Date()
  return rows.map((row) => ({
    disputeId: row.id,
    side: row.side,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    evidenceUntil: row.evidenceUntil.toISOString(),
    outcome: row.outcome,
    ruling: row.ruling,
    refunded: row.refunded,
    closedAt: row.closedAt?.toISOString() ?? null,
    evidence: evidence.filter(({ disputeId }) => disputeId === row.id).map(({ disputeId: _of, ...piece }) => piece),
    released: { buyer: presentRange(releases, row.id, 'buyer'), seller: presentRange(releases, row.id, 'seller') },
    mayAdd: takesEvidence(row, now),
  }))
}

/** Evidence of both sides with its files, oldest first, in two queries. */
async function loadEvidence(db: Db, disputeIds: readonly number[]) {
  const rows = await db
    .select({ piece: disputeEvidence, companyName: companies.name })
    .from(disputeEvidence)
    .innerJoin(companies, eq(companies.id, disputeEvidence.companyId))
    .where(inArray(disputeEvidence.disputeId, [...disputeIds]))
    .orderBy(asc(disputeEvidence.id))
  const fileIds = rows.flatMap(({ piece }) => piece.fileIds)
  const found = fileIds.length === 0 ? [] : await db.select().from(files).where(inArray(files.id, fileIds))
  const byId = new Map(found.map((file) => [file.id, file]))
  return rows.map(({ piece, companyName }) => ({
    disputeId: piece.disputeId,
    evidenceId: piece.id,
    side: piece.side,
    companyName,
    text: piece.text,
    files: piece.fileIds.flatMap((fileId) => {
      const file = byId.get(fileId)
      return file === undefined ? [] : [{ fileId, name: file.name, size: file.size, url: fileUrl(file) }]
    }),
    createdAt: piece.createdAt.toISOString(),
  }))
}

type ReleaseRow = typeof disputeReleases.$inferSelect

export const loadReleases = (db: Db, disputeIds: readonly number[]): Promise<ReleaseRow[]> =>
  db
    .select()
    .from(disputeReleases)
    .where(inArray(disputeReleases.disputeId, [...disputeIds]))

export const releaseOf = (rows: readonly ReleaseRow[], disputeId: number, side: Side): ReleaseRow | undefined =>
  rows.find((row) => row.disputeId === disputeId && row.side === side)

function presentRange(rows: readonly ReleaseRow[], disputeId: number, side: Side) {
  const row = releaseOf(rows, disputeId, side)
  return row === undefined ? null : { from: row.from.toISOString(), until: row.until.toISOString() }
}

/**
 * Messages between the buyer of an order and the supplier's shop within a range, also those written as the poster of
 * its demand. Recalled messages stay closed.
 */
async function loadExcerpt(
  db: Db,
  order: OrderSides,
  names: Readonly<Record<Side, string>>,
  { from, until }: ReleasedRange,
): Promise<NonNullable<OperatorDispute['excerpt']>> {
  const shop = shopParty(order.sellerCompanyId)
  const buyers = [personParty(order.buyerUserId), ...(order.demandId === null ? [] : [posterParty(order.demandId)])]
  const own = buyers.map((party) => orderParties(party, shop))
  const held = await db
    .select({ id: conversations.id, partyA: conversations.partyA, partyB: conversations.partyB })
    .from(conversations)
    .where(
      and(
        inArray(
          conversations.partyA,
          own.map(({ partyA }) => partyA),
        ),
        inArray(
          conversations.partyB,
          own.map(({ partyB }) => partyB),
        ),
      ),
    )
  if (held.length === 0) return []
  const rows = await db
    .select({ id: messages.id, party: messages.senderParty, content: messages.content, at: messages.createdAt })
    .from(messages)
    .where(
      and(
        inArray(
          messages.conversationId,
          held.map(({ id }) => id),
        ),
        gte(messages.createdAt, from),
        lte(messages.createdAt, until),
        isNull(messages.recalledAt),
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(maxExcerptMessages)
  return rows.toReversed().map(({ id, party, content, at }) => {
    const side = party === shop ? 'seller' : 'buyer'
    return { id, side, by: names[side], text: plainText(content.text) || content.lastShort, at: at.toISOString() }
  })
}

const buyers = alias(companies, 'buyers')
const sellers = alias(companies, 'sellers')

/** A dispute for operators: throws ownCompany for one of the operator's own company. */
export async function loadOperatorDispute(db: Db, caller: Caller, disputeId: number): Promise<OperatorDispute> {
  const [row] = await db
    .select({ dispute: disputes, order: orders, buyerName: buyers.name, sellerName: sellers.name })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .innerJoin(buyers, eq(buyers.id, orders.buyerCompanyId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerCompanyId))
    .where(eq(disputes.id, disputeId))
  if (row === undefined) throw new CallFailed('notFound')
  const { dispute, order, buyerName, sellerName } = row
  assertNotOwnOrder(caller, order)
  const [file] = await presentDisputes(db, [dispute])
  if (file === undefined) throw new CallFailed('notFound')
  const lines = await loadPaymentLines(db, [order.id])
  const { parts } = await loadRefundable(db, order.id)
  const given = await loadDeliveries(db, order.id)
  const excerpt = await loadReleasedExcerpt(db, dispute.id, order, { buyer: buyerName, seller: sellerName })
  return {
    ...file,
    orderId: order.id,
    orderNo: order.orderNo,
    title: order.title,
    buyerName,
    sellerName,
    status: order.status,
    total: order.total,
    paid: paidShare(lines).paid,
    deliveries: given,
    milestones: (await loadMilestones(db, order.id)).map((milestone) => presentMilestone(milestone, given)),
    changes: (await loadChanges(db, order.id)).map(presentStoredChange),
    payments: lines.map(({ id, name, amount, paid, status }) => ({
      lineId: id,
      name,
      amount,
      paid,
      refundable: parts.reduce((sum, part) => (part.lineId === id ? sum + part.room : sum), 0),
      status,
    })),
    history: await loadOrderHistory(db, order.id),
    excerpt,
  }
}

/** The part of the conversation about a disputed order that both sides released; null while nothing is. */
export async function loadReleasedExcerpt(
  db: Db,
  disputeId: number,
  order: OrderSides,
  names: Readonly<Record<Side, string>>,
): Promise<OperatorDispute['excerpt']> {
  const releases = await loadReleases(db, [disputeId])
  const range = sharedRange(releaseOf(releases, disputeId, 'buyer'), releaseOf(releases, disputeId, 'seller'))
  return range === null ? null : loadExcerpt(db, order, names, range)
}
