import { sql } from 'drizzle-orm'
import type { searchOperationCalls, SearchGap } from '../../../contract/catalogue/search-operation.ts'
import { searchDays } from '../../../db/tables/search.ts'
import { date } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { knowledgeKey } from '../../search/knowledge.ts'
import { readKnowledgeChanges } from '../../search/load-knowledge.ts'
import { countedDays } from '../../search/search-learning.ts'
import { termKey } from '../../search/terms.ts'

const [shownDays, dayMs] = [30, 86_400_000]

export const searchGaps: Handler<typeof searchOperationCalls.searchGaps> = async (input, { db }) => {
  const { status, keyword, current, pageSize } = input
  const from = date(new Date(Date.now() - (shownDays - 1) * dayMs).toISOString())
  // Days that the nightly job has not saved yet come from the log.
  const days = sql`(select day, kind, key, term, searches, answered, partly, opened from ${searchDays}
    where day >= ${from}::date union all
    select day, kind, key, term, searches, answered, partly, opened from (${countedDays}) as counted
    where day > coalesce((select max(${searchDays.day}) from ${searchDays}), '2000-01-01'::date))`
  const gap = status === 'unanswered' ? sql`sum(answered) = 0` : sql`sum(answered) > 0 and sum(opened) = 0`
  const part = termKey(keyword)
  const rows = await db
    .select({
      kind: sql<SearchGap['kind']>`kind`,
      term: sql<string>`term`,
      searches: sql<number>`searches`,
      partly: sql<number>`partly`,
      opened: sql<number>`opened`,
      days: sql<number>`days`,
      lastDay: sql<string>`last_day`,
      total: sql<number>`total`,
    })
    .from(
      sql`(select kind, key, min(term) as term, sum(searches)::int as searches, sum(partly)::int as partly,
          sum(opened)::int as opened, count(*)::int as days, max(day)::text as last_day, (count(*) over ())::int as total
        from ${days} as days where ${part === '' ? sql`true` : sql`strpos(key, ${part}) > 0`}
        group by kind, key having ${gap}
        order by sum(searches) desc, max(day) desc, kind, key
        limit ${pageSize} offset ${(current - 1) * pageSize}) as gaps`,
    )
  const changes = await readKnowledgeChanges(db)
  const treated = new Set(changes.flatMap(({ term, others }) => [term, ...others].map(knowledgeKey)))
  return {
    total: rows[0]?.total ?? 0,
    data: rows.map(({ total: _total, ...row }) => ({ ...row, isTreated: treated.has(knowledgeKey(row.term)) })),
  }
}
