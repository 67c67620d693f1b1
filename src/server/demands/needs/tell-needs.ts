import { and, count, eq, gt, max, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { needs } from '../../../db/tables/demands.ts'
import { facts } from '../../../db/tables/operations.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'

/** Up to which wish the operators were told. */
const key = 'needs.told'

/**
 * Tells the operators of the wishes that came since they were told last: one notice for all of them, without numbers.
 * Safe to run twice: the row that says how far they were told is locked meanwhile.
 */
export async function tellNeeds(db: Db, { push }: Pick<Context, 'push'>): Promise<void> {
  const later: (() => unknown)[] = []
  // The outbox has its own clock: nothing is to be woken from here.
  const news = { push, jobs: { wake: async () => {} }, after: (what: () => unknown) => void later.push(what) }
  await db.transaction(async (tx) => {
    await tx.insert(facts).values({ key, value: 0 }).onConflictDoNothing()
    const [fact] = await tx.select({ value: facts.value }).from(facts).where(eq(facts.key, key)).for('update')
    const told = Number(fact?.value ?? 0)
    const [fresh] = await tx
      .select({ last: max(needs.id), waiting: count(sql`case when ${needs.status} = 'waiting' then 1 end`) })
      .from(needs)
      .where(gt(needs.id, told))
    if (fresh === undefined || fresh.last === null) return
    await tx.update(facts).set({ value: fresh.last }).where(eq(facts.key, key))
    if (fresh.waiting === 0) return
    const operators = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.isOperator, true), eq(users.locked, false)))
    await notify(
      tx,
      news,
      'need.left',
      operators.map(({ id }) => id),
      {
        title: `${fresh.waiting} 位访客留下电话找供应商`,
        text: '请尽快联系，并记下结果。',
        path: links.needs(),
      },
    )
  })
  for (const what of later) await what()
}
