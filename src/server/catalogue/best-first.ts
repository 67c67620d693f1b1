import { sql, type SQL } from 'drizzle-orm'
import { companies } from '../../db/tables/accounts.ts'
import type { Listings, Match } from './search.ts'
import type { StepRows } from './step-rows.ts'

/** Only so many hits are compared; what is behind them follows by time. */
const mostCompared = 400

interface Page {
  readonly keyword: string
  readonly pageSize: number
  readonly offset: number
}

/**
 * Ids of one page of what a keyword finds, best first. Its parts are read from the best on, the newest of each, until
 * there are enough to compare: what only mentions the keyword never pushes out what is named so. The pages behind
 * those compared go by time and leave them out.
 */
export function bestFirst(
  t: Listings,
  { match, rows }: { readonly match: Match; readonly rows: StepRows },
  { keyword, pageSize, offset }: Page,
): SQL {
  const most = Math.floor(mostCompared / pageSize) * pageSize
  const columns = sql`${t.id} as id, ${t.title} as title, ${t.companyId} as company_id, ${t.publishedAt} as published_at`
  const part = (number: number) => sql.identifier(`part_${number}`)
  // A part that finds what a better one found already gives it once more; a part that is not needed reads nothing.
  const enough = (number: number) => {
    const better = sql.join(match.ranks.slice(0, number).map((_rank, place) => sql`select id from ${part(place)}`), sql` union `) // prettier-ignore
    return number === 0
      ? sql`${most}`
      : sql`(select case when count(*) < ${most} then ${most} else 0 end from (${better}) as better)`
  }
  const parts = match.ranks.map(
    (rank, number) => sql`${part(number)} as materialized (
      select * from (${rows.inOrder('newest', columns, most, rank)}) as part limit ${enough(number)})`,
  )
  const all = match.ranks.map(({ place }, number) => sql`select *, ${place}::int as place from ${part(number)}`)
  const compared = sql`(select id, title, company_id, published_at, min(place) as place
    from (${sql.join(all, sql` union all `)}) as found group by id, title, company_id, published_at
    order by min(place), published_at desc, id desc limit ${most})`
  const given = sql`with ${sql.join(parts, sql`, `)}`
  if (offset >= most) {
    return sql`${given} select id from (${rows.inOrder('newest', sql`${t.id} as id`, offset + pageSize)}) as hits
      where id not in (select id from ${compared} as compared) limit ${pageSize} offset ${offset - most}`
  }
  return sql`${given}
    select hits.id from ${compared} as hits join ${companies} on ${companies.id} = hits.company_id
    order by case when hits.place > 0 and strpos(lower(hits.title), ${keyword.toLowerCase()}) > 0 then 1 else hits.place end,
      ${companies.certification} = 'approved' desc, hits.published_at desc, hits.id desc
    limit ${pageSize} offset ${offset}`
}
