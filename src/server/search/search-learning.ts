import { lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { searchChoices, searchDays, searchLog, searchPreferences } from '../../db/tables/search.ts'
import { date } from '../../domain/time.ts'
import { minAddresses } from './search-log.ts'

const keptDays = 180
const dayMs = 86_400_000

/** Columns of a day and term in the log, of terms that enough addresses searched for on that day. */
export const countedDays = sql`select ${searchLog.day} as day, ${searchLog.kind} as kind, ${searchLog.key} as key,
    min(${searchLog.term}) as term, count(*)::int as searches,
    (count(*) filter (where ${searchLog.found} = 'all'))::int as answered,
    (count(*) filter (where ${searchLog.found} = 'part'))::int as partly,
    (count(*) filter (where ${searchLog.isOpened}))::int as opened,
    (count(*) filter (where ${searchLog.isAdded}))::int as added,
    (count(*) filter (where ${searchLog.isAsked}))::int as asked
  from ${searchLog} group by ${searchLog.day}, ${searchLog.kind}, ${searchLog.key}
  having count(*) >= ${sql.raw(String(minAddresses))}`

/** Saves the numbers of past days, without any hash. Safe to run twice. */
export async function saveSearchDays(db: Db, now: Date): Promise<void> {
  const today = date(now.toISOString())
  await db.execute(sql`
    insert into ${searchDays} (day, kind, key, term, searches, answered, partly, opened, added, asked)
    select day, kind, key, term, searches, answered, partly, opened, added, asked from (${countedDays}) as counted
    where day < ${today}::date
    on conflict (day, kind, key) do update set searches = excluded.searches, answered = excluded.answered,
      partly = excluded.partly, opened = excluded.opened, added = excluded.added, asked = excluded.asked`)
  await db.delete(searchDays).where(lt(searchDays.day, date(new Date(now.getTime() - keptDays * dayMs).toISOString())))
}

/**
 * Smoothing of the rate of choices: so many searches are assumed to have chosen a listing at the usual rate. A few
 * choices of many searches then say little.
 */
const [assumedSearches, usualRate, maxLevel] = [10, 0.1, 3]

/**
 * Learns which listings are preferred after a question: the smoothed rate of choices, as a level by how many times it is
 * the usual one. Only listings that enough addresses chose count. Safe to run twice.
 */
export async function learnPreferences(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    // One run after the other: the rows are replaced as a whole.
    await tx.execute(sql`lock table ${searchPreferences} in share row exclusive mode`)
    await tx.delete(searchPreferences)
    await tx.execute(sql`
      insert into ${searchPreferences} (kind, question, listing_id, level)
      select kind, question, listing_id, level from (
        select chosen.kind, chosen.question, chosen.listing_id,
          least(${maxLevel}, floor((chosen.weight + ${assumedSearches * usualRate}::float8)
            / (greatest(coalesce(asked.searches, 0), chosen.people) + ${assumedSearches}) / ${usualRate}::float8) - 1)::int as level
        from (select kind, question, listing_id, sum(weight) as weight, count(*) as people from ${searchChoices}
          group by kind, question, listing_id having count(*) >= ${minAddresses}) as chosen
        left join (select case kind when 'goods' then 'product' else kind end as kind, question, count(*) as searches
          from ${searchLog} where kind <> 'supplier' group by 1, 2) as asked
          on asked.kind = chosen.kind and asked.question = chosen.question) as levels
      where level > 0`)
  })
}
