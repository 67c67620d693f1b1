import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { companies } from '../../db/tables/accounts.ts'
import type { products, services } from '../../db/tables/catalogue.ts'
import { queryOf } from './query.ts'

/** Only so many hits are compared; what is behind them follows by time. */
const mostCompared = 1_000

const holds = (words: SQLWrapper, query: string): SQL =>
  query === '' ? sql`false` : sql`${words} @@ ${query}::tsquery`

/**
 * How well something answers a keyword, 0 best: by its number, the keyword whole in its title, all its words there,
 * its words elsewhere, its title by sound, another name by sound.
 */
export function rankOf(keyword: string, words: SQLWrapper, title: SQLWrapper): SQL {
  const query = queryOf(keyword)
  return sql`case when ${holds(words, query.number)} then 0
    when strpos(lower(${title}), ${keyword.toLowerCase()}) > 0 then 1
    when ${holds(words, query.title)} then 2 when ${holds(words, query.words)} then 3
    when ${holds(words, query.titleSound)} then 4 else 5 end`
}

interface Page {
  readonly keyword: string
  readonly pageSize: number
  readonly offset: number
  /** The table to read instead of all listings, under their name. */
  readonly source?: SQL | undefined
}

/**
 * Ids of one page of what `where` finds, best first. The newest with the keyword in their title are compared first
 * and filled up with the newest others, so that one of them is never lost behind newer ones that only mention it.
 * The pages behind those compared leave them out.
 */
export function bestFirst(
  t: typeof services | typeof products,
  where: SQL | undefined,
  { keyword, pageSize, offset, source = sql`${t}` }: Page,
): SQL {
  const most = Math.floor(mostCompared / pageSize) * pageSize
  const query = queryOf(keyword)
  const inTitle = holds(t.words, [query.title, query.titleSound].filter((each) => each !== '').join(' | '))
  const newest = (condition: SQL) => sql`
    (select ${t.id} as id, ${t.title} as title, ${t.companyId} as company_id, ${t.publishedAt} as published_at,
      ${t.words} as words
    from ${source} where ${where} and ${condition} order by ${t.publishedAt} desc, ${t.id} desc limit ${most})`
  const compared = sql`(${newest(inTitle)} union all ${newest(sql`not ${inTitle}`)} limit ${most})`
  if (offset >= most) {
    return sql`select ${t.id} as id from ${source} where ${where} and ${t.id} not in (select id from ${compared} as compared)
      order by ${t.publishedAt} desc, ${t.id} desc limit ${pageSize} offset ${offset - most}`
  }
  return sql`
    select hits.id from ${compared} as hits join ${companies} on ${companies.id} = hits.company_id
    order by ${rankOf(keyword, sql`hits.words`, sql`hits.title`)}, ${companies.certification} = 'approved' desc,
      hits.published_at desc, hits.id desc limit ${pageSize} offset ${offset}`
}
