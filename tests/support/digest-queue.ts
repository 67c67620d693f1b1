import { and, asc, eq } from 'drizzle-orm'
import { users } from '../../src/db/tables/accounts.ts'
import { digestQueue } from '../../src/db/tables/letters.ts'
import type { TestApp } from './app.ts'

/** Mails in the digest queue, oldest first: recipient and subject. */
export async function queuedDigestMails(app: Pick<TestApp, 'db'>, recipient?: string) {
  const rows = await app.db
    .select({ id: digestQueue.id, recipient: users.email, subject: digestQueue.title, text: digestQueue.text })
    .from(digestQueue)
    .innerJoin(users, eq(users.id, digestQueue.userId))
    .where(and(eq(digestQueue.channel, 'mail'), recipient === undefined ? undefined : eq(users.email, recipient)))
    .orderBy(asc(digestQueue.id))
  return rows
}
