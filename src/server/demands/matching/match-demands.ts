import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { demandMatches, demands } from '../../../db/tables/demands.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'
import { newsOfJob } from '../../jobs/news-of-job.ts'
import { peopleOf } from '../../operations/public.ts'
import type { Push } from '../../push/push.ts'
import { takesOffers } from '../demand-conditions-of.ts'
import { demandWords } from './demand-words.ts'
import { waitingCompanies } from './waiting-companies.ts'

/** So many companies are told in one transaction: a demand that thousands wait for holds its row for moments only. */
const companiesAtOnce = 200

/** Has the suppliers who wait for such a demand told soon. After the commit that opened it. */
export const matchSoon = ({ after, jobs }: Pick<Context, 'after' | 'jobs'>): void =>
  after(() => jobs.wake('demands-match'))

/**
 * Tells suppliers of the open demands that none was told of yet. Safe to run twice and in several processes at once:
 * a match is one row of a company and a demand, written in the transaction that tells its people.
 */
export async function matchDemands(db: Db, { push }: { readonly push: Push }): Promise<void> {
  let last: Told | undefined
  do {
    last = await matchSome(db, push, last)
    await setImmediate()
  } while (last !== undefined)
}

/** How far a demand was told of: suppliers up to this one. */
interface Told {
  readonly demandId: number
  /** Of the demand as it was then: what was changed meanwhile is looked at anew. */
  readonly version: number
  readonly companyId: number
}

/** One batch of one demand, from where the last one ended; undefined when nothing waits. */
async function matchSome(db: Db, push: Push, last: Told | undefined): Promise<Told | undefined> {
  const { news, tellAll } = newsOfJob(push)
  const done = await db.transaction(async (tx) => {
    const [demand] = await tx
      .select()
      .from(demands)
      .where(and(takesOffers(), isNull(demands.matchedAt)))
      .orderBy(asc(demands.id))
      .limit(1)
      // Whoever holds a demand right now is changing it; the next run sees what became of it.
      .for('no key update', { skipLocked: true })
    if (demand === undefined) return undefined
    const after = last?.demandId === demand.id && last.version === demand.version ? last.companyId : 0
    const waiting = await waitingCompanies(tx, demand, { after, most: companiesAtOnce })
    const told = await keepMatches(tx, demand.id, waiting)
    const people = await peopleOf(tx, told, 'my_supply')
    await notify(tx, news, 'demand.matched', [...people.values()].flat(), {
      title: `有符合订阅的新需求「${demand.title}」`,
      text: demandWords(demand),
      path: links.demandDetail(demand.id),
    })
    if (waiting.length < companiesAtOnce) {
      await tx
        .update(demands)
        .set({ matchedAt: sql`now()` })
        .where(eq(demands.id, demand.id))
    }
    return { demandId: demand.id, version: demand.version, companyId: waiting.at(-1)?.companyId ?? after }
  })
  await tellAll()
  return done
}

/** Who was not told of it before. */
async function keepMatches(
  tx: Db,
  demandId: number,
  waiting: readonly { companyId: number; subscriptionId: number }[],
): Promise<number[]> {
  if (waiting.length === 0) return []
  const rows = await tx
    .insert(demandMatches)
    .values(waiting.map((each) => ({ ...each, demandId })))
    .onConflictDoNothing()
    .returning({ companyId: demandMatches.companyId })
  return rows.map(({ companyId }) => companyId)
}
