import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { letters } from '../../../db/tables/letters.ts'
import { platformGroups } from '../../../domain/chat/letters.ts'
import type { Push } from '../../push/push.ts'
import { newsOfJob } from '../../jobs/news-of-job.ts'
import { inGroup } from './audience.ts'
import { handOut } from './write-letter.ts'

/** People in one transaction. */
const batch = 1_000

/**
 * Hands out letters to groups, a thousand people at a time, in the order of their ids. Safe to run twice and in
 * several processes, and to be killed: how far it has come is written by the transaction that hands out.
 */
export async function deliverLetters(db: Db, { push }: { readonly push: Push }): Promise<void> {
  while (await deliverSome(db, push)) await setImmediate()
}

async function deliverSome(db: Db, push: Push): Promise<boolean> {
  const { news, tellAll } = newsOfJob(push)
  const done = await db.transaction(async (tx) => {
    const [letter] = await tx
      .select()
      .from(letters)
      .where(isNull(letters.deliveredAt))
      .orderBy(asc(letters.id))
      .limit(1)
      .for('update', { skipLocked: true })
    if (letter === undefined) return false
    const people = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(gt(users.id, letter.afterUserId), inGroup(tx, letter)))
      .orderBy(asc(users.id))
      .limit(batch)
    const ids = people.map(({ id }) => id)
    await handOut(tx, news, ids, { ...letter, mailed: !platformGroups.includes(letter.audience) })
    await tx
      .update(letters)
      .set({
        afterUserId: ids.at(-1) ?? letter.afterUserId,
        recipientCount: sql`${letters.recipientCount} + ${ids.length}`,
        ...(ids.length < batch ? { deliveredAt: new Date() } : {}),
      })
      .where(eq(letters.id, letter.id))
    return true
  })
  await tellAll()
  return done
}
