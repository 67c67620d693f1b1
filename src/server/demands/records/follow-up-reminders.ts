import { and, asc, eq, gt, inArray, isNull, lte, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { demands, followUps, offers } from '../../../db/tables/demands.ts'
import type { FollowUpEntity } from '../../../domain/demands/follow-ups.ts'
import { links } from '../../../domain/links.ts'
import { users } from '../../../db/tables/accounts.ts'
import type { Context } from '../../handler.ts'
import { createJobContext } from '../../platform/job-context.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Side } from '../../../domain/sides.ts'

/** Subject of a follow-up record, for display to its company. */
export interface FollowUpSubject {
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
export async function loadSubjects(
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
        title: one ? `跟进提醒：「${first.title}」` : `有 ${due.length} 条跟进到时间了`,
        text: one
          ? first.text
          : due
              .map(({ title }) => `「${title}」`)
              .join('、')
              .slice(0, 500),
        path: one ? first.path : first.side === 'buyer' ? links.buyerDesk() : links.sellerDesk(),
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
