import { randomInt } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { captchas } from '../../db/tables/accounts.ts'
import { captchaSeconds } from '../../domain/accounts/identity-rules.ts'
import { mustOutliveFailure } from './counted-for-good.ts'
import { hashToken, randomToken } from './tokens.ts'

/** No letter or digit that another one could be taken for, in the captcha's own typeface and in any case. */
const letters = 'ACDEFHKMNPRTUWXY347'
const length = 4

/** What a person is asked to read. */
export const captchaText = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** How the answer of a captcha is kept. */
export const hashOfCaptcha = (id: string, answer: string) => hashToken(`${id} ${answer.toLowerCase()}`)

/** Keeps the answer of a captcha, as a hash, and gives the captcha's id. It is good for two minutes and one try. */
export async function keepCaptcha(db: Db, answer: string): Promise<string> {
  const id = randomToken()
  await db.insert(captchas).values({
    id,
    answerHash: hashOfCaptcha(id, answer),
    expiresAt: sql`now() + ${`${captchaSeconds} seconds`}::interval`,
  })
  return id
}

/** What a form sends of its captcha. */
interface CaptchaAnswer {
  readonly captchaId: string
  readonly captcha: string
}

/**
 * Uses a captcha up, whatever was answered, and throws captchaWrong unless it was right, new and unused. To be called
 * outside of a transaction: a refusal that is rolled back would give the captcha another try.
 */
export async function takeCaptcha(db: Db, { captchaId, captcha }: CaptchaAnswer): Promise<void> {
  mustOutliveFailure(db)
  const [kept] = await db
    .delete(captchas)
    .where(and(eq(captchas.id, captchaId), gt(captchas.expiresAt, sql`now()`)))
    .returning({ answerHash: captchas.answerHash })
  if (kept?.answerHash !== hashOfCaptcha(captchaId, captcha)) throw new CallFailed('captchaWrong')
}
