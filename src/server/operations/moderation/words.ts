import { and, count, desc, eq, ilike, ne } from 'drizzle-orm'
import type { moderationWordsCalls } from '../../../contract/operations/moderation-words.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { users } from '../../../db/tables/accounts.ts'
import { moderationWords as table } from '../../../db/tables/moderation.ts'
import { foldWord } from '../../../domain/operations/moderation-words.ts'
import { wordLevelLabels } from '../../../domain/operations/word-levels.ts'
import type { Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { wordListTag } from './word-list.ts'

export const moderationWords: Handler<typeof moderationWordsCalls.moderationWords> = async (input, { db }) => {
  const { keyword, status, current, pageSize } = input
  const where = and(
    keyword === '' ? undefined : ilike(table.folded, likePattern(foldWord(keyword))),
    status && eq(table.level, status),
  )
  const [counted] = await db.select({ total: count() }).from(table).where(where)
  const rows = await db
    .select({ row: table, updatedBy: users.loginName })
    .from(table)
    .innerJoin(users, eq(users.id, table.updatedBy))
    .where(where)
    .orderBy(desc(table.updatedAt), desc(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: counted?.total ?? 0,
    data: rows.map(({ row: { id, word, level, reason, updatedAt }, updatedBy }) => ({
      wordId: id,
      word,
      level,
      reason,
      updatedBy,
      updatedAt: updatedAt.toISOString(),
    })),
  }
}

export const moderationWordSave: Handler<typeof moderationWordsCalls.moderationWordSave> = async (input, context) => {
  const { db, caller, note, after, pages } = context
  const { wordId, word, level, reason } = input
  const folded = foldWord(word)
  if (folded === '') throw fieldFailed({ field: 'word', message: '请填写文字' })
  const [used] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.folded, folded), wordId === undefined ? undefined : ne(table.id, wordId)))
  if (used !== undefined) throw new CallFailed('moderationWordUsed')
  const values = { word, folded, level, reason, updatedBy: caller.userId, updatedAt: new Date() }
  const [saved] =
    wordId === undefined
      ? await db.insert(table).values(values).onConflictDoNothing().returning({ id: table.id })
      : await db.update(table).set(values).where(eq(table.id, wordId)).returning({ id: table.id })
  // Added by another operator meanwhile, or removed.
  if (saved === undefined) throw new CallFailed(wordId === undefined ? 'moderationWordUsed' : 'notFound')
  note(`${word}，${wordLevelLabels[level]}`)
  after(() => pages.invalidate([wordListTag]))
  return { wordId: saved.id }
}

export const moderationWordRemove: Handler<typeof moderationWordsCalls.moderationWordRemove> = async (
  { wordId },
  { db, note, after, pages },
) => {
  const [gone] = await db.delete(table).where(eq(table.id, wordId)).returning({ word: table.word })
  if (gone === undefined) throw new CallFailed('notFound')
  note(gone.word)
  after(() => pages.invalidate([wordListTag]))
  return {}
}
