import { eq } from 'drizzle-orm'
import { users } from '../../../../src/db/tables/accounts.ts'
import { liveClasses, scoreAccounts, scoreEntries } from '../../../../src/db/tables/live.ts'
import type { TestApp } from '../../app.ts'

export const minutes = (count: number): Date => new Date(Date.now() + count * 60_000)

/** Id of a demo account. */
export async function idOf(app: TestApp, loginName: string): Promise<number> {
  const [row] = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, loginName))
  return row?.id ?? 0
}
/** Company of a demo account. */
export async function companyOf(app: TestApp, loginName: string): Promise<number> {
  const [row] = await app.db.select({ id: users.companyId }).from(users).where(eq(users.loginName, loginName))
  return row?.id ?? 0
}

/** A class of the platform, live now by default. */
export async function aClass(app: TestApp, change: Partial<typeof liveClasses.$inferInsert> = {}): Promise<number> {
  const [row] = await app.db
    .insert(liveClasses)
    .values({
      kind: 'lecture',
      topics: ['analysis'],
      figure: 'hplc',
      status: 'published',
      companyId: null,
      title: '液相方法开发',
      summary: '从筛选到确认',
      stream: 'demo',
      speaker: '沈一舟',
      speakerTitle: '分析总监',
      startsAt: minutes(-10),
      endsAt: minutes(50),
      userId: await idOf(app, 'ops'),
      ...change,
    })
    .returning({ id: liveClasses.id })
  return row?.id ?? 0
}

/** Gives a user points. */
export async function givePoints(app: TestApp, userId: number, points: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [account] = await tx
      .insert(scoreAccounts)
      .values({ userId, balance: points })
      .onConflictDoUpdate({ target: scoreAccounts.userId, set: { balance: points } })
      .returning()
    const about = `class:test:${crypto.randomUUID()}`
    await tx
      .insert(scoreEntries)
      .values({ userId, reason: 'watch', points, balance: account?.balance ?? 0, about, title: '测试' })
  })
}
