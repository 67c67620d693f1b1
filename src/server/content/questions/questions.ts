import { and, count, desc, eq, ilike, ne } from 'drizzle-orm'
import type { questionsCalls } from '../../../contract/content/questions.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { helpFeedback as table } from '../../../db/tables/help.ts'
import { facts } from '../../../db/tables/operations.ts'
import { helpCategories, helpMenu } from '../../../domain/content/help-categories.ts'
import { createExcerpt, splitAtTerms } from '../../../domain/content/highlight.ts'
import { getReadingMinutes, plainLines } from '../../../domain/content/plain-text.ts'
import { date } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { hashToken, randomToken } from '../../platform/tokens.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { helpPages, listPagesIn, presentBrief, presentQuestion } from './help-pages.ts'
import { getTerms, searchHelpPages } from './search-help-pages.ts'

export const questions: Handler<typeof questionsCalls.questions> = async (input, context) => {
  const { categoryId, keyword, current, pageSize } = input
  const pages = await helpPages(context)
  const within = categoryId === undefined ? pages : listPagesIn(pages, categoryId)
  const found = keyword === '' ? within : searchHelpPages(within, keyword)
  const terms = keyword === '' ? [] : getTerms(keyword)
  return {
    total: found.length,
    data: found.slice((current - 1) * pageSize, current * pageSize).map((page) => ({
      ...presentQuestion(page),
      titlePieces: splitAtTerms(page.title, terms),
      textPieces: splitAtTerms(
        keyword === '' ? page.summary : createExcerpt([page.summary, ...plainLines(page.body)], terms),
        terms,
      ),
    })),
  }
}

export const question: Handler<typeof questionsCalls.question> = async ({ questionId }, context) => {
  const pages = await helpPages(context)
  const page = pages.find(({ id }) => id === questionId)
  if (page === undefined) throw new CallFailed('notFound')
  const beside = listPagesIn(pages, page.category)
  const at = beside.indexOf(page)
  const [previous, next] = [beside[at - 1], beside[at + 1]]
  return {
    ...presentQuestion(page),
    body: page.body,
    publishedAt: page.published,
    minutes: getReadingMinutes(page.body),
    previous: previous === undefined ? null : presentBrief(previous),
    next: next === undefined ? null : presentBrief(next),
    related: page.related.flatMap((id) => pages.filter((other) => other.id === id).map(presentBrief)),
  }
}

export const questionMenu: Handler<typeof questionsCalls.questionMenu> = async (_input, context) => {
  const pages = await helpPages(context)
  return {
    data: helpMenu.map(({ name, ids }) => ({
      groupName: name,
      children: helpCategories
        .filter(({ id }) => ids.includes(id))
        .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
        .map(({ id, name: categoryName, intro }) => ({
          categoryId: id,
          categoryName,
          intro,
          count: listPagesIn(pages, id).length,
        })),
    })),
  }
}

export const feedbacks: Handler<typeof questionsCalls.feedbacks> = async (input, context) => {
  const { db } = context
  const { useful, withText, keyword, current, pageSize } = input
  const found = and(
    withText ? ne(table.text, '') : undefined,
    keyword === '' ? undefined : ilike(table.text, likePattern(keyword)),
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
  const titles = new Map((await helpPages(context)).map(({ id, title }) => [id, title]))
  const counts = { useful: countOf(true), useless: countOf(false) }
  return {
    total: useful === undefined ? counts.useful + counts.useless : useful ? counts.useful : counts.useless,
    counts,
    data: rows.map(({ said, loginName }) => ({
      feedbackId: said.id,
      questionId: said.questionId,
      useful: said.useful,
      text: said.text,
      title: titles.get(said.questionId) ?? '',
      loginName: loginName ?? '',
      createdAt: said.createdAt.toISOString(),
    })),
  }
}

/** Key of the salt for visitor hashes, which prevents recovering IP addresses by brute force. */
const saltKey = 'help.salt'

async function getSalt(db: Db): Promise<string> {
  const find = () => db.select({ value: facts.value }).from(facts).where(eq(facts.key, saltKey))
  const [known] = await find()
  if (known !== undefined) return String(known.value)
  await db.insert(facts).values({ key: saltKey, value: randomToken() }).onConflictDoNothing()
  const [made] = await find()
  return String(made?.value)
}

/** Saves feedback on a question, one per visitor and day; later feedback replaces it. */
export const feedbackSubmit: Handler<typeof questionsCalls.feedbackSubmit> = async (input, context) => {
  const { questionId, useful, text } = input
  const { caller, db, request } = context
  if (!(await helpPages(context)).some(({ id }) => id === questionId)) throw new CallFailed('notFound')
  const day = date(new Date().toISOString())
  const who = caller === null ? `${request.ip ?? ''} ${request.userAgent}` : `user ${caller.userId}`
  const visitor = hashToken(`${await getSalt(db)} ${day} ${who}`)
  const said = { useful, text, userId: caller?.userId ?? null, createdAt: new Date() }
  await db
    .insert(table)
    .values({ questionId, visitor, day, ...said })
    .onConflictDoUpdate({ target: [table.questionId, table.visitor, table.day], set: said })
  return {}
}
