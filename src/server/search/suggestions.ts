import { sql, type SQL } from 'drizzle-orm'
import type { Suggestion } from '../../contract/catalogue/search.ts'
import type { Db } from '../../db/open.ts'
import { products } from '../../db/tables/catalogue.ts'
import { searchTerms as t } from '../../db/tables/search.ts'
import { normalizeKeyword, searchKinds, type BoxKind, type SearchKind } from '../../domain/shell/search.ts'
import { normalizeNumber, tokenPrefixes } from './document-tokens.ts'
import { asPinyin } from './pinyin.ts'
import { termKey } from './terms.ts'
import { descending } from '../platform/queries/descending.ts'
import type { Term } from './term-sources.ts'

const maxSuggestions = 8
/** Most suggestions of each type in a search of everything. */
const maxOfKind = 4

/** Search suggestions for a typed prefix; of everything, those of each type in turn, each type's at once. */
export async function suggestionsFor(db: Db, kind: BoxKind, typed: string): Promise<Suggestion[]> {
  if (kind !== 'all') return suggestionsOfKind(db, kind, typed)
  const lists = await Promise.all(searchKinds.map((each) => suggestionsOfKind(db, each, typed)))
  return lists.flatMap((list) => list.slice(0, maxOfKind))
}

/** Suggestions of one type: most searched first, then most hits. One query. */
async function suggestionsOfKind(db: Db, kind: SearchKind, typed: string): Promise<Suggestion[]> {
  const keyword = normalizeKeyword(typed)
  const key = termKey(keyword)
  if (key === '') return []
  const number = kind === 'service' ? undefined : numbersStartingWith(keyword)
  const sources = [number, termsStartingWith(kind, key, asPinyin(keyword)), termsContaining(kind, key)]
  const parts = sources.filter((source) => source !== undefined).map((source) => sql`select * from (${source}) as part`)
  const rows = await db
    .select({ term: sql<string>`term`, note: sql<string>`note`, hits: sql<number | null>`hits` })
    .from(sql`(${sql.join(parts, sql` union all `)}) as suggestions`)
    .limit(2 * maxSuggestions)
  // A number may also be a term: then the entry with its product name wins.
  const once = new Map(rows.toReversed().map((row) => [termKey(row.term), row]))
  return [...once.values()]
    .toReversed()
    .slice(0, maxSuggestions)
    .map((row) => ({ kind, ...row }))
}

const byPopularity = sql`${t.searches} desc, ${t.hits} desc, length(${t.key}), ${t.key}`
const prefixPattern = (text: string) => `${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

/** Terms that start with the input, as written, by pinyin or by initials. */
function termsStartingWith(kind: SearchKind, key: string, typed: string | undefined): SQL {
  const written = sql`${t.key} like ${prefixPattern(key)}`
  const begins =
    typed === undefined
      ? written
      : sql`(${written} or ${t.pinyin} like ${prefixPattern(typed)} or ${t.initials} like ${prefixPattern(typed)})`
  return sql`select ${t.term} as term, '' as note, ${t.hits} as hits from ${t}
    where ${t.kind} = ${kind} and ${t.hits} > 0 and ${begins}
    order by ${t.key} = ${key} desc, ${written} desc, ${byPopularity} limit ${maxSuggestions}`
}

/** Number of most popular terms scanned for a substring, which no index supports. */
const maxScannedTerms = 5_000

/** Terms that contain the input further inside; read only where prefix matches leave room. */
function termsContaining(kind: SearchKind, key: string): SQL | undefined {
  if (key.length < 2) return undefined
  const often = sql`(select * from ${t} where ${t.kind} = ${kind} and ${t.hits} > 0
    order by ${descending(t.searches)}, ${descending(t.hits)} limit ${maxScannedTerms}) as ${t}`
  return sql`select ${t.term} as term, '' as note, ${t.hits} as hits from ${often}
    where strpos(${t.key}, ${key}) > 1 order by ${byPopularity} limit ${maxSuggestions}`
}

const minDigits = 3

/** CAS and catalogue numbers with this prefix, each once, with the product name. */
function numbersStartingWith(keyword: string): SQL | undefined {
  const number = normalizeNumber(keyword)
  if (number.length < minDigits || !/\d/.test(number) || /\p{Script=Han}/u.test(keyword)) return undefined
  const begins = (column: SQL) => sql`regexp_replace(lower(${column}), '[^a-z0-9]', '', 'g') like ${`${number}%`}`
  return sql`select number as term, min(note) as note, null::int as hits from (
      select split_part(${products.title}, ' ', 1) as note,
        case when ${begins(sql`${products.cas}`)} then ${products.cas}
          when ${begins(sql`${products.catalogueNo}`)} then ${products.catalogueNo} end as number
      from ${products}
      where ${products.status} = 'published' and ${products.tokens} @@ ${`'${tokenPrefixes.number}${number}':*`}::tsquery limit 50
    ) as numbers where number is not null group by number order by length(number), number limit 4`
}

const maxTermsByPinyin = 8

/** Terms whose pinyin or initials start with the typed letters, most hits first. */
export async function termsByPinyin(db: Db, kind: SearchKind, keyword: string): Promise<Term[]> {
  const typed = asPinyin(keyword)
  if (typed === undefined) return []
  const start = `${typed}%`
  return db
    .select({ term: t.term, hits: t.hits })
    .from(t)
    .where(sql`${t.kind} = ${kind} and ${t.hits} > 0 and (${t.pinyin} like ${start} or ${t.initials} like ${start})`)
    .orderBy(sql`${t.hits} desc, ${t.key}`)
    .limit(maxTermsByPinyin)
}
