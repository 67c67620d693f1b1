import { z } from 'zod'
import { choiceSteps } from '../../domain/search/knowledge.ts'
import { questionPartKinds } from '../../domain/search/question.ts'
import { boxKinds, searchKinds } from '../../domain/shell/search.ts'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { id, keyword } from '../fields.ts'
import { shopRow } from '../shops/shop-row.ts'

const kind = z.enum(searchKinds)
const boxKind = z.enum(boxKinds)

const suggestion = z.object({
  /** Type of search in which the term has hits. */
  kind,
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

/** How a keyword was understood; null without a keyword. */
export const searchReading = z
  .object({
    /** Conditions in the keyword, each with the keyword as it reads without it. */
    parts: z.array(z.object({ kind: z.enum(questionPartKinds), label: z.string(), without: z.string() })),
    /** What a misspelt keyword was searched as; null where it was searched as typed. `exact` asks for the typed one. */
    corrected: z.object({ typed: z.string(), used: z.string() }).nullable(),
    /** Words that no hit has together with the others, so that hits need not have them. */
    relaxed: z.array(z.string()),
    /** Conditions of the keyword that no hit meets, so that they were left out. */
    dropped: z.array(z.enum(questionPartKinds)),
  })
  .nullable()
export type SearchReading = z.output<typeof searchReading>

export const searchCalls = {
  searchSuggestions: call({
    path: '/mall/search/suggestions',
    summary: '输入时的搜索建议：按词头、拼音、首字母与编号，全站搜索时按类型分组；不给关键词则只有热门搜索',
    access: everyone,
    reads: true,
    input: z.object({ kind: boxKind, keyword: keyword.default('') }),
    output: z.object({ suggestions: z.array(suggestion), hotWords: z.array(z.string()) }),
    ours: true,
  }),
  /** Logs a search, one of the whole site in each type with hits. */
  searchDone: call({
    path: '/mall/search/done',
    summary: '记一次搜索：同一地址同一词一天一次',
    access: everyone,
    input: z.object({ kind: boxKind, keyword: keyword.min(1, '请填写') }),
    output: z.object({}),
    perMinute: 60,
    perDay: 500,
    ours: true,
  }),
  /** Notes a listing that was chosen after a search: each address, search and listing once a day. */
  searchChosen: call({
    path: '/mall/search/chosen',
    summary: '搜索后打开、加购或询价了一项服务或商品：只计数，同一地址同一词同一项一天一次',
    access: everyone,
    input: z.object({
      kind: z.enum(['service', 'goods']),
      keyword: keyword.min(1, '请填写'),
      listingId: id,
      step: z.enum(choiceSteps),
    }),
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
    reads: true,
    input: z.object({}),
    output: z.object({
      service: z.array(topTerm),
      goods: z.array(topTerm),
      shops: z.array(shopRow.extend({ searches: z.int() })),
    }),
    ours: true,
  }),
}
