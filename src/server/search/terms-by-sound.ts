import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { searchTerms as t } from '../../db/tables/search.ts'
import type { SearchKind } from '../../domain/shell/search.ts'
import { asTyped } from './pinyin.ts'
import type { Term } from './term-sources.ts'

const most = 8

/** What may be meant by letters typed: the terms that lead to most of those that begin so by sound or by initials. */
export async function termsBySound(db: Db, kind: SearchKind, keyword: string): Promise<Term[]> {
  const typed = asTyped(keyword)
  if (typed === undefined) return []
  const start = `${typed}%`
  return db
    .select({ term: t.term, hits: t.hits })
    .from(t)
    .where(sql`${t.kind} = ${kind} and ${t.hits} > 0 and (${t.pinyin} like ${start} or ${t.initials} like ${start})`)
    .orderBy(sql`${t.hits} desc, ${t.key}`)
    .limit(most)
}
