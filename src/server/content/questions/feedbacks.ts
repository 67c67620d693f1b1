import { and, count, desc, eq, ilike, ne } from 'drizzle-orm'
import type { questionsCalls } from '../../../contract/content/questions.ts'
import { users } from '../../../db/tables/accounts.ts'
import { helpFeedback as table } from '../../../db/tables/help.ts'
import type { Handler } from '../../handler.ts'
import { anywhere } from '../../search/anywhere.ts'
import { helpPages } from './help-pages.ts'

export const feedbacks: Handler<typeof questionsCalls.feedbacks> = async (input, { config, db }) => {
  const { useful, withText, keyword, current, pageSize } = input
  const found = and(
    withText ? ne(table.text, '') : undefined,
    keyword === '' ? undefined : ilike(table.text, anywhere(keyword)),
  )
  const counted = await db
    .select({ useful: table.useful, count: count() })
    .from(table)
    .where(found)
    .groupBy(table.useful)
  const countOf = (wanted: boolean) => counted.find((row) => row.useful === wanted)?.count ?? 0
  const rows = await db
    .select({ said: table, loginName: users.loginName })
    .from(table)
    .leftJoin(users, eq(users.id, table.userId))
    .where(and(found, useful === undefined ? undefined : eq(table.useful, useful)))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const titles = new Map(helpPages(config).map(({ id, title }) => [id, title]))
  const counts = { useful: countOf(true), useless: countOf(false) }
  return {
    total: useful === undefined ? counts.useful + counts.useless : useful ? counts.useful : counts.useless,
    counts,
    data: rows.map(({ said, loginName }) => ({
      ...{ feedbackId: said.id, questionId: said.questionId, useful: said.useful, text: said.text },
      title: titles.get(said.questionId) ?? '',
      loginName: loginName ?? '',
      createdAt: said.createdAt.toISOString(),
    })),
  }
}
