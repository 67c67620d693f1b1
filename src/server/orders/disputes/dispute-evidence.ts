import { and, count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { disputesCalls, OwnDisputes } from '../../../contract/orders/disputes.ts'
import type { Db } from '../../../db/open.ts'
import { disputeEvidence, disputeReleases, disputes } from '../../../db/tables/disputes.ts'
import { orders } from '../../../db/tables/orders.ts'
import { dealFile } from '../../../domain/orders/deal-record.ts'
import { endOfDay, startOfDay } from '../../../domain/orders/deadlines.ts'
import { maxEvidencePieces, sharedRange, takesEvidence } from '../../../domain/orders/disputes.ts'
import { otherSide, type Side } from '../../../domain/sides.ts'
import type { Context, Handler } from '../../handler.ts'
import { ownFiles } from '../../platform/files/files.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import { lockOrder, type Order } from '../lock-order.ts'
import { notifyOrderSide } from '../notify-order.ts'
import { sideCompanyId } from '../present-order.ts'
import {
  loadOwnDisputes,
  loadReleases,
  mayReleaseConversation,
  releaseOf,
  type DisputeRecord,
} from './load-disputes.ts'

type SideContext = Context<'company'> | Context<'seller'>

export const buyerDisputes: Handler<typeof disputesCalls.buyerDisputes> = ({ orderId }, context) =>
  readOwnDisputes('buyer', orderId, context)

export const sellerDisputes: Handler<typeof disputesCalls.sellerDisputes> = ({ orderId }, context) =>
  readOwnDisputes('seller', orderId, context)

async function readOwnDisputes(side: Side, orderId: number, { caller, db }: SideContext): Promise<OwnDisputes> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(sideCompanyId(side), caller.companyId)))
  if (order === undefined) throw new CallFailed('notFound')
  return loadOwnDisputes(db, side, order, caller)
}

/** Locks the order of a dispute for a company on one side; throws notFound for others. */
async function lockOwnDispute(
  tx: Db,
  side: Side,
  companyId: number,
  disputeId: number,
): Promise<{ order: Order; dispute: DisputeRecord }> {
  const [found] = await tx.select({ orderId: disputes.orderId }).from(disputes).where(eq(disputes.id, disputeId))
  if (found === undefined) throw new CallFailed('notFound')
  const order = await lockOrder(tx, side, companyId, found.orderId)
  const [dispute] = await tx.select().from(disputes).where(eq(disputes.id, disputeId))
  if (dispute === undefined) throw new CallFailed('notFound')
  return { order, dispute }
}

type EvidenceInput = z.output<typeof disputesCalls.buyerEvidenceSave.input>

export const buyerEvidenceSave: Handler<typeof disputesCalls.buyerEvidenceSave> = (input, context) =>
  addEvidence('buyer', input, context)

export const sellerEvidenceSave: Handler<typeof disputesCalls.sellerEvidenceSave> = (input, context) =>
  addEvidence('seller', input, context)

/** Adds evidence of one side and tells the other. The order lock makes limit and end of the time exact. */
async function addEvidence(side: Side, input: EvidenceInput, context: SideContext): Promise<OwnDisputes> {
  const { caller, db, note } = context
  const { disputeId, text } = input
  const { order, own } = await db.transaction(async (tx) => {
    const locked = await lockOwnDispute(tx, side, caller.companyId, disputeId)
    if (!takesEvidence(locked.dispute, new Date())) throw new CallFailed('evidenceClosed')
    const fileIds = [...new Set(input.fileIds)]
    const ownUploads = await ownFiles(tx, fileIds, caller, 'attachment')
    if (ownUploads.size < fileIds.length) throw new CallFailed('notFound')
    const [{ pieces } = { pieces: 0 }] = await tx
      .select({ pieces: count() })
      .from(disputeEvidence)
      .where(and(eq(disputeEvidence.disputeId, disputeId), eq(disputeEvidence.side, side)))
    if (pieces >= maxEvidencePieces) throw new CallFailed('evidenceFull')
    const by = { companyId: caller.companyId, userId: caller.userId }
    await tx.insert(disputeEvidence).values({ disputeId, side, text, fileIds, ...by })
    const facts = { disputeId, text, files: fileIds.flatMap((id) => ownUploads.get(id) ?? []).map(dealFile) }
    await recordDeal(tx, [{ orderId: locked.order.id, kind: 'evidence', event: 'add', side, by, facts }])
    await notifyOrderSide(tx, context, locked.order, otherSide(side), {
      title: `订单 ${locked.order.orderNo} 的争议有新的证据`,
      text: `${side === 'buyer' ? '买家' : '供应商'}补充了证据，可在订单中查看并回应。`,
    })
    return { order: locked.order, own: await loadOwnDisputes(tx, side, locked.order, caller) }
  })
  note(order.orderNo)
  return own
}

type ReleaseInput = z.output<typeof disputesCalls.buyerDisputeRelease.input>

export const buyerDisputeRelease: Handler<typeof disputesCalls.buyerDisputeRelease> = (input, context) =>
  releaseConversation('buyer', input, context)

export const sellerDisputeRelease: Handler<typeof disputesCalls.sellerDisputeRelease> = (input, context) =>
  releaseConversation('seller', input, context)

/**
 * Releases a range of the conversation, up to now: what is written later stays closed. It can be replaced until both
 * sides' ranges meet; then the platform may have read it.
 */
async function releaseConversation(side: Side, input: ReleaseInput, context: SideContext): Promise<OwnDisputes> {
  const { caller, db, note } = context
  const { disputeId } = input
  const now = new Date()
  const [from, end] = [startOfDay(input.from), endOfDay(input.until)]
  if (from > end) throw fieldFailed({ field: 'until', message: '结束日期不能早于开始日期' })
  if (from > now) throw fieldFailed({ field: 'from', message: '开始日期不能晚于今天' })
  const until = end < now ? end : now
  const { order, own } = await db.transaction(async (tx) => {
    const locked = await lockOwnDispute(tx, side, caller.companyId, disputeId)
    if (locked.dispute.outcome !== null) throw new CallFailed('disputeRuled')
    if (!mayReleaseConversation(side, locked.order, caller)) throw new CallFailed('stepNotAllowed')
    const releases = await loadReleases(tx, [disputeId])
    const theirs = releaseOf(releases, disputeId, otherSide(side))
    if (sharedRange(releaseOf(releases, disputeId, side), theirs) !== null) throw new CallFailed('stepNotAllowed')
    const set = { userId: caller.userId, from, until, createdAt: now }
    await tx
      .insert(disputeReleases)
      .values({ disputeId, side, ...set })
      .onConflictDoUpdate({ target: [disputeReleases.disputeId, disputeReleases.side], set })
    const by = { companyId: caller.companyId, userId: caller.userId }
    const facts = { disputeId, since: from.toISOString(), until: until.toISOString() }
    await recordDeal(tx, [{ orderId: locked.order.id, kind: 'evidence', event: 'release', side, by, facts }])
    if (theirs === undefined)
      await notifyOrderSide(tx, context, locked.order, otherSide(side), {
        title: `订单 ${locked.order.orderNo} 的对方公开了沟通记录`,
        text: '您也公开同一段时间的记录后，平台才能看到双方都公开的部分。',
      })
    return { order: locked.order, own: await loadOwnDisputes(tx, side, locked.order, caller) }
  })
  note(order.orderNo)
  return own
}
