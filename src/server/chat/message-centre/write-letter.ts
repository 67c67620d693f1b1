import { insertRows } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { letterRecipients, letters } from '../../../db/tables/letters.ts'
import { links } from '../../../domain/links.ts'
import type { Context } from '../../handler.ts'
import { notify } from '../../accounts/notifications/notify.ts'

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
export async function deliverLetter(
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
    channels: mailed ? ['push', 'mail', 'sms'] : ['push'],
  })
}
