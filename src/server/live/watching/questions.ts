import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { watchingCalls } from '../../../contract/live/watching.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { liveClasses, liveQuestions, liveWatches } from '../../../db/tables/live.ts'
import { classTag, classPhaseAt, isClassPublished, wasClassPublished } from '../../../domain/live/classes.ts'
import {
  maxClassQuestions,
  shownQuestionCount,
  acceptsQuestions,
  type QuestionsChanged,
} from '../../../domain/live/question-rules.ts'
import type { Context, Handler, Caller } from '../../handler.ts'
import { isHost } from '../classes/host.ts'
import { answeredRule } from '../../../domain/live/scores.ts'
import { links } from '../../../domain/links.ts'
import { bookScore } from '../scores.ts'
import { notify } from '../../accounts/notifications/notify.ts'

export const classQuestions: Handler<typeof watchingCalls.classQuestions> = async ({ classId }, { db, caller }) => {
  const [found] = await db
    .select({ companyId: liveClasses.companyId, status: liveClasses.status })
    .from(liveClasses)
    .where(eq(liveClasses.id, classId))
  if (found === undefined || !wasClassPublished(found.status)) throw new CallFailed('notFound')
  const all = caller !== null && isHost(caller, found)
  const rows = await db
    .select()
    .from(liveQuestions)
    .where(and(eq(liveQuestions.classId, classId), all ? undefined : isNull(liveQuestions.hiddenAt)))
    .orderBy(desc(liveQuestions.id))
    .limit(shownQuestionCount)
  return rows.map((question) => ({
    questionId: question.id,
    mine: question.userId === caller?.userId,
    text: question.text,
    answer: question.answer,
    answeredAt: question.answeredAt?.toISOString() ?? null,
    hidden: question.hiddenAt !== null,
    askedAt: question.createdAt.toISOString(),
  }))
}

export const questionAsk: Handler<typeof watchingCalls.questionAsk> = async ({ classId, text }, context) => {
  const { db, caller } = context
  const [found] = await db.select().from(liveClasses).where(eq(liveClasses.id, classId))
  if (found === undefined || !isClassPublished(found.status)) throw new CallFailed('notFound')
  if (!acceptsQuestions(classPhaseAt(found, new Date()))) throw new CallFailed('questionsClosed')
  const { userId } = caller
  const questionId = await db.transaction(async (tx) => {
    // Serialises concurrent requests of one person, so that the limit holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const [counted] = await tx
      .select({ total: count() })
      .from(liveQuestions)
      .where(and(eq(liveQuestions.userId, userId), eq(liveQuestions.classId, classId)))
    if ((counted?.total ?? 0) >= maxClassQuestions) throw new CallFailed('classQuestionsFull')
    const [row] = await tx.insert(liveQuestions).values({ classId, userId, text }).returning({ id: liveQuestions.id })
    return row?.id ?? 0
  })
  context.after(() => notifyWatchers(db, context, classId))
  return { questionId }
}

/** People count as watching for this many seconds after their last heartbeat. */
const watcherTimeoutSeconds = 60

/** Pushes a hint to current watchers to reload the questions, and invalidates the public page. */
export async function notifyWatchers(db: Db, { push, pages }: Pick<Context, 'push' | 'pages'>, classId: number) {
  pages.invalidate([classTag(classId)])
  const there = await db
    .select({ userId: liveWatches.userId })
    .from(liveWatches)
    .where(
      and(
        eq(liveWatches.classId, classId),
        gt(liveWatches.lastAt, sql`now() - make_interval(secs => ${watcherTimeoutSeconds})`),
      ),
    )
  const hint: QuestionsChanged = { kind: 'classQuestions', classId }
  for (const { userId } of there) push.send(userId, hint)
}

/** Saves, edits or clears an answer. The first answer to a person in a class earns the asker points. */
export const questionAnswer: Handler<typeof watchingCalls.questionAnswer> = async ({ questionId, answer }, context) => {
  const { db, caller, after, note } = context
  const classId = await db.transaction(async (tx) => {
    const { question, title, companyId, askerCompanyId } = await getHostedQuestion(tx, questionId, caller)
    const answeredAt = answer === '' ? null : sql`now()`
    await tx.update(liveQuestions).set({ answer, answeredAt }).where(eq(liveQuestions.id, questionId))
    if (answer !== '' && question.answer === '' && question.userId !== caller.userId) {
      const { userId } = question
      const about = `class:${question.classId}`
      // Members of the host's company earn no points.
      const earns = companyId === null || companyId !== askerCompanyId
      if (earns) await bookScore(tx, { userId, reason: 'answered', points: answeredRule.points, about, title })
      await notify(tx, context, 'question.answered', [userId], {
        title: `课堂提问有了解答：“${title}”`,
        text: answer.slice(0, 200),
        path: links.liveClass(question.classId),
      })
    }
    note(title)
    return question.classId
  })
  after(() => notifyWatchers(db, context, classId))
  return {}
}

export const questionHide: Handler<typeof watchingCalls.questionHide> = async ({ questionId, hidden }, context) => {
  const { db, caller, after, note } = context
  const { question, title } = await getHostedQuestion(db, questionId, caller)
  await db
    .update(liveQuestions)
    .set({ hiddenAt: hidden ? sql`now()` : null })
    .where(eq(liveQuestions.id, questionId))
  note(title)
  after(() => notifyWatchers(db, context, question.classId))
  return {}
}

/** Loads and locks a question of a class hosted by the caller; throws notFound for others. */
async function getHostedQuestion(tx: Db, questionId: number, caller: Caller) {
  const [found] = await tx
    .select({
      question: liveQuestions,
      title: liveClasses.title,
      companyId: liveClasses.companyId,
      askerCompanyId: users.companyId,
    })
    .from(liveQuestions)
    .innerJoin(liveClasses, eq(liveClasses.id, liveQuestions.classId))
    .innerJoin(users, eq(users.id, liveQuestions.userId))
    .where(eq(liveQuestions.id, questionId))
    .for('update', { of: liveQuestions })
  if (found === undefined || !isHost(caller, found)) throw new CallFailed('notFound')
  return found
}
