import { z } from 'zod'
import { searchKinds } from '../../domain/shell/search.ts'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { keyword } from '../fields.ts'
import { shopRow } from '../shops/shop-row.ts'

const kind = z.enum(searchKinds)

const suggestion = z.object({
  /** Suggested search term. */
  term: z.string(),
  /** Product name of a number; empty for words. */
  note: z.string(),
  /** Approximate number of hits as last counted, at most 1,000; null if not counted. */
  hits: z.int().nullable(),
})
export type Suggestion = z.output<typeof suggestion>

const topTerm = z.object({
  term: z.string(),
  hits: z.int(),
  /** Searches of the last 30 days, each IP address once a day. */
  searches: z.int(),
})
export type TopTerm = z.output<typeof topTerm>

/** Suggestions for a keyword without hits; null if it has hits or there is no keyword. */
export const searchHelp = z
  .object({
    /** Terms with hits that are similar in spelling or pinyin. */
    terms: z.array(z.string()),
    /** The keyword without its rarest word and its number of hits, at most 1,000; null without hits. */
    fewer: z.object({ keyword: z.string(), without: z.string(), total: z.int() }).nullable(),
    /** Other search types in which the keyword has hits, with their number, at most 1,000. */
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
  /** Logs a search. Keywords without hits are not saved. */
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
  /** Most searched terms and suppliers. Both lists are empty until enough people searched. */
  topSearches: call({
    path: '/mall/search/top',
    summary: '近 30 天被搜索最多的词与供应商',
    access: everyone,
    input: z.object({}),
    output: z.object({
      service: z.array(topTerm),
      goods: z.array(topTerm),
      shops: z.array(shopRow.extend({ searches: z.int() })),
    }),
    ours: true,
  }),
}
