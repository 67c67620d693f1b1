import { z } from 'zod'
import { everyone, operator } from '../access.ts'
import { call } from '../call.ts'
import { day, id, keyword, listOf, moment, optionalText, paging } from '../fields.ts'

/** Day as `2026-11-18`, in Shanghai. */
/** A stretch of text, and whether it is what was searched for. */
export const textPiece = z.object({ text: z.string(), hit: z.boolean() })
export type TextPiece = z.output<typeof textPiece>

const brief = z.object({ questionId: id, title: z.string() })
export const questionRow = brief.extend({
  categoryId: id,
  categoryName: z.string(),
  /** The answer in a sentence or two. */
  summary: z.string(),
  updatedAt: day,
})
export type QuestionRow = z.output<typeof questionRow>

const feedback = z.object({
  feedbackId: id,
  questionId: id,
  /** Empty for a question that is no longer there. */
  title: z.string(),
  useful: z.boolean(),
  text: z.string(),
  /** Who was signed in; empty for visitors. */
  loginName: z.string(),
  createdAt: moment,
})
export type Feedback = z.output<typeof feedback>

export const questionsCalls = {
  questionMenu: call({
    path: '/sys/question/menu/tree',
    summary: '帮助中心的分类树，含各类问题数',
    access: everyone,
    reads: true,
    input: z.object({}),
    output: z.object({
      data: z.array(
        z.object({
          groupName: z.string(),
          children: z.array(z.object({ categoryId: id, categoryName: z.string(), intro: z.string(), count: z.int() })),
        }),
      ),
    }),
  }),
  /** Of a category, or found by a keyword, the best first; both narrow. Category 1 holds the hot ones of all others. */
  questions: call({
    path: '/sys/question/front/list-page',
    summary: '某一分类的问题，或按关键词搜索帮助；标出命中的文字',
    access: everyone,
    reads: true,
    input: z.object({ categoryId: id.optional(), keyword: keyword.default(''), ...paging }),
    output: listOf(
      questionRow.extend({
        /** Title and the place of the answer that fits, cut where the keyword stands. One piece without a keyword. */
        titlePieces: z.array(textPiece),
        textPieces: z.array(textPiece),
      }),
    ),
  }),
  question: call({
    path: '/sys/question/front/detail',
    summary: '一个问题与它的答案、前后问题与相关问题',
    access: everyone,
    reads: true,
    input: z.object({ questionId: id }),
    output: questionRow.extend({
      /** The answer in Markdown. */
      body: z.string(),
      publishedAt: day,
      /** Minutes it takes to read, at least 1. */
      minutes: z.int(),
      previous: brief.nullable(),
      next: brief.nullable(),
      related: z.array(brief),
    }),
    failures: ['notFound'],
  }),
  /** Once a visitor, question and day: what is sent again that day takes the place of the first. */
  feedbackSubmit: call({
    path: '/sys/feedback/submit',
    summary: '评价一条帮助有用或没用，可写明原因；无需登录',
    access: everyone,
    input: z.object({ questionId: id, useful: z.boolean(), text: optionalText(500).default('') }),
    output: z.object({}),
    failures: ['notFound'],
    perMinute: 10,
    perDay: 60,
  }),
  feedbacks: call({
    path: '/sys/feedback/list-page',
    summary: '访客对帮助的评价，新的在前',
    access: operator('receive'),
    reads: true,
    input: z.object({
      useful: z.boolean().optional(),
      /** Only those with words. */
      withText: z.boolean().default(false),
      keyword: keyword.default(''),
      ...paging,
    }),
    output: listOf(feedback).extend({ counts: z.object({ useful: z.int(), useless: z.int() }) }),
    ours: true,
  }),
  friendLinks: call({
    path: '/sys/about-us/links/front/list-page',
    summary: '友情链接：监管、标准与信息查询的公共网站',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({ ...paging }),
    output: listOf(z.object({ linkId: id, name: z.string(), url: z.url(), intro: z.string(), groupName: z.string() })),
  }),
}
