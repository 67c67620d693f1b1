import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { followUps } from '../../../db/tables/demands.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'
import { newsOfJob } from '../../jobs/news-of-job.ts'
import { followedBy, type Followed } from './followed.ts'

/** Taken in one transaction; what is left comes with the next run. */
const batch = 500

/**
 * Reminds people of what they wanted to go on with, each once: the same statement that takes a record marks it, so
 * that two runs at once never tell the same. Who left the company is told nothing of it.
 */
export async function remindFollowUps(db: Db, { push }: Pick<Context, 'push'>): Promise<void> {
  const { news, tellAll } = newsOfJob(push)
  await db.transaction(async (tx) => {
    for (const [userId, due] of await takeDue(tx)) {
      const [first] = due
      if (first === undefined) continue
      const one = due.length === 1
      await notify(tx, news, 'record.due', [userId], {
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
  await tellAll()
}

type Due = Followed & { readonly text: string }

/** What is due, marked as told, by the person who wrote it and still is of the company. */
async function takeDue(tx: Db): Promise<ReadonlyMap<number, Due[]>> {
  const ready = tx
    .select({ id: followUps.id })
    .from(followUps)
    .where(and(isNull(followUps.remindedAt), lte(followUps.nextAt, sql`now()`)))
    .orderBy(asc(followUps.nextAt))
    .limit(batch)
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
  const followed = await followedBy(tx, taken)
  const due = new Map<number, Due[]>()
  for (const record of taken.toSorted((a, b) => a.id - b.id)) {
    const about = followed(record)
    if (about === undefined || companyOf.get(record.userId) !== record.companyId) continue
    due.set(record.userId, [...(due.get(record.userId) ?? []), { ...about, text: record.text }])
  }
  return due
}
