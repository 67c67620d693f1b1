import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { letters } from '../../../db/tables/letters.ts'
import { platformGroups } from '../../../domain/chat/letters.ts'
import type { Push } from '../../push/push.ts'
import { createJobContext } from '../../platform/job-context.ts'
import { recipientCondition } from './audience.ts'
import { deliverLetter } from './write-letter.ts'

/** Users per transaction. */
const batchSize = 1_000

/**
 * Delivers letters to groups in batches of 1,000 users, ordered by id. Safe to run concurrently and to be killed: the
 * progress is saved in the same transaction.
 */
export async function deliverLetters(db: Db, { push }: { readonly push: Push }): Promise<void> {
  while (await deliverBatch(db, push)) await setImmediate()
}

async function deliverBatch(db: Db, push: Push): Promise<boolean> {
  const { context, notifyAll } = createJobContext(push)
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
      .where(and(gt(users.id, letter.afterUserId), recipientCondition(tx, letter)))
      .orderBy(asc(users.id))
      .limit(batchSize)
    const ids = people.map(({ id }) => id)
    await deliverLetter(tx, context, ids, { ...letter, mailed: !platformGroups.includes(letter.audience) })
    await tx
      .update(letters)
      .set({
        afterUserId: ids.at(-1) ?? letter.afterUserId,
        recipientCount: sql`${letters.recipientCount} + ${ids.length}`,
        ...(ids.length < batchSize ? { deliveredAt: new Date() } : {}),
      })
      .where(eq(letters.id, letter.id))
    return true
  })
  await notifyAll()
  return done
}
