import { and, asc, eq, gt, inArray, isNull, lte, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FollowUp, recordsCalls } from '../../../contract/demands/records.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { demands, followUps, offers } from '../../../db/tables/demands.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { publicDemandStatuses } from '../../../domain/demands/demand-states.ts'
import { type FollowUpEntity, nextAtError } from '../../../domain/demands/follow-ups.ts'
import { links } from '../../../domain/links.ts'
import type { Side } from '../../../domain/sides.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Context, Handler, Member } from '../../handler.ts'
import { createJobContext } from '../../platform/job-context.ts'
import { descending } from '../../platform/queries/descending.ts'

const publicStatuses = new Set<string>(publicDemandStatuses)

/**
 * Checks access to follow-up records: buyers for their own demands; suppliers for their own offers, public demands, and
 * demands with an own offer. Throws notFound or forbidden.
 */
async function assertCanFollow(db: Db, entity: FollowUpEntity, entityId: number, caller: Member): Promise<void> {
  if (entity === 'offer') {
    if ((await findOwnOffer(db, caller.companyId, eq(offers.id, entityId))) === undefined)
      throw new CallFailed('notFound')
    return assertPermission(caller, 'my_supply')
  }
  const [demand] = await db
    .select({ companyId: demands.companyId, status: demands.status })
    .from(demands)
    .where(and(eq(demands.id, entityId), isNull(demands.deletedAt)))
  if (demand?.companyId === caller.companyId) return assertPermission(caller, 'my_requirement')
  const isSeen =
    demand !== undefined &&
    (publicStatuses.has(demand.status) ||
      (await findOwnOffer(db, caller.companyId, eq(offers.demandId, entityId))) !== undefined)
  if (!isSeen) throw new CallFailed('notFound')
  assertPermission(caller, 'my_supply')
}

function assertPermission({ permissions }: Member, permission: Permission): void {
  if (!permissions.has(permission)) throw new CallFailed('forbidden')
}

async function findOwnOffer(db: Db, companyId: number, which: ReturnType<typeof eq>) {
  const [offer] = await db
    .select({ id: offers.id })
    .from(offers)
    .where(and(which, eq(offers.companyId, companyId)))
    .limit(1)
  return offer
}

