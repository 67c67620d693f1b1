import { z } from 'zod'
import { maxWordLength, wordLevels } from '../../domain/operations/word-levels.ts'
import { operator } from '../access.ts'
import { call } from '../call.ts'
import { id, keyword, listOf, moment, paging, text } from '../fields.ts'

const level = z.enum(wordLevels)
const word = z.object({
  wordId: id,
  word: z.string(),
  level,
  reason: z.string(),
  updatedBy: z.string(),
  updatedAt: moment,
})
export type ModerationWord = z.output<typeof word>

const moderator = operator('moderate')

export const moderationWordsCalls = {
  moderationWords: call({
    path: '/ops/word/list-page',
    summary: '词表：禁止发布的词与可疑的词，新的在前',
    access: moderator,
    reads: true,
    input: z.object({ keyword: keyword.default(''), status: level.optional(), ...paging }),
    output: listOf(word),
    ours: true,
  }),
  /** Full-width and half-width, traditional and simplified, upper and lower case and blanks count as the same word. */
  moderationWordSave: call({
    path: '/ops/word/save',
    summary: '添加或修改词表中的一个词；数秒内对新发布的内容生效',
    access: moderator,
    input: z.object({ wordId: id.optional(), word: text(maxWordLength), level, reason: text(200) }),
    output: z.object({ wordId: id }),
    failures: ['moderationWordUsed'],
    logs: '维护词表',
    ours: true,
  }),
  moderationWordRemove: call({
    path: '/ops/word/remove',
    summary: '从词表中移除一个词',
    access: moderator,
    input: z.object({ wordId: id }),
    output: z.object({}),
    logs: '移除词表中的词',
    ours: true,
  }),
}
