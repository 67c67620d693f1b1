import { createHash } from 'node:crypto'
import { and, eq, max } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { ChangeOrders, changeOrdersCalls } from '../../../contract/orders/change-orders.ts'
import type { Db } from '../../../db/open.ts'
import { changeOrders } from '../../../db/tables/change-orders.ts'
import { orders } from '../../../db/tables/orders.ts'
import type { SignMethod } from '../../../domain/accounts/session.ts'
import { yuan } from '../../../domain/money.ts'
import { changeActorOf, changeOrderName, changeOrderTransitions } from '../../../domain/orders/change-order-states.ts'
import {
  changeHashText,
  planChange,
  proposalOf,
  type ChangePlan,
  type ChangeProposal,
  type OrderTerms,
} from '../../../domain/orders/change-terms.ts'
import { dealSideLabels, type DealValue } from '../../../domain/orders/deal-record.ts'
import type { FrozenProposal, FrozenSignature } from '../../../domain/orders/requisitions/frozen-request.ts'
import { sentence } from '../../../domain/sentence.ts'
import { otherSide, type Side } from '../../../domain/sides.ts'
import { dateTime, today } from '../../../domain/time.ts'
import { nextState } from '../../../domain/transition.ts'
import { assertReauthenticated } from '../../accounts/profile/reauthenticate.ts'
import type { Context, Handler } from '../../handler.ts'
import { actorOf, type Actor } from '../../platform/history/record-steps.ts'
import { settleBudget } from '../budgets/book-budget.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import { lockOrder, type Order } from '../lock-order.ts'
import { notifyOrderSide } from '../notify-order.ts'
import { sideCompanyId } from '../present-order.ts'
import { applyChange } from './apply-change.ts'
import { loadChangeBase, type LoadedBase } from './change-base.ts'
import { changeEntry, findOpenChange, moveChange, termRowFacts, type ChangeRow } from './close-change.ts'
import { gateChange, proposalAsked, signatureAsked } from './change-approval.ts'
import { presentChanges } from './present-changes.ts'

type SideContext = Context<'company'> | Context<'seller'>

async function listChanges(side: Side, orderId: number, { caller, db }: SideContext): Promise<ChangeOrders> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(sideCompanyId(side), caller.companyId)))
  if (order === undefined) throw new CallFailed('notFound')
  return presentChanges(db, order, side)
}

export const buyerChangeOrders: Handler<typeof changeOrdersCalls.buyerChangeOrders> = ({ orderId }, context) =>
  listChanges('buyer', orderId, context)
export const sellerChangeOrders: Handler<typeof changeOrdersCalls.sellerChangeOrders> = ({ orderId }, context) =>
  listChanges('seller', orderId, context)

/** Gives back what a change order of the buyer holds that ends without effect. */
const changeReleased = ({ id }: Pick<ChangeRow, 'id'>, userId: number | null) =>
  ({ source: 'change', sourceId: id, event: 'release', userId }) as const

type ProposeInput = Parameters<typeof buyerChangePropose>[0]

/** The plan of a change on the order as it is; throws its refusal by name. */
function planOrThrow(base: LoadedBase, proposal: ChangeProposal): ChangePlan {
  const plan = planChange(base, proposal, today())
  if (!plan.ok) throw new CallFailed(plan.refusal, plan.row === undefined ? undefined : { row: plan.row })
  return plan
}

/** Columns of a side's signature. */
const signatureOf = (
  side: Side,
  userId: number,
  method: SignMethod,
  at: Date,
): Partial<typeof changeOrders.$inferInsert> =>
  side === 'buyer'
    ? { buyerUserId: userId, buyerMethod: method, buyerSignedAt: at }
    : { sellerUserId: userId, sellerMethod: method, sellerSignedAt: at }

type Hashed = Pick<
  ChangeRow,
  'number' | 'baseVersion' | 'side' | 'reason' | 'scope' | 'termsBefore' | 'termsAfter' | 'expiresAt'
>

