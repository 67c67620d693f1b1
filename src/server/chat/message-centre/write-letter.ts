import { insertRows } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { letterRecipients, letters } from '../../../db/tables/letters.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'

type Letter = Omit<typeof letters.$inferInsert, 'senderUserId' | 'senderCompanyId'>

/** Writes a letter; to a group it is one row only, which the job hands out. Gives its id. */
export async function writeLetter(
  tx: Db,
  { caller }: Pick<Context<'user'>, 'caller'>,
  letter: Letter,
): Promise<number> {
  const [row] = await tx
    .insert(letters)
    .values({ ...letter, senderUserId: caller.userId, senderCompanyId: caller.companyId })
    .returning({ id: letters.id })
  if (row === undefined) throw new Error('The letter was not written')
  return row.id
}

/** Writes a letter to few people, who have it with the commit. */
export async function writeTo(
  tx: Db,
  context: Pick<Context<'user'>, 'caller' | 'after' | 'jobs' | 'push'>,
  people: readonly number[],
  letter: Letter,
): Promise<number> {
  const letterId = await writeLetter(tx, context, { ...letter, deliveredAt: new Date(), recipientCount: people.length })
  await handOut(tx, context, people, { id: letterId, subject: letter.subject, text: letter.text, mailed: true })
  return letterId
}

/** Gives a letter to people and tells them of it, on the channels they chose. */
export async function handOut(
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
    ...{ title: `新的个人消息：${subject}`, text: [...text].slice(0, 200).join('') },
    ...{ path: links.buyerMessages({ tab: 'personal', id: letterId }), letterId },
    // It stands among the letters, and not among the notices a second time.
    by: mailed ? ['push', 'mail', 'sms'] : ['push'],
  })
}
