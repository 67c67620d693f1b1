import { count, eq, gt, max, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { needs } from '../../../db/tables/demands.ts'
import { facts } from '../../../db/tables/operations.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'
import { operatorsOf } from '../../operations/public.ts'
import { newsOfJob } from '../../jobs/news-of-job.ts'

/** Up to which wish the operators were told. */
const key = 'needs.told'

/**
 * Tells the operators of the wishes that came since they were told last: one notice for all of them, without numbers.
 * Safe to run twice: the row that says how far they were told is locked meanwhile.
 */
export async function tellNeeds(db: Db, { push }: Pick<Context, 'push'>): Promise<void> {
  const { news, tellAll } = newsOfJob(push)
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
    await notify(tx, news, 'need.left', await operatorsOf(tx), {
      title: `${fresh.waiting} 位访客留下电话找供应商`,
      text: '请尽快联系，并记下结果。',
      path: links.needs(),
    })
  })
  await tellAll()
}
