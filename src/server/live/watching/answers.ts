import { eq, sql } from 'drizzle-orm'
import type { watchingCalls } from '../../../contract/live/watching.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { liveClasses, liveQuestions } from '../../../db/tables/live.ts'
import { answeredRule } from '../../../domain/live/scores.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Caller, Handler } from '../../handler.ts'
import { isHost } from '../classes/host.ts'
import { moveScore } from '../move-score.ts'
import { tellWatchers } from './questions.ts'

/** The first answer to a person in a class is worth points to who asked; an answer may be put better, or taken back. */
export const questionAnswer: Handler<typeof watchingCalls.questionAnswer> = async ({ questionId, answer }, context) => {
  const { db, caller, after, note } = context
  const classId = await db.transaction(async (tx) => {
    const { question, title, companyId, askerCompanyId } = await questionOf(tx, questionId, caller)
    const answeredAt = answer === '' ? null : sql`now()`
    await tx.update(liveQuestions).set({ answer, answeredAt }).where(eq(liveQuestions.id, questionId))
    if (answer !== '' && question.answer === '' && question.userId !== caller.userId) {
      const { userId } = question
      const about = `class:${question.classId}`
      // Colleagues of the host would answer one another for points.
      const earns = companyId === null || companyId !== askerCompanyId
      if (earns) await moveScore(tx, { userId, reason: 'answered', points: answeredRule.points, about, title })
      await notify(tx, context, 'question.answered', [userId], {
        title: `课堂提问有了解答：「${title}」`,
        text: answer.slice(0, 200),
        path: links.liveClass(question.classId),
      })
    }
    note(title)
    return question.classId
  })
  after(() => tellWatchers(db, context, classId))
  return {}
}

export const questionHide: Handler<typeof watchingCalls.questionHide> = async ({ questionId, hidden }, context) => {
  const { db, caller, after, note } = context
  const { question, title } = await questionOf(db, questionId, caller)
  await db
    .update(liveQuestions)
    .set({ hiddenAt: hidden ? sql`now()` : null })
    .where(eq(liveQuestions.id, questionId))
  note(title)
  after(() => tellWatchers(db, context, question.classId))
  return {}
}

/** A question of a class that the caller speaks for; to everybody else it is not there. Locked in a transaction. */
async function questionOf(tx: Db, questionId: number, caller: Caller) {
  const [found] = await tx
    .select({
      ...{ question: liveQuestions, title: liveClasses.title },
      ...{ companyId: liveClasses.companyId, askerCompanyId: users.companyId },
    })
    .from(liveQuestions)
    .innerJoin(liveClasses, eq(liveClasses.id, liveQuestions.classId))
    .innerJoin(users, eq(users.id, liveQuestions.userId))
    .where(eq(liveQuestions.id, questionId))
    .for('update', { of: liveQuestions })
  if (found === undefined || !isHost(caller, found)) throw new CallFailed('notFound')
  return found
}
