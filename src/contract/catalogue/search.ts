import { z } from 'zod'
import { searchKinds } from '../../domain/shell/search.ts'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { keyword } from '../fields.ts'
import { shopRow } from '../shops/shop-row.ts'

const kind = z.enum(searchKinds)

const suggestion = z.object({
  /** What to search for. */
  term: z.string(),
  /** What a number belongs to; empty for words. */
  note: z.string(),
  /** About so many are found, as last counted, 1,000 at most; null where nobody counted. */
  hits: z.int().nullable(),
})
export type Suggestion = z.output<typeof suggestion>

const topWord = z.object({
  term: z.string(),
  hits: z.int(),
  /** Searches of the last 30 days, each address once a day. */
  searches: z.int(),
})
export type TopWord = z.output<typeof topWord>

/** What to try when a keyword finds nothing; null where it finds something, or nobody asked. */
export const searchHelp = z
  .object({
    /** Words that are spelt or sound almost so and find something. */
    terms: z.array(z.string()),
    /** The keyword without its rarest word, and how many that finds, 1,000 at most; null where that helps nothing. */
    fewer: z.object({ keyword: z.string(), without: z.string(), total: z.int() }).nullable(),
    /** Other types of search in which the keyword finds something, with how many, 1,000 at most. */
    elsewhere: z.array(z.object({ kind, total: z.int() })),
  })
  .nullable()
export type SearchHelp = z.output<typeof searchHelp>

export const searchCalls = {
  searchSuggestions: call({
    path: '/mall/search/suggestions',
    summary: '输入时的搜索建议：按词头、拼音、首字母与编号；不给关键词则只有热门搜索',
    access: everyone,
    input: z.object({ kind, keyword: keyword.default('') }),
    output: z.object({ suggestions: z.array(suggestion), hotWords: z.array(z.string()) }),
    ours: true,
  }),
  /** Counts a search. Words that find nothing are not kept. */
  searchDone: call({
    path: '/mall/search/done',
    summary: '记一次搜索：同一地址同一词一天一次；有结果的词才记',
    access: everyone,
    input: z.object({ kind, keyword: keyword.min(1, '请填写') }),
    output: z.object({}),
    perMinute: 60,
    perDay: 500,
    ours: true,
  }),
  /** Words and suppliers that many searched for. Both lists are empty until enough people did. */
  topSearches: call({
    path: '/mall/search/top',
    summary: '近 30 天被搜索最多的词与供应商',
    access: everyone,
    input: z.object({}),
    output: z.object({
      service: z.array(topWord),
      goods: z.array(topWord),
      shops: z.array(shopRow.extend({ searches: z.int() })),
    }),
    ours: true,
  }),
}