/** Fingerprint of a change order: SHA-256 of its canonical text, hex. */
export const fingerprintOf = ({ orderNo }: Pick<Order, 'orderNo'>, change: Hashed): string => {
  const { number, baseVersion, side, reason, scope, termsBefore: before, termsAfter: after } = change
  const expiresAt = change.expiresAt.toISOString()
  const text = changeHashText({ orderNo, number, baseVersion, side, reason, scope, before, after, expiresAt })
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Runs in the transaction of its idempotency key: whoever proposes first has the open change order. */
async function propose(side: Side, input: ProposeInput, context: SideContext): Promise<ChangeOrders> {
  const { caller, db } = context
  const method = await assertReauthenticated(db, caller)
  const prepared = await prepareProposal(side, input, context)
  if (side === 'buyer') await gateChange(context, prepared, proposalAsked(input, method))
  await writeProposal({ side, input, method, ...prepared }, context)
  return presentChanges(db, prepared.order, side)
}

/** Proposes an approved change order for its requester; throws the failures of buyerChangePropose. */
export async function proposeApproved(
  frozen: FrozenProposal,
  context: Context<'company'>,
  requisitionId: number,
): Promise<Order> {
  const prepared = await prepareProposal('buyer', frozen, context)
  await writeProposal({ side: 'buyer', input: frozen, method: frozen.method, requisitionId, ...prepared }, context)
  return prepared.order
}

type ProposedTerms = Omit<FrozenProposal, 'action' | 'kind' | 'method'>
interface PreparedProposal {
  readonly order: Order
  readonly plan: ChangePlan
  readonly now: Date
}

/** Locks the order and plans the change; throws its refusal by name. */
async function prepareProposal(
  side: Side,
  { orderId, baseVersion, scope, promisedOn, total, rows }: ProposedTerms,
  context: SideContext,
): Promise<PreparedProposal> {
  const { caller, db } = context
  const order = await lockOrder(db, side, caller.companyId, orderId)
  const now = new Date()
  await assertNoneOpen(db, context, order, now)
  const base = await loadChangeBase(db, order)
  return { order, now, plan: planOrThrow(base, { baseVersion, scope, promisedOn, total, rows }) }
}

interface SignedProposal extends PreparedProposal {
  readonly side: Side
  readonly input: ProposedTerms
  readonly method: SignMethod
  /** The approved requisition. */
  readonly requisitionId?: number
}

async function writeProposal(
  { side, input, method, requisitionId, order, plan, now }: SignedProposal,
  context: SideContext,
): Promise<void> {
  const { caller, db, note } = context
  const { baseVersion, scope, reason } = input
  const [last] = await db
    .select({ number: max(changeOrders.number) })
    .from(changeOrders)
    .where(eq(changeOrders.orderId, order.id))
  const { before: termsBefore, after: termsAfter } = plan
  const expiresAt = new Date(now.getTime() + input.expiresInDays * 86_400_000)
  const number = (last?.number ?? 0) + 1
  const proposed = { number, baseVersion, side, reason, scope, termsBefore, termsAfter, expiresAt }
  const fingerprint = fingerprintOf(order, proposed)
  const own = { orderId: order.id, userId: caller.userId, fingerprint }
  const [change] = await db
    .insert(changeOrders)
    .values({ ...proposed, ...own, ...signatureOf(side, caller.userId, method, now) })
    .returning({ id: changeOrders.id })
  if (change === undefined) throw new Error('No change order')
  const facts = { ...proposalFacts(plan), version: baseVersion, scope, method, expiresAt: expiresAt.toISOString() }
  const by = actorOf(caller)
  await recordDeal(db, [changeEntry(order, { number, fingerprint }, { event: 'proposeChange', by, reason, facts })])
  await notifyOrderSide(db, context, order, otherSide(side), {
    title: `${dealSideLabels[side]}对订单 ${order.orderNo} 提出${changeOrderName(number)}，请签署或拒绝`,
    text: `${totalText(plan)}原因：${sentence(reason)}请在 ${dateTime(expiresAt.toISOString())} 前答复。`,
  })
  const booking = { source: 'change', sourceId: change.id, event: 'hold', userId: caller.userId } as const
  if (side === 'buyer') await settleBudget(db, context, order, booking, { requisitionId })
  note(`${order.orderNo}，${changeOrderName(number)}`)
}

const totalText = ({ before, after }: Pick<ChangePlan, 'before' | 'after'>) =>
  before.total === after.total ? '总额不变。' : `总额由 ¥${yuan(before.total)} 变为 ¥${yuan(after.total)}。`

const termFacts = ({ total, promisedOn, rows }: OrderTerms): DealValue => ({
  total,
  promisedOn,
  rows: rows.map(termRowFacts),
})
const proposalFacts = ({ before, after, refund }: ChangePlan) => ({
  total: after.total,
  refund,
  before: termFacts(before),
  after: termFacts(after),
})

/** Throws changeOpen while another change order can be signed; one whose time is over ends here. */
async function assertNoneOpen(tx: Db, context: SideContext, order: Order, now: Date): Promise<void> {
  const open = await findOpenChange(tx, order.id)
  if (open === undefined) return
  if (open.expiresAt > now) throw new CallFailed('changeOpen', { changeId: open.id })
  await moveChange(tx, order, open, { event: 'expire', actor: 'system', by: null })
  await settleBudget(tx, context, order, changeReleased(open, null))
}

export const buyerChangePropose: Handler<typeof changeOrdersCalls.buyerChangePropose> = (input, context) =>
  propose('buyer', input, context)
export const sellerChangePropose: Handler<typeof changeOrdersCalls.sellerChangePropose> = (input, context) =>
  propose('seller', input, context)

/** Locks the order of a change order for a side; throws notFound for those of other companies. */
async function lockChange(
  tx: Db,
  side: Side,
  companyId: number,
  changeId: number,
): Promise<{ order: Order; change: ChangeRow }> {
  const [found] = await tx
    .select({ orderId: changeOrders.orderId })
    .from(changeOrders)
    .where(eq(changeOrders.id, changeId))
  if (found === undefined) throw new CallFailed('notFound')
  const order = await lockOrder(tx, side, companyId, found.orderId)
  const [change] = await tx.select().from(changeOrders).where(eq(changeOrders.id, changeId))
  if (change === undefined) throw new CallFailed('notFound')
  return { order, change }
}

interface SignInput {
  readonly changeId: number
  readonly fingerprint: string
}

/** Runs in the transaction of its idempotency key: signature and application are one. */
async function sign(side: Side, input: SignInput, context: SideContext): Promise<ChangeOrders> {
  const { caller, db } = context
  const method = await assertReauthenticated(db, caller)
  const prepared = await prepareSignature(side, input, context)
  if (side === 'buyer') await gateChange(context, prepared, signatureAsked(input, prepared.change, method))
  return presentChanges(db, await writeSignature({ side, method, ...prepared }, context), side)
}

/** Signs a change order of the supplier for the requester of an approved one; throws the failures of buyerChangeSign. */
export async function signApproved(
  frozen: FrozenSignature,
  context: Context<'company'>,
  requisitionId: number,
): Promise<Order> {
  const prepared = await prepareSignature('buyer', frozen, context)
  return writeSignature({ side: 'buyer', method: frozen.method, requisitionId, ...prepared }, context)
}

interface PreparedSignature extends PreparedProposal {
  readonly change: ChangeRow
  readonly base: LoadedBase
}

/** Locks order and change order and plans the change as the order is now; throws what prevents the signature. */
async function prepareSignature(
  side: Side,
  { changeId, fingerprint }: SignInput,
  { caller, db }: SideContext,
): Promise<PreparedSignature> {
  const { order, change } = await lockChange(db, side, caller.companyId, changeId)
  if (nextState(changeOrderTransitions, change.status, 'sign', changeActorOf(change.side, side)) === undefined)
    throw new CallFailed('stepNotAllowed')
  const now = new Date()
  if (change.expiresAt <= now) throw new CallFailed('changeExpired')
  if (fingerprint !== change.fingerprint || fingerprintOf(order, change) !== change.fingerprint)
    throw new CallFailed('changeFingerprint')
  const base = await loadChangeBase(db, order)
  const { termsBefore: before, termsAfter: after, scope, baseVersion } = change
  const plan = planOrThrow(base, proposalOf({ before, after, scope, baseVersion }, base))
  return { order, change, base, plan, now }
}

async function writeSignature(
  {
    side,
    method,
    requisitionId,
    order,
    change,
    base,
    plan,
    now,
  }: PreparedSignature & Pick<SignedProposal, 'side' | 'method' | 'requisitionId'>,
  context: SideContext,
): Promise<Order> {
  const { caller, db, note } = context
  const by: Actor = actorOf(caller)
  const set = signatureOf(side, caller.userId, method, now)
  const actor = changeActorOf(change.side, side)
  const signed = await moveChange(db, order, change, { event: 'sign', actor, by, set })
  const applied = await applyChange(db, context, order, { change: signed, plan, base, by })
  const name = changeOrderName(change.number)
  const refund = plan.refund === 0 ? '' : `取消的里程碑已付 ¥${yuan(plan.refund)}，将退回买家。`
  const notice = {
    title: `订单 ${order.orderNo} 的${name}已由双方签署，立即生效`,
    text: `${totalText(plan)}${refund}可在订单页下载补充协议。`,
  }
  await notifyOrderSide(db, context, applied, 'buyer', notice)
  await notifyOrderSide(db, context, applied, 'seller', notice)
  const userId = side === 'buyer' ? caller.userId : null
  const booking = { source: 'change', sourceId: change.id, event: 'apply', userId } as const
  await settleBudget(db, context, applied, booking, { added: plan.after.total - plan.before.total, requisitionId })
  note(`${order.orderNo}，${name}`)
  return applied
}

export const buyerChangeSign: Handler<typeof changeOrdersCalls.buyerChangeSign> = (input, context) =>
  sign('buyer', input, context)
export const sellerChangeSign: Handler<typeof changeOrdersCalls.sellerChangeSign> = (input, context) =>
  sign('seller', input, context)

async function answer(
  side: Side,
  { changeId, reason }: { readonly changeId: number; readonly reason: string },
  action: 'decline' | 'withdraw',
  context: SideContext,
): Promise<ChangeOrders> {
  const { caller, db, note } = context
  return db.transaction(async (tx) => {
    const { order, change } = await lockChange(tx, side, caller.companyId, changeId)
    const actor = changeActorOf(change.side, side)
    await moveChange(tx, order, change, { event: action, actor, by: actorOf(caller), reason, set: { answer: reason } })
    const name = changeOrderName(change.number)
    await notifyOrderSide(tx, context, order, otherSide(side), {
      title: `${dealSideLabels[side]}${action === 'decline' ? '拒绝' : '撤回'}了订单 ${order.orderNo} 的${name}`,
      text: `${reason === '' ? '' : `原因：${sentence(reason)}`}订单按原约定继续。`,
    })
    await settleBudget(tx, context, order, changeReleased(change, side === 'buyer' ? caller.userId : null))
    note(`${order.orderNo}，${name}`)
    return presentChanges(tx, order, side)
  })
}

export const buyerChangeDecline: Handler<typeof changeOrdersCalls.buyerChangeDecline> = (input, context) =>
  answer('buyer', input, 'decline', context)
export const sellerChangeDecline: Handler<typeof changeOrdersCalls.sellerChangeDecline> = (input, context) =>
  answer('seller', input, 'decline', context)
export const buyerChangeWithdraw: Handler<typeof changeOrdersCalls.buyerChangeWithdraw> = ({ changeId }, context) =>
  answer('buyer', { changeId, reason: '' }, 'withdraw', context)
export const sellerChangeWithdraw: Handler<typeof changeOrdersCalls.sellerChangeWithdraw> = ({ changeId }, context) =>
  answer('seller', { changeId, reason: '' }, 'withdraw', context)
