import { and, eq, isNull, ne } from 'drizzle-orm'
import type { complaintsCalls } from '../../../contract/operations/complaints.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { reviews } from '../../../db/tables/fulfilment.ts'
import { complaints as table } from '../../../db/tables/moderation.ts'
import { orders } from '../../../db/tables/orders.ts'
import { shops } from '../../../db/tables/shops.ts'
import { links } from '../../../domain/links.ts'
import {
  complaintActionLabels,
  complaintKindLabels,
  complaintTransitions,
  isComplaintInReview,
  type ComplaintAction,
  type ComplaintEvent,
} from '../../../domain/operations/complaints.ts'
import { sentence } from '../../../domain/sentence.ts'
import { nextState } from '../../../domain/transition.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Context, Handler } from '../../handler.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { demandTakeDown, listingTakeDown, shopCloseByOperator } from '../suspend-companies.ts'
import { assertNotConcerned, isTakenTooLong, isWaiting, loadComplaintCase, type Complaint } from './complaint-cases.ts'
import { findComplaintSubject, type ComplaintSubject } from './complaint-subjects.ts'

type OperatorContext = Context<'operator'>

/** An undecided complaint, locked. Throws notFound, ownCompany, complaintDecided. */
async function lockComplaint({ db, caller }: OperatorContext, complaintId: number): Promise<Complaint> {
  const [row] = await db.select().from(table).where(eq(table.id, complaintId)).for('update')
  if (row === undefined) throw new CallFailed('notFound')
  assertNotConcerned(row, caller)
  if (!isWaiting(row)) throw new CallFailed('complaintDecided')
  return row
}

/** Names the complaint and everybody concerned in the operator's action. */
const noteComplaint = ({ note }: OperatorContext, row: Complaint, what = ''): void =>
  note(`${complaintKindLabels[row.kind]}“${row.title}”${what === '' ? '' : `，${what}`}`, {
    kind: 'complaint',
    id: row.id,
    companyIds: [row.ownerCompanyId, row.reporterCompanyId],
  })

async function refuseTaken(db: Db, { takenBy }: Complaint): Promise<never> {
  const [taker] = await db
    .select({ name: users.loginName })
    .from(users)
    .where(eq(users.id, takenBy ?? 0))
  throw new CallFailed('complaintTaken', { name: taker?.name ?? '' })
}

/** Moves a locked complaint with its history row. Throws stepNotAllowed. */
async function moveComplaint(
  { db, caller }: OperatorContext,
  row: Complaint,
  step: { readonly event: ComplaintEvent; readonly actor?: 'system'; readonly reason?: string },
  set: Partial<typeof table.$inferInsert>,
): Promise<void> {
  const { event, actor = 'operator', reason = '' } = step
  const status = nextState(complaintTransitions, row.status, event, actor)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  await db
    .update(table)
    .set({ ...set, status })
    .where(eq(table.id, row.id))
  const moved = { event, fromStatus: row.status, toStatus: status, userId: caller.userId, reason }
  await recordSteps(db, [{ entity: 'complaint', entityId: row.id, ...moved }])
}

export const complaintTake: Handler<typeof complaintsCalls.complaintTake> = async ({ complaintId }, context) => {
  const { db, caller } = context
  const row = await lockComplaint(context, complaintId)
  if (isComplaintInReview(row.status)) {
    if (row.takenBy !== caller.userId) return refuseTaken(db, row)
  } else await moveComplaint(context, row, { event: 'take' }, { takenBy: caller.userId, takenAt: new Date() })
  noteComplaint(context, row)
  return loadComplaintCase(db, caller, complaintId)
}

/** A complaint that the caller has taken. Throws complaintNotTaken, complaintTaken. */
async function lockTaken(context: OperatorContext, complaintId: number, mayBeOld = false): Promise<Complaint> {
  const row = await lockComplaint(context, complaintId)
  if (!isComplaintInReview(row.status)) throw new CallFailed('complaintNotTaken')
  const isTheirs = row.takenBy !== context.caller.userId
  if (isTheirs && !(mayBeOld && isTakenTooLong(row))) return refuseTaken(context.db, row)
  return row
}

export const complaintRelease: Handler<typeof complaintsCalls.complaintRelease> = async ({ complaintId }, context) => {
  const { db, caller } = context
  const row = await lockTaken(context, complaintId, true)
  await moveComplaint(context, row, { event: 'release' }, { takenBy: null, takenAt: null })
  noteComplaint(context, row)
  return loadComplaintCase(db, caller, complaintId)
}

export const complaintReject: Handler<typeof complaintsCalls.complaintReject> = async (input, context) => {
  const { db, caller } = context
  const { complaintId, reason } = input
  const row = await lockTaken(context, complaintId)
  const decided = { decision: reason, decidedBy: caller.userId, decidedAt: new Date() }
  await moveComplaint(context, row, { event: 'reject', reason }, decided)
  await tellReporter(context, row, '不成立', reason)
  noteComplaint(context, row)
  return loadComplaintCase(db, caller, complaintId)
}

