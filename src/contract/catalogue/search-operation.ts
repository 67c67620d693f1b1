import { z } from 'zod'
import { knowledgeRelations } from '../../domain/search/knowledge.ts'
import { searchKinds } from '../../domain/shell/search.ts'
import { operator } from '../access.ts'
import { call } from '../call.ts'
import { count, day, id, keyword, listOf, moment, paging, text } from '../fields.ts'

/** Searches of one term in one type, on days on which enough addresses searched for it. */
const searchGap = z.object({
  kind: z.enum(searchKinds),
  term: z.string(),
  searches: z.int(),
  /** Searches that found listings without some of the words. */
  partly: z.int(),
  /** Searches after which a hit was opened. */
  opened: z.int(),
  days: z.int(),
  lastDay: day,
  /** Whether operators have changed knowledge about this term. */
  isTreated: z.boolean(),
})
export type SearchGap = z.output<typeof searchGap>

const knowledgeInput = z.object({
  relation: z.enum(knowledgeRelations),
  /** A term, or the CAS number of a compound. */
  term: text(60),
  others: z.array(text(60)).min(1, '请至少填写一个').max(120, '最多 120 个'),
  /** Switched off, neither this nor the line of the file is read. */
  isOff: z.boolean().default(false),
})

const knowledgeRow = z.object({
  relation: z.enum(knowledgeRelations),
  term: z.string(),
  others: z.array(z.string()),
  isOff: z.boolean(),
  /** 0 for a line of the files that nobody has changed. */
  version: z.int(),
  updatedAt: moment.nullable(),
  /** Login name of the operator who changed it last; empty for a line of the files. */
  updatedBy: z.string(),
})
export type KnowledgeListRow = z.output<typeof knowledgeRow>

const found = z.object({ total: z.int(), top: z.array(z.string()) })
const previewRow = z.object({
  kind: z.enum(['service', 'goods']),
  question: z.string(),
  before: found,
  after: found,
  isChanged: z.boolean(),
})
export type KnowledgePreviewRow = z.output<typeof previewRow>

/** Operators mend the search: what found nothing, and the knowledge of terms. */
export const searchOperationCalls = {
  searchGaps: call({
    path: '/ops/search/gap/list',
    summary: '近 30 天无完整结果、或有结果而无人打开的搜索词；每天至少三个地址搜过才计入',
    access: operator('edit'),
    reads: true,
    input: z.object({
      status: z.enum(['unanswered', 'unopened']).default('unanswered'),
      keyword: keyword.default(''),
      ...paging,
    }),
    output: listOf(searchGap),
    ours: true,
  }),
  searchKnowledge: call({
    path: '/ops/search/knowledge/list',
    summary: '搜索知识：同义词、下位词、相关词、错别字与化合物，平台修改过的在前',
    access: operator('edit'),
    reads: true,
    input: z.object({ relation: z.enum(knowledgeRelations).optional(), keyword: keyword.default(''), ...paging }),
    output: listOf(knowledgeRow),
    ours: true,
  }),
  searchKnowledgePreview: call({
    path: '/ops/search/knowledge/preview',
    summary: '预览一项修改的效果：常见搜索与固定检查题的结果数和前五项，修改前后对照',
    access: operator('edit'),
    reads: true,
    input: knowledgeInput,
    output: z.object({
      rows: z.array(previewRow),
      /** Listings whose search documents the change concerns; at most 200 of each kind are considered. */
      listings: z.int(),
    }),
    perMinute: 20,
    ours: true,
  }),
  searchKnowledgeSave: call({
    path: '/ops/search/knowledge/save',
    summary: '新增、修改或停用一项搜索知识，随即生效',
    access: operator('edit'),
    input: knowledgeInput.extend({ version: count }),
    output: z.object({ knowledgeId: id }),
    failures: ['conflict'],
    ours: true,
    logs: '维护搜索知识',
  }),
}
