import { eq, sql } from 'drizzle-orm'
import type { deskCalls } from '../../../contract/chat/desk.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { cannedAnswers as table } from '../../../db/tables/service-desk.ts'
import { mostCanned } from '../../../domain/chat/desk.ts'
import type { Handler } from '../../handler.ts'

export const cannedAnswers: Handler<typeof deskCalls.cannedAnswers> = async (_input, { db }) =>
  db.select({ answerId: table.id, title: table.title, text: table.text }).from(table).orderBy(table.id)

export const cannedAnswerSave: Handler<typeof deskCalls.cannedAnswerSave> = async (input, { db, caller }) => {
  const { answerId, title, text } = input
  const values = { title, text, updatedBy: caller.userId, updatedAt: new Date() }
  if (answerId === undefined && (await db.$count(table)) >= mostCanned) throw new CallFailed('cannedFull')
  const [row] =
    answerId === undefined
      ? await db.insert(table).values(values).returning({ id: table.id })
      : await db.update(table).set(values).where(eq(table.id, answerId)).returning({ id: table.id })
  if (row === undefined) throw new CallFailed('notFound')
  return { answerId: row.id }
}

export const cannedAnswerRemove: Handler<typeof deskCalls.cannedAnswerRemove> = async ({ answerId }, { db }) => {
  await db.delete(table).where(sql`${table.id} = ${answerId}`)
  return true
}
