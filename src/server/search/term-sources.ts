import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { brands, products, services } from '../../db/tables/catalogue.ts'
import { categories, dictionaries } from '../../db/tables/reference.ts'
import { shops } from '../../db/tables/shops.ts'
import { hotWordKeys } from '../../domain/reference/dictionary-keys.ts'
import type { SearchKind } from '../../domain/shell/search.ts'
import { lexicon } from './lexicon.ts'
import { queryOf } from './query.ts'

/** A term and how many it leads to. */
export interface Term {
  readonly term: string
  readonly hits: number
}

/** A term counts so many hits at most, and so many terms come from one source. */
const [mostHits, mostTerms] = [1_000, 20_000]
const read = async (db: Db, from: SQL): Promise<Term[]> =>
  db.select({ term: sql<string>`term`, hits: sql<number>`least(hits, ${mostHits})::int` }).from(sql`(${from}) as terms`)

/** What listings themselves name: their categories, capabilities, brands, compounds, English names. */
export async function namedByListings(db: Db, kind: Exclude<SearchKind, 'supplier'>): Promise<Term[]> {
  const t = kind === 'service' ? services : products
  const onSale = sql`${t.status} = 'published'`
  const shared = [
    sql`select ${categories.name} as term, sum(count) as hits from (
      select unnest(${t.categoryPath}) as id, count(*) as count from ${t} where ${onSale} group by 1
    ) as counts join ${categories} on ${categories.id} = counts.id where ${categories.level} > 0 group by 1`,
    sql`select unnest(${t.capabilities}) as term, count(*) as hits from ${t} where ${onSale} group by 1
      order by 2 desc limit ${mostTerms}`,
  ]
  const ofGoods = [
    sql`select ${brands.name} as term, count(*) as hits from ${products}
      join ${brands} on ${brands.id} = ${products.brandId} where ${onSale} group by 1`,
    sql`select split_part(${products.title}, ' ', 1) as term, count(*) as hits from ${products} where ${onSale}
      group by 1 having length(split_part(${products.title}, ' ', 1)) between 2 and 20 order by 2 desc limit ${mostTerms}`,
    sql`select fact ->> 'value' as term, count(*) as hits
      from ${products}, jsonb_array_elements(${products.detail} -> 'facts') as fact
      where ${onSale} and fact ->> 'label' = '英文名' and length(fact ->> 'value') between 2 and 30
      group by 1 order by 2 desc limit ${mostTerms}`,
  ]
  const terms: Term[] = []
  for (const source of kind === 'goods' ? [...shared, ...ofGoods] : shared) terms.push(...(await read(db, source)))
  return terms
}

/** Names of open shops, the certificates they wear and what they say they can do. */
export const namedByShops = (db: Db): Promise<Term[]> =>
  read(
    db,
    sql`select ${shops.name} as term, 1 as hits from ${shops}
      union all select unnest(${shops.tags} || ${shops.capabilities}), count(*) from ${shops} group by 1`,
  )

/** Hot words and words that many searched for: each with what it finds, in batches. */
export async function foundWords(db: Db, kind: SearchKind, searched: readonly string[]): Promise<Term[]> {
  const hot = await db
    .select({ text: dictionaries.dictText })
    .from(dictionaries)
    .where(sql`${dictionaries.dictKey} = ${hotWordKeys[kind]}`)
  const asked = [...new Set([...hot.map(({ text }) => text), ...searched])]
    .map((term) => ({ term, query: queryOf(term).words }))
    .filter(({ term, query }) => term.length > 1 && query !== '')
  const [t, open] =
    kind === 'supplier'
      ? [shops, sql`true`]
      : kind === 'service'
        ? [services, sql`${services.status} = 'published'`]
        : [products, sql`${products.status} = 'published'`]
  const terms: Term[] = []
  for (let at = 0; at < asked.length; at += 100) {
    const rows = asked.slice(at, at + 100).map(({ term, query }) => sql`(${term}::text, ${query}::tsquery)`)
    const found = sql`select term, (select count(*) from (
        select 1 from ${t} where ${open} and ${t.words} @@ query limit ${mostHits}) as hits) as hits
      from (values ${sql.join(rows, sql`, `)}) as asked (term, query)`
    terms.push(...(await read(db, found)))
  }
  return terms.filter(({ hits }) => hits > 0)
}

/** So many of the newest listings tell how often the words of the trade occur. */
const mostLooked = 20_000

/** Words of the trade in the newest listings; where there are more listings, as often as that lets expect. */
export async function wordsOfTrade(db: Db, kind: Exclude<SearchKind, 'supplier'>): Promise<Term[]> {
  const t = kind === 'service' ? services : products
  const onSale = sql`${t.status} = 'published'`
  const found = await read(
    db,
    sql`select lexeme as term, count(*) * greatest(1, (select count(*) from ${t} where ${onSale}) / ${mostLooked}) as hits
      from (
        select ${t.words} as words from ${t} where ${onSale} order by ${t.publishedAt} desc limit ${mostLooked}
      ) as newest, unnest(newest.words)
      where lexeme = any(string_to_array(${lexicon.join(' ')}, ' ')) group by lexeme`,
  )
  return found.map(({ term, hits }) => ({ term: shown(term), hits }))
}

/** Abbreviations of the word list are lower-case, as texts are when they are cut; people write them in capitals. */
const shown = (term: string) => (/^[a-z]{2,6}$/.test(term) ? term.toUpperCase() : term)
