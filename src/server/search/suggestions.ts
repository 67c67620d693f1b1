import { sql, type SQL } from 'drizzle-orm'
import type { Suggestion } from '../../contract/catalogue/search.ts'
import type { Db } from '../../db/open.ts'
import { products } from '../../db/tables/catalogue.ts'
import { searchTerms as t } from '../../db/tables/search.ts'
import { plainKeyword, type SearchKind } from '../../domain/shell/search.ts'
import { descending } from '../operations/public.ts'
import { plainNumber, signs } from './listing-words.ts'
import { asTyped } from './pinyin.ts'
import { keyOf } from './terms.ts'

const most = 8

/** What may be meant by the beginning of a keyword: the most searched for first, then what finds most. One query. */
export async function suggestionsFor(db: Db, kind: SearchKind, typed: string): Promise<Suggestion[]> {
  const keyword = plainKeyword(typed)
  const key = keyOf(keyword)
  if (key === '') return []
  const number = kind === 'service' ? undefined : numbersFrom(keyword)
  const sources = [number, beginningWith(kind, key, asTyped(keyword)), containing(kind, key)]
  const parts = sources.filter((source) => source !== undefined).map((source) => sql`select * from (${source}) as part`)
  const rows = await db
    .select({ term: sql<string>`term`, note: sql<string>`note`, hits: sql<number | null>`hits` })
    .from(sql`(${sql.join(parts, sql` union all `)}) as suggestions`)
    .limit(2 * most)
  // A number may be a hot word too: then it is shown with what it belongs to.
  const once = new Map(rows.toReversed().map((row) => [keyOf(row.term), row]))
  return [...once.values()].toReversed().slice(0, most)
}

const onTop = sql`${t.searches} desc, ${t.hits} desc, length(${t.key}), ${t.key}`
const startOf = (text: string) => `${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

/** Terms that begin so, as written, by sound or by initials. */
function beginningWith(kind: SearchKind, key: string, typed: string | undefined): SQL {
  const written = sql`${t.key} like ${startOf(key)}`
  const begins =
    typed === undefined
      ? written
      : sql`(${written} or ${t.pinyin} like ${startOf(typed)} or ${t.initials} like ${startOf(typed)})`
  return sql`select ${t.term} as term, '' as note, ${t.hits} as hits from ${t}
    where ${t.kind} = ${kind} and ${t.hits} > 0 and ${begins}
    order by ${t.key} = ${key} desc, ${written} desc, ${onTop} limit ${most}`
}

/** So many of the terms that most search for are looked through for a part of a word: no index knows its place. */
const mostLooked = 5_000

/** Terms with it further inside: read only where those that begin so leave room. */
function containing(kind: SearchKind, key: string): SQL | undefined {
  if (key.length < 2) return undefined
  const often = sql`(select * from ${t} where ${t.kind} = ${kind} and ${t.hits} > 0
    order by ${descending(t.searches)}, ${descending(t.hits)} limit ${mostLooked}) as ${t}`
  return sql`select ${t.term} as term, '' as note, ${t.hits} as hits from ${often}
    where strpos(${t.key}, ${key}) > 1 order by ${onTop} limit ${most}`
}

const figuresFrom = 3

/** CAS and catalogue numbers that begin so, each once, with what they belong to. */
function numbersFrom(keyword: string): SQL | undefined {
  const number = plainNumber(keyword)
  if (number.length < figuresFrom || !/\d/.test(number) || /\p{Script=Han}/u.test(keyword)) return undefined
  const begins = (column: SQL) => sql`regexp_replace(lower(${column}), '[^a-z0-9]', '', 'g') like ${`${number}%`}`
  return sql`select number as term, min(note) as note, null::int as hits from (
      select split_part(${products.title}, ' ', 1) as note,
        case when ${begins(sql`${products.cas}`)} then ${products.cas}
          when ${begins(sql`${products.catalogueNo}`)} then ${products.catalogueNo} end as number
      from ${products}
      where ${products.status} = 'published' and ${products.words} @@ ${`'${signs.number}${number}':*`}::tsquery limit 50
    ) as numbers where number is not null group by number order by length(number), number limit 4`
}
