import { eq } from 'drizzle-orm'
import type { questionsCalls } from '../../../contract/content/questions.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { helpFeedback } from '../../../db/tables/help.ts'
import { facts } from '../../../db/tables/operations.ts'
import { date } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { hashToken, randomToken } from '../../session/tokens.ts'
import { helpPages } from './help-pages.ts'

/** What the hash of a visitor is salted with, so that addresses cannot be told from it by trying them all. */
const key = 'help.salt'

async function saltOf(db: Db): Promise<string> {
  const find = () => db.select({ value: facts.value }).from(facts).where(eq(facts.key, key))
  const [known] = await find()
  if (known !== undefined) return String(known.value)
  await db.insert(facts).values({ key, value: randomToken() }).onConflictDoNothing()
  const [made] = await find()
  return String(made?.value)
}

/** Keeps what somebody says of a question, once a day: what they say later that day takes the first's place. */
export const feedbackSubmit: Handler<typeof questionsCalls.feedbackSubmit> = async (input, context) => {
  const { questionId, useful, text } = input
  const { caller, config, db, request } = context
  if (!helpPages(config).some(({ id }) => id === questionId)) throw new CallFailed('notFound')
  const day = date(new Date().toISOString())
  const who = caller === null ? `${request.ip ?? ''} ${request.userAgent}` : `user ${caller.userId}`
  const visitor = hashToken(`${await saltOf(db)} ${day} ${who}`)
  const said = { useful, text, userId: caller?.userId ?? null, createdAt: new Date() }
  await db
    .insert(helpFeedback)
    .values({ questionId, visitor, day, ...said })
    .onConflictDoUpdate({ target: [helpFeedback.questionId, helpFeedback.visitor, helpFeedback.day], set: said })
  return {}
}
