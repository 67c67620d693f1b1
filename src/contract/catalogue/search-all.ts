import { z } from 'zod'
import { foundKinds } from '../../domain/search/found-kinds.ts'
import { searchKinds } from '../../domain/shell/search.ts'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { newsRow, policyRow } from '../content/drug-fields.ts'
import { questionRow, textPiece } from '../content/questions.ts'
import { demandRow } from '../demands/demands.ts'
import { id, keyword, listOf } from '../fields.ts'
import { classRow } from '../live/classes.ts'
import { shopRow } from '../shops/shop-row.ts'
import { productRow } from './products.ts'
import { searchReading } from './search.ts'
import { serviceRow } from './services.ts'

/** A category whose name is near a question, with its names from the first level down. */
const nearCategory = z.object({
  kind: z.enum(['service', 'product']),
  categoryId: id,
  level: z.int(),
  names: z.array(z.string()),
})

export const searchAllCalls = {
  /** The best of every kind of public content for one keyword, with the number of hits of each. */
  searchAll: call({
    path: '/mall/search/all',
    summary: '全站搜索：服务、商品、供应商、需求、直播课程、资讯、政策与帮助，各类的前几条与总数',
    access: everyone,
    cacheable: true,
    reads: true,
    input: z.object({
      keyword: keyword.min(1, '请填写'),
      /** Searches the keyword as typed, without corrections. */
      exact: z.boolean().default(false),
      /** The kind of which more rows are returned. */
      kind: z.enum(foundKinds).optional(),
    }),
    /** Totals of services, goods and demands are counted up to 2,000. */
    output: z.object({
      services: listOf(serviceRow),
      products: listOf(productRow),
      suppliers: listOf(shopRow),
      demands: listOf(demandRow),
      classes: listOf(classRow),
      news: listOf(newsRow),
      policies: listOf(policyRow),
      questions: listOf(questionRow.extend({ titlePieces: z.array(textPiece), textPieces: z.array(textPiece) })),
      reading: searchReading,
      /** What texts are searched for: the keyword without the conditions in it, corrected if it was misspelt. */
      words: z.string(),
      /** What to try where nothing is found; null where something is. */
      help: z
        .object({
          /** Terms with hits that are similar in spelling or pinyin. */
          terms: z.array(z.object({ kind: z.enum(searchKinds), term: z.string() })),
          /** Categories with the nearest names, the nearest first. */
          categories: z.array(nearCategory),
        })
        .nullable(),
    }),
    ours: true,
  }),
}
