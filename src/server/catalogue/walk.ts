import { sql, type SQL } from 'drizzle-orm'
import { services } from '../../db/tables/catalogue.ts'
import type { Listings } from './search.ts'

/** A frequent keyword among frequent facets: what the facets find, which an index alone tells, and the keyword. */
export interface Walk {
  /** As they lead the indexes by time, and those of the other orders. */
  readonly byTime: SQL | undefined
  readonly byOthers: SQL | undefined
  readonly match: SQL
}

type Order = 'published_at' | 'price' | 'min_days'

/**
 * What the facets of a walk find, as a table under the name of the listings that is read in an order only as far as
 * hits are wanted. Each row's words are asked for one by one: the planner, which believes that two facets leave a
 * handful, would rather collect all hits. Has the columns that a search reads: id, title, company, words and the order's.
 */
export function alongOrder(t: Listings, walk: Walk, order: Order = 'published_at', isDown = true): SQL {
  const column = order === 'published_at' ? t.publishedAt : order === 'price' ? t.price : services.minDays
  const direction = sql.raw(isDown ? 'desc' : 'asc')
  const place = sql.identifier(order)
  return sql`(select walked.id, walked.${place}, asked.title, asked.company_id, asked.words
    from (select ${t.id} as id, ${column} as ${place} from ${t} where ${order === 'published_at' ? walk.byTime : walk.byOthers}
      order by ${column} ${direction}, ${t.id} ${direction} offset 0) as walked
    cross join lateral (select ${t.title} as title, ${t.companyId} as company_id, ${t.words} as words
      from ${t} where ${t.id} = walked.id offset 0) as asked) as ${t}`
}
