import { insertRows } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { heldNews } from '../../../db/tables/letters.ts'
import { digestMinutes, isUrgent, smsTime } from '../../../domain/accounts/notifications.ts'

type Held = typeof heldNews.$inferInsert
type About = Pick<Held, 'event' | 'title' | 'text' | 'path' | 'letterId'>

/**
 * Keeps what people are to be told by mail and SMS until its time: money and safety now, other mails after a while, so
 * that several become one, and an SMS not at night. In the transaction that tells.
 */
export async function holdNews(
  tx: Db,
  { mail, sms }: { readonly mail: readonly number[]; readonly sms: readonly number[] },
  about: About,
  noticeIds: ReadonlyMap<number, number>,
): Promise<void> {
  const now = new Date()
  const soon = isUrgent(about.event) ? now : new Date(now.getTime() + digestMinutes * 60_000)
  const morning = about.event === 'security.changed' ? now : smsTime(now)
  const rows = (people: readonly number[], channel: Held['channel'], dueAt: Date): Held[] =>
    people.map((userId) => ({ ...about, userId, channel, dueAt, noticeId: noticeIds.get(userId) ?? null }))
  await insertRows(tx, heldNews, [...rows(mail, 'mail', soon), ...rows(sms, 'sms', morning)])
}
