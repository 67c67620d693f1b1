import { CallFailed, type FieldError } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { complaints, moderationWords } from '../../../db/tables/moderation.ts'
import { sql } from 'drizzle-orm'
import { wordReason, type ComplaintKind } from '../../../domain/operations/complaints.ts'
import { createWordList, type WordList } from '../../../domain/operations/moderation-words.ts'
import { cachedReads } from '../../cached-reads.ts'
import type { Context } from '../../handler.ts'

/** Tag of the word list; a change of it concerns no page. */
export const wordListTag = 'moderation-words'

const cached = cachedReads<WordList>({ tags: [wordListTag] })

/** The word list, cached until it is changed: no query per text. */
export const getWordList = (context: Pick<Context, 'db' | 'pages'>): Promise<WordList> =>
  cached(context, 'moderation words', async () =>
    createWordList(
      await context.db.select({ word: moderationWords.word, level: moderationWords.level }).from(moderationWords),
    ),
  )

/** Texts to be published, by the field of the form in which they are. */
export type FieldTexts = Readonly<Record<string, string | null | undefined>>

/** Forbidden words at their fields. */
export const forbiddenWordErrors = (words: WordList, texts: FieldTexts): FieldError[] =>
  Object.entries(texts).flatMap(([field, text]) => {
    const { forbidden } = words.find(text ?? '')
    return forbidden.length === 0
      ? []
      : [{ field, message: `含有不允许发布的词：${forbidden.map((word) => `“${word}”`).join('、')}` }]
  })

/** Throws wordForbidden with the fields and words. */
export function assertNoForbiddenWords(words: WordList, texts: FieldTexts): void {
  const errors = forbiddenWordErrors(words, texts)
  if (errors.length > 0) throw new CallFailed('wordForbidden', errors)
}

/** Suspicious words of texts, each once; with `all` also forbidden ones, where a text is never refused. */
export function suspiciousWords(words: WordList, texts: FieldTexts, all = false): string[] {
  const found = Object.values(texts).flatMap((text) => {
    const { suspicious, forbidden } = words.find(text ?? '')
    return all ? [...suspicious, ...forbidden] : suspicious
  })
  return [...new Set(found)]
}

/** A published text with suspicious words. */
export interface WordCase {
  readonly kind: ComplaintKind
  readonly subjectId: number
  readonly title: string
  readonly ownerCompanyId: number | null
  readonly ownerUserId?: number | undefined
  readonly words: readonly string[]
  /** The message, since it may be recalled. */
  readonly excerpt?: (typeof complaints.$inferInsert)['excerpt']
}

/**
 * Opens a case for each text with suspicious words, in the transaction that publishes it. A subject with an undecided
 * case keeps it.
 */
export async function openWordCases(tx: Db, cases: readonly WordCase[]): Promise<void> {
  const rows: (typeof complaints.$inferInsert)[] = cases
    .filter(({ words }) => words.length > 0)
    .map(({ words, title, ownerUserId = null, excerpt = [], ...row }) => ({
      ...row,
      ownerUserId,
      excerpt,
      title: title.slice(0, maxTitle),
      words: [...words],
      reason: wordReason,
    }))
  if (rows.length === 0) return
  if (rows.length > batch) {
    for (let at = 0; at < cases.length; at += batch) await openWordCases(tx, cases.slice(at, at + batch))
    return
  }
  await tx
    .insert(complaints)
    .values(rows)
    .onConflictDoNothing({
      target: [complaints.kind, complaints.subjectId],
      where: sql`reporter_user_id is null and decided_at is null`,
    })
}

const batch = 500
/** Characters of a subject's title in the queue. */
export const maxTitle = 100
