import { and, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { channelsOf, type Channel, type NotificationEvent } from '../../../domain/accounts/notifications.ts'
import type { Context } from '../../handler.ts'
import { queueMessage, tell, type Notice } from '../../operations/public.ts'
import { choicesOf } from './own-preferences.ts'

export interface News extends Notice {
  /** The mail's text after its title. */
  readonly text: string
  /** Channels it goes out on at most; both unless told. */
  readonly by?: readonly ('push' | 'mail')[]
}

/**
 * Tells people of an event on the channels they chose: at once those who are there, by mail those with an address.
 * In the transaction that makes it happen; the push follows in `after`. The people are the caller's choice, and each
 * may know of it.
 */
export async function notify(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  event: NotificationEvent,
  people: readonly number[],
  { title, path, text, by = ['push', 'mail'] }: News,
): Promise<void> {
  if (people.length === 0) return
  const choices = await choicesOf(tx, people)
  const wanting = (channel: Channel) =>
    people.filter((userId) => channelsOf(event, choices.get(userId) ?? {}).includes(channel))
  const now = by.includes('push') ? wanting('push') : []
  context.after(() => tell(context.push, now, { title, path }))
  const later = by.includes('mail') ? wanting('mail') : []
  if (later.length === 0) return
  const rows = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.id, later), isNotNull(users.email)))
  const mail = { channel: 'mail', template: 'notice', subject: title } as const
  const words = `${title}。${text}`
  for (const { email } of rows) {
    if (email !== null)
      await queueMessage(tx, context, { ...mail, recipient: email, params: { text: words }, text: words })
  }
}
