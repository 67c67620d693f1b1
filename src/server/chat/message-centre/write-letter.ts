import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { insertRows } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { letterRecipients, letters } from '../../../db/tables/letters.ts'
import { platformGroups } from '../../../domain/chat/letters.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Context } from '../../handler.ts'
import { createJobContext } from '../../platform/job-context.ts'
import type { Push } from '../../push/push.ts'
import { recipientCondition } from './audience.ts'

type NewLetter = Omit<typeof letters.$inferInsert, 'senderUserId' | 'senderCompanyId'>

/** Creates a letter and returns its id. Letters to groups are delivered by a job. */
export async function createLetter(
  tx: Db,
  { caller }: Pick<Context<'user'>, 'caller'>,
  letter: NewLetter,
): Promise<number> {
  const [row] = await tx
    .insert(letters)
    .values({ ...letter, senderUserId: caller.userId, senderCompanyId: caller.companyId })
    .returning({ id: letters.id })
  if (row === undefined) throw new Error('The letter was not written')
  return row.id
}

/** Creates a letter and delivers it in the same transaction. */
export async function sendLetterTo(
  tx: Db,
  context: Pick<Context<'user'>, 'caller' | 'after' | 'jobs' | 'push'>,
  people: readonly number[],
  letter: NewLetter,
): Promise<number> {
  const letterId = await createLetter(tx, context, {
    ...letter,
    deliveredAt: new Date(),
    recipientCount: people.length,
  })
  await deliverLetter(tx, context, people, { id: letterId, subject: letter.subject, text: letter.text, mailed: true })
  return letterId
}

/** Delivers a letter to users and notifies them on their chosen channels. */
async function deliverLetter(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  people: readonly number[],
  letter: { readonly id: number; readonly subject: string; readonly text: string; readonly mailed: boolean },
): Promise<void> {
  const { id: letterId, subject, text, mailed } = letter
  await insertRows(
    tx,
    letterRecipients,
    people.map((userId) => ({ letterId, userId })),
  )
  await notify(tx, context, 'letter.received', people, {
    title: `新的个人消息：${subject}`,
    text: [...text].slice(0, 200).join(''),
    path: links.buyerMessages({ tab: 'personal', id: letterId }),
    letterId,
    // No notice in the message centre, which lists the letter itself.
    channels: mailed ? ['push', 'device', 'mail', 'sms'] : ['push'],
  })
}

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
