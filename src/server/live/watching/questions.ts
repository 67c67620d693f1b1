import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { watchingCalls } from '../../../contract/live/watching.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { liveClasses, liveQuestions, liveWatches } from '../../../db/tables/live.ts'
import { classTag, phaseOf } from '../../../domain/live/classes.ts'
import {
  mostQuestions,
  questionsShown,
  takesQuestions,
  type QuestionsChanged,
} from '../../../domain/live/question-rules.ts'
import type { Context, Handler } from '../../handler.ts'
import { isHost } from '../classes/host.ts'

export const classQuestions: Handler<typeof watchingCalls.classQuestions> = async ({ classId }, { db, caller }) => {
  const [found] = await db
    .select({ companyId: liveClasses.companyId, status: liveClasses.status })
    .from(liveClasses)
    .where(eq(liveClasses.id, classId))
  if (found === undefined || (found.status !== 'published' && found.status !== 'cancelled'))
    throw new CallFailed('notFound')
  const all = caller !== null && isHost(caller, found)
  const rows = await db
    .select()
    .from(liveQuestions)
    .where(and(eq(liveQuestions.classId, classId), all ? undefined : isNull(liveQuestions.hiddenAt)))
    .orderBy(desc(liveQuestions.id))
    .limit(questionsShown)
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
  if (found === undefined || found.status !== 'published') throw new CallFailed('notFound')
  if (!takesQuestions(phaseOf(found, new Date()))) throw new CallFailed('questionsClosed')
  const { userId } = caller
  const questionId = await db.transaction(async (tx) => {
    // One after the other for a person: parallel ones would all see room.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const [asked] = await tx
      .select({ total: count() })
      .from(liveQuestions)
      .where(and(eq(liveQuestions.userId, userId), eq(liveQuestions.classId, classId)))
    if ((asked?.total ?? 0) >= mostQuestions) throw new CallFailed('classQuestionsFull')
    const [row] = await tx.insert(liveQuestions).values({ classId, userId, text }).returning({ id: liveQuestions.id })
    return row?.id ?? 0
  })
  context.after(() => tellWatchers(db, context, classId))
  return { questionId }
}

/** Within this many seconds of their last sign of life people are there. */
const presentSeconds = 60

/** Tells everyone who watches that the questions changed; they read them anew. The public page goes with it. */
export async function tellWatchers(db: Db, { push, pages }: Pick<Context, 'push' | 'pages'>, classId: number) {
  pages.invalidate([classTag(classId)])
  const there = await db
    .select({ userId: liveWatches.userId })
    .from(liveWatches)
    .where(
      and(
        eq(liveWatches.classId, classId),
        gt(liveWatches.lastAt, sql`now() - make_interval(secs => ${presentSeconds})`),
      ),
    )
  const hint: QuestionsChanged = { kind: 'classQuestions', classId }
  for (const { userId } of there) push.send(userId, hint)
}
