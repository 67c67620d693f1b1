import { and, asc, eq } from 'drizzle-orm'
import { users } from '../../src/db/tables/accounts.ts'
import { heldNews } from '../../src/db/tables/letters.ts'
import type { TestApp } from './app.ts'

/** Mails that wait to go out, oldest first: to whom, and what they are about. */
export async function heldMails(app: Pick<TestApp, 'db'>, recipient?: string) {
  const rows = await app.db
    .select({ id: heldNews.id, recipient: users.email, subject: heldNews.title, text: heldNews.text })
    .from(heldNews)
    .innerJoin(users, eq(users.id, heldNews.userId))
    .where(and(eq(heldNews.channel, 'mail'), recipient === undefined ? undefined : eq(users.email, recipient)))
    .orderBy(asc(heldNews.id))
  return rows
}