/** Follow-up records of the caller's company, by any of its members. */
export const records: Handler<typeof recordsCalls.records> = async (input, { caller, db }) => {
  const { entity, entityId, current, pageSize } = input
  await assertCanFollow(db, entity, entityId, caller)
  const own = and(
    eq(followUps.companyId, caller.companyId),
    eq(followUps.entity, entity),
    eq(followUps.entityId, entityId),
  )
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(followUps)
    .where(own)
  const rows = await db
    .select({ row: followUps, realName: users.realName, loginName: users.loginName })
    .from(followUps)
    .innerJoin(users, eq(users.id, followUps.userId))
    .where(own)
    .orderBy(descending(followUps.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { total: counted?.total ?? 0, data: rows.map((each) => presentFollowUp(each.row, each)) }
}

export const recordSave: Handler<typeof recordsCalls.recordSave> = async (input, { caller, db, note }) => {
  const { entity, entityId, text } = input
  const nextAt = input.nextAt === null ? null : new Date(input.nextAt)
  const fault = nextAtError(nextAt, new Date())
  if (fault !== null) throw fieldFailed({ field: 'nextAt', message: fault })
  return db.transaction(async (tx) => {
    await assertCanFollow(tx, entity, entityId, caller)
    const { companyId, userId } = caller
    const [row] = await tx.insert(followUps).values({ companyId, userId, entity, entityId, text, nextAt }).returning()
    if (row === undefined) throw new Error('A record was not written')
    note(`${entity === 'demand' ? '需求' : '报价'} ${entityId}`)
    return presentFollowUp(row, caller)
  })
}

const presentFollowUp = (
  row: typeof followUps.$inferSelect,
  person: { realName: string; loginName: string },
): FollowUp => ({
  recordId: row.id,
  entity: row.entity,
  entityId: row.entityId,
  text: row.text,
  nextAt: row.nextAt?.toISOString() ?? null,
  reminded: row.remindedAt !== null,
  personName: personName(person),
  createdAt: row.createdAt.toISOString(),
})

/** Subject of a follow-up record, for display to its company. */
interface FollowUpSubject {
  readonly title: string
  /** Site-relative path of its page. */
  readonly path: string
  readonly side: Side
}

interface SubjectKey {
  readonly companyId: number
  readonly entity: FollowUpEntity
  readonly entityId: number
}

const keyOf = ({ entity, entityId, companyId }: SubjectKey) => `${entity} ${entityId} ${companyId}`

/** Loads titles and paths of the subjects of records in two queries; deleted subjects are undefined. */
async function loadSubjects(
  db: Db,
  records: readonly SubjectKey[],
): Promise<(record: SubjectKey) => FollowUpSubject | undefined> {
  const idsOf = (entity: FollowUpEntity) => [
    ...new Set(records.filter((record) => record.entity === entity).map(({ entityId }) => entityId)),
  ]
  const [demandIds, offerIds] = [idsOf('demand'), idsOf('offer')]
  const notDeleted = isNull(demands.deletedAt)
  const [aboutDemands, aboutOffers] = await Promise.all([
    demandIds.length === 0
      ? []
      : db
          .select({ id: demands.id, title: demands.title, companyId: demands.companyId })
          .from(demands)
          .where(and(inArray(demands.id, demandIds), notDeleted)),
    offerIds.length === 0
      ? []
      : db
          .select({ id: offers.id, title: demands.title })
          .from(offers)
          .innerJoin(demands, eq(demands.id, offers.demandId))
          .where(inArray(offers.id, offerIds)),
  ])
  const demandOf = new Map(aboutDemands.map((row) => [row.id, row]))
  const titleOf = new Map(aboutOffers.map(({ id, title }) => [id, title]))
  const found = new Map<string, FollowUpSubject>()
  for (const record of records) {
    const { entity, entityId, companyId } = record
    const demand = entity === 'demand' ? demandOf.get(entityId) : undefined
    const title = entity === 'demand' ? demand?.title : titleOf.get(entityId)
    if (title === undefined) continue
    const isBuyer = demand?.companyId === companyId
    const path = isBuyer
      ? links.buyerDemand(entityId)
      : entity === 'demand'
        ? links.demandDetail(entityId)
        : links.sellerOffer(entityId)
    found.set(keyOf(record), { title, path, side: isBuyer ? 'buyer' : 'seller' })
  }
  return (record) => found.get(keyOf(record))
}

/** Limit of the dashboard's list. */
const maxDueFollowUps = 10
const newer = alias(followUps, 'newer')

/** Follow-ups of a company due until tomorrow, not older than 30 days; the latest record per subject. */
export async function dueFollowUps(db: Db, companyId: number) {
  const isLatest = notExists(
    db
      .select({ id: newer.id })
      .from(newer)
      .where(
        and(
          eq(newer.companyId, followUps.companyId),
          eq(newer.entity, followUps.entity),
          eq(newer.entityId, followUps.entityId),
          gt(newer.id, followUps.id),
        ),
      ),
  )
  const rows = await db
    .select({
      companyId: followUps.companyId,
      entity: followUps.entity,
      entityId: followUps.entityId,
      nextAt: followUps.nextAt,
    })
    .from(followUps)
    .where(
      and(
        eq(followUps.companyId, companyId),
        lte(followUps.nextAt, sql`now() + interval '1 day'`),
        gt(followUps.nextAt, sql`now() - interval '30 days'`),
        isLatest,
      ),
    )
    .orderBy(asc(followUps.nextAt))
    .limit(maxDueFollowUps)
  const subjectOf = await loadSubjects(db, rows)
  return rows.flatMap((row) => {
    const subject = subjectOf(row)
    return subject === undefined || row.nextAt === null ? [] : [{ ...subject, nextAt: row.nextAt }]
  })
}

/** Records per transaction; the rest is handled by the next run. */
const reminderBatch = 500

/**
 * Reminds people of their due follow-ups, each once: records are selected and marked in one statement, so concurrent
 * runs do not remind twice. Former members of the company are skipped.
 */
export async function remindFollowUps(db: Db, { push }: Pick<Context, 'push'>): Promise<void> {
  const { context, notifyAll } = createJobContext(push)
  await db.transaction(async (tx) => {
    for (const [userId, due] of await markDue(tx)) {
      const [first] = due
      if (first === undefined) continue
      const one = due.length === 1
      await notify(tx, context, 'record.due', [userId], {
        title: one ? `跟进提醒：“${first.title}”` : `有 ${due.length} 条跟进到时间了`,
        text: one
          ? first.text
          : due
              .map(({ title }) => `“${title}”`)
              .join('、')
              .slice(0, 500),
        path: one ? first.path : first.side === 'buyer' ? links.buyerDashboard() : links.sellerDashboard(),
      })
    }
  })
  await notifyAll()
}

type DueReminder = FollowUpSubject & { readonly text: string }

/** Due records, marked as reminded, by author who is still a member of the company. */
async function markDue(tx: Db): Promise<ReadonlyMap<number, DueReminder[]>> {
  const ready = tx
    .select({ id: followUps.id })
    .from(followUps)
    .where(and(isNull(followUps.remindedAt), lte(followUps.nextAt, sql`now()`)))
    .orderBy(asc(followUps.nextAt))
    .limit(reminderBatch)
    .for('update', { skipLocked: true })
  const taken = await tx
    .update(followUps)
    .set({ remindedAt: sql`now()` })
    .where(inArray(followUps.id, ready))
    .returning()
  if (taken.length === 0) return new Map()
  const here = await tx
    .select({ id: users.id, companyId: users.companyId })
    .from(users)
    .where(and(inArray(users.id, [...new Set(taken.map(({ userId }) => userId))]), eq(users.locked, false)))
  const companyOf = new Map(here.map(({ id, companyId }) => [id, companyId]))
  const followed = await loadSubjects(tx, taken)
  const due = new Map<number, DueReminder[]>()
  for (const record of taken.toSorted((a, b) => a.id - b.id)) {
    const about = followed(record)
    if (about === undefined || companyOf.get(record.userId) !== record.companyId) continue
    due.set(record.userId, [...(due.get(record.userId) ?? []), { ...about, text: record.text }])
  }
  return due
}
