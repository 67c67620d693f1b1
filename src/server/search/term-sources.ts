import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { brands, products, services } from '../../db/tables/catalogue.ts'
import { categories, dictionaries } from '../../db/tables/reference.ts'
import { shops } from '../../db/tables/shops.ts'
import { hotWordKeys } from '../../domain/reference/dictionary-keys.ts'
import type { SearchKind } from '../../domain/shell/search.ts'
import { lexicon } from './lexicon.ts'
import { keywordTsqueries } from './keyword-queries.ts'

/** A term and its number of hits. */
export interface Term {
  readonly term: string
  readonly hits: number
}

/** Maximum hits counted per term, and maximum terms per source. */
const [maxHits, maxTerms] = [1_000, 20_000]
const selectTerms = async (db: Db, from: SQL): Promise<Term[]> =>
  db.select({ term: sql<string>`term`, hits: sql<number>`least(hits, ${maxHits})::int` }).from(sql`(${from}) as terms`)

/** Terms from listings: categories, capabilities, brands, compounds, English names. */
export async function termsOfListings(db: Db, kind: Exclude<SearchKind, 'supplier'>): Promise<Term[]> {
  const t = kind === 'service' ? services : products
  const onSale = sql`${t.status} = 'published'`
  const shared = [
    sql`select ${categories.name} as term, sum(count) as hits from (
      select unnest(${t.categoryPath}) as id, count(*) as count from ${t} where ${onSale} group by 1
    ) as counts join ${categories} on ${categories.id} = counts.id where ${categories.level} > 0 group by 1`,
    sql`select unnest(${t.capabilities}) as term, count(*) as hits from ${t} where ${onSale} group by 1
      order by 2 desc limit ${maxTerms}`,
  ]
  const ofGoods = [
    sql`select ${brands.name} as term, count(*) as hits from ${products}
      join ${brands} on ${brands.id} = ${products.brandId} where ${onSale} group by 1`,
    sql`select split_part(${products.title}, ' ', 1) as term, count(*) as hits from ${products} where ${onSale}
      group by 1 having length(split_part(${products.title}, ' ', 1)) between 2 and 20 order by 2 desc limit ${maxTerms}`,
    sql`select fact ->> 'value' as term, count(*) as hits
      from ${products}, jsonb_array_elements(${products.detail} -> 'facts') as fact
      where ${onSale} and fact ->> 'label' = '英文名' and length(fact ->> 'value') between 2 and 30
      group by 1 order by 2 desc limit ${maxTerms}`,
  ]
  const terms: Term[] = []
  for (const source of kind === 'goods' ? [...shared, ...ofGoods] : shared)
    terms.push(...(await selectTerms(db, source)))
  return terms
}

/** Terms from shops: names, qualification tags and capability tags. */
export const termsOfShops = (db: Db): Promise<Term[]> =>
  selectTerms(
    db,
    sql`select ${shops.name} as term, 1 as hits from ${shops}
      union all select unnest(${shops.tags} || ${shops.capabilities}), count(*) from ${shops} group by 1`,
  )

/** Hot words and frequently searched terms with their hits, in batches. */
export async function termsOfSearches(db: Db, kind: SearchKind, searched: readonly string[]): Promise<Term[]> {
  const hot = await db
    .select({ text: dictionaries.dictText })
    .from(dictionaries)
    .where(sql`${dictionaries.dictKey} = ${hotWordKeys[kind]}`)
  const keywords = [...new Set([...hot.map(({ text }) => text), ...searched])]
    .map((term) => ({ term, query: keywordTsqueries(term).words }))
    .filter(({ term, query }) => term.length > 1 && query !== '')
  const [t, open] =
    kind === 'supplier'
      ? [shops, sql`true`]
      : kind === 'service'
        ? [services, sql`${services.status} = 'published'`]
        : [products, sql`${products.status} = 'published'`]
  const terms: Term[] = []
  for (let at = 0; at < keywords.length; at += 100) {
    const rows = keywords.slice(at, at + 100).map(({ term, query }) => sql`(${term}::text, ${query}::tsquery)`)
    const found = sql`select term, (select count(*) from (
        select 1 from ${t} where ${open} and ${t.tokens} @@ query limit ${maxHits}) as hits) as hits
      from (values ${sql.join(rows, sql`, `)}) as asked (term, query)`
    terms.push(...(await selectTerms(db, found)))
  }
  return terms.filter(({ hits }) => hits > 0)
}

/** Number of newest listings sampled for lexicon terms. */
const maxScannedListings = 20_000

/** Lexicon terms in the newest listings, extrapolated to all listings. */
export async function tradeTermsInListings(db: Db, kind: Exclude<SearchKind, 'supplier'>): Promise<Term[]> {
  const t = kind === 'service' ? services : products
  const onSale = sql`${t.status} = 'published'`
  const found = await selectTerms(
    db,
    sql`select lexeme as term, count(*) * greatest(1, (select count(*) from ${t} where ${onSale}) / ${maxScannedListings}) as hits
      from (
        select ${t.tokens} as tokens from ${t} where ${onSale} order by ${t.publishedAt} desc limit ${maxScannedListings}
      ) as newest, unnest(newest.tokens)
      where lexeme = any(string_to_array(${lexicon.join(' ')}, ' ')) group by lexeme`,
  )
  return found.map(({ term, hits }) => ({ term: displayTerm(term), hits }))
}

/** Abbreviations of the lexicon are lower-case, as tokenized texts are; suggestions show them in capitals. */
const displayTerm = (term: string) => (/^[a-z]{2,6}$/.test(term) ? term.toUpperCase() : term)