export const complaintUphold: Handler<typeof complaintsCalls.complaintUphold> = async (input, context) => {
  const { db, caller } = context
  const { complaintId, action, reason } = input
  const row = await lockTaken(context, complaintId)
  const subject = await findComplaintSubject(db, row.kind, row.subjectId)
  if (!(subject?.actions ?? ['warn']).includes(action)) throw new CallFailed('stepNotAllowed')
  if (subject === undefined) await warnOwner(context, row, undefined, reason)
  else await carryOut(context, row, subject, { action, reason })
  const decided = { action, decision: reason, decidedBy: caller.userId, decidedAt: new Date() }
  await moveComplaint(context, row, { event: 'uphold', reason }, decided)
  await tellReporter(context, row, `成立，平台已${outcomes[action]}`, reason)
  const others = await db
    .select()
    .from(table)
    .where(
      and(eq(table.kind, row.kind), eq(table.subjectId, row.subjectId), isNull(table.decidedAt), ne(table.id, row.id)),
    )
    .orderBy(table.id)
    .for('update')
  for (const other of others) {
    await moveComplaint(context, other, { event: 'uphold', actor: 'system', reason }, decided)
    await tellReporter(context, other, `成立，平台已${outcomes[action]}`, reason)
  }
  noteComplaint(context, row, complaintActionLabels[action])
  return loadComplaintCase(db, caller, complaintId)
}

const outcomes: Readonly<Record<ComplaintAction, string>> = {
  takeDown: '下架该内容',
  hideReview: '隐藏该评价',
  closeShop: '关闭该店铺',
  warn: '警告对方',
}

interface Decision {
  readonly action: ComplaintAction
  readonly reason: string
}

/** Carries the action out and tells the owner, who never learns who reported. What is down already stays so. */
async function carryOut(
  context: OperatorContext,
  row: Complaint,
  subject: ComplaintSubject,
  { action, reason }: Decision,
): Promise<void> {
  const { kind, subjectId } = row
  if (action === 'warn') return warnOwner(context, row, subject, reason)
  if (subject.isDown) return
  if (action === 'hideReview') return hideReview(context, row, subject, reason)
  if (action === 'closeShop') await shopCloseByOperator({ shopId: subjectId, reason }, context)
  else if (kind === 'demand') await demandTakeDown({ demandId: subjectId, event: 'suspend', reason }, context)
  else if (kind === 'service' || kind === 'product')
    await listingTakeDown({ kind, listingId: subjectId, event: 'suspend', reason }, context)
}

async function hideReview(
  context: OperatorContext,
  row: Complaint,
  subject: ComplaintSubject,
  reason: string,
): Promise<void> {
  const { db, after, pages } = context
  await db.update(reviews).set({ hiddenAt: new Date() }).where(eq(reviews.id, row.subjectId))
  const [shop] = await db
    .select({ id: shops.id })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .innerJoin(shops, eq(shops.companyId, orders.sellerCompanyId))
    .where(eq(reviews.id, row.subjectId))
  if (shop !== undefined) after(() => pages.invalidate([`shop:${shop.id}`]))
  await tellOwner(context, row, subject, {
    title: '您的一条评价已被平台隐藏',
    text: `“${row.title}”：${sentence(reason)}有异议的，请联系平台客服。`,
  })
}

const warnOwner = (
  context: OperatorContext,
  row: Complaint,
  subject: ComplaintSubject | undefined,
  reason: string,
): Promise<void> =>
  tellOwner(context, row, subject, {
    title: `平台警告：${complaintKindLabels[row.kind]}“${row.title}”不符合平台规则`,
    text: `${sentence(reason)}请及时改正，多次违规的将被下架或停用。有异议的，请联系平台客服。`,
  })

/** Tells the people of the owner's company who look after it, or the person who wrote it. */
async function tellOwner(
  context: OperatorContext,
  row: Complaint,
  subject: ComplaintSubject | undefined,
  news: { readonly title: string; readonly text: string },
): Promise<void> {
  const { db } = context
  const { ownerCompanyId, ownerUserId } = row
  const permission = subject?.permission ?? 'corporate_show'
  const recipients =
    ownerUserId !== null
      ? [ownerUserId]
      : ownerCompanyId === null
        ? []
        : ((await recipientsWithPermission(db, [ownerCompanyId], permission)).get(ownerCompanyId) ?? [])
  await notify(db, context, 'complaint.upheld', recipients, { ...news, path: subject?.ownerPath ?? links.contact() })
}

/** Tells the person who reported; cases of the word list have nobody to tell. */
async function tellReporter(context: OperatorContext, row: Complaint, result: string, reason: string): Promise<void> {
  const { db } = context
  if (row.reporterUserId === null) return
  const [company] =
    row.reporterCompanyId === null
      ? []
      : await db.select({ isSaler: companies.isSaler }).from(companies).where(eq(companies.id, row.reporterCompanyId))
  await notify(db, context, 'complaint.decided', [row.reporterUserId], {
    title: `您对${complaintKindLabels[row.kind]}“${row.title}”的举报${result}`,
    text: sentence(reason),
    path: company?.isSaler === true ? links.sellerComplaints() : links.buyerComplaints(),
  })
}
