import { and, desc, eq, sql } from 'drizzle-orm'
import { verificationCodes } from '../../src/db/tables/accounts.ts'
import { outboxMessages } from '../../src/db/tables/operations.ts'
import type { TestApp } from './app.ts'

/** The code in the newest message to a number or mail address. */
export async function lastCode(app: Pick<TestApp, 'db'>, recipient: string): Promise<string> {
  const [message] = await app.db
    .select({ text: outboxMessages.text })
    .from(outboxMessages)
    .where(and(eq(outboxMessages.recipientHash, recipient), eq(outboxMessages.template, 'code')))
    .orderBy(desc(outboxMessages.id))
    .limit(1)
  const code = /\d{6}/.exec(message?.text ?? '')?.[0]
  if (code === undefined) throw new Error(`No code went to ${recipient}`)
  return code
}

/** Moves the times of a recipient's codes and messages back by some seconds. */
export async function ageCodes(app: Pick<TestApp, 'db'>, target: string, seconds: number): Promise<void> {
  const rows = await app.db.select().from(verificationCodes).where(eq(verificationCodes.targetHash, target))
  const before = (moment: Date) => new Date(moment.getTime() - seconds * 1000)
  for (const { id, createdAt, expiresAt } of rows) {
    await app.db
      .update(verificationCodes)
      .set({ createdAt: before(createdAt), expiresAt: before(expiresAt) })
      .where(eq(verificationCodes.id, id))
  }
  await app.db
    .update(outboxMessages)
    .set({ createdAt: sql`${outboxMessages.createdAt} - ${`${seconds} seconds`}::interval` })
    .where(eq(outboxMessages.recipientHash, target))
}
