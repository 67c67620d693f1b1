import { randomInt } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { failedFor } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { sessions, users, verificationCodes } from '../../db/tables/accounts.ts'
import { codeSeconds, codesPerDay, resendSeconds, strangerCodesPerDay } from '../../domain/accounts/identity-rules.ts'
import type { Context } from '../handler.ts'
import { queueMessage, type OutboxMessage } from '../operations/outbox.ts'
import { codeAsker, type CodeAsker } from './code-asker.ts'
import { inEvenTime } from './even-time.ts'
import { codeHash, type CodePurpose, type CodeTarget } from './codes.ts'
import { randomToken } from './tokens.ts'

/** How a message calls what its code is for. */
const purposeWords: Record<CodePurpose, string> = {
  login: '登录',
  register: '注册',
  registerLogin: '登录或注册',
  resetPassword: '重置密码',
  changeMobile: '验证原手机号',
  newMobile: '绑定手机号',
  bindEmail: '绑定邮箱',
  reauthenticate: '确认身份',
  invitation: '接受企业邀请',
}

const daySeconds = 86_400
/** Any number that no other use of advisory locks has. */
const lockSpace = 720_427

export interface WantedCode extends CodeTarget {
  /** Who asks, where somebody is signed in: the code is bound to them instead of to the browser. */
  readonly userId?: number
  /** The target is the own number of the account that is signed in. */
  readonly own?: boolean
  readonly channel: 'sms' | 'mail'
  /**
   * False where nobody by that number may be told so: everything is as for anybody, the count too, but no message goes
   * out and no code is right.
   */
  readonly known?: boolean
}

/**
 * Sends a code: one a minute and ten in 24 hours to one number or address, whatever they are for, over all processes.
 * Of these ten strangers get seven at most, so that the owner's browsers still get theirs. The code is bound to whoever
 * asks (`codeAsker`). Throws codeTooSoon or codesUsedUp with the seconds until the next. The image captcha is the
 * caller's business.
 */
export async function sendCode(
  context: Pick<Context, 'db' | 'config' | 'after' | 'jobs' | 'request' | 'setCookie'>,
  wanted: WantedCode,
): Promise<{ resendAfter: number; expiresIn: number; codeId?: string }> {
  const { db, config, after, jobs } = context
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const known = wanted.known ?? true
  const bound = wanted.userId === undefined ? codeAsker(context) : signedIn
  const keep = db.transaction(async (tx) => {
    const familiar = wanted.own === true || (await isFamiliar(tx, wanted.target, bound))
    await mayHaveAnother(tx, wanted.target, familiar)
    const [kept] = await tx
      .insert(verificationCodes)
      .values({
        target: wanted.target,
        purpose: wanted.purpose,
        userId: wanted.userId ?? null,
        asker: bound.asker,
        askerAddress: bound.askerAddress,
        familiar,
        codeHash: known ? codeHash(wanted, code) : randomToken(),
        createdAt: sql`clock_timestamp()`,
        expiresAt: sql`clock_timestamp() + ${`${codeSeconds} seconds`}::interval`,
      })
      .returning({ expiresAt: verificationCodes.expiresAt })
    if (kept === undefined || !known) return
    await queueMessage(
      tx,
      { after, jobs },
      messageOf(wanted, code, { sign: config.sms.sign, expiresAt: kept.expiresAt }),
    )
  })
  await inEvenTime(keep)
  const sent = { resendAfter: resendSeconds, expiresIn: codeSeconds }
  return bound.codeId === undefined ? sent : { ...sent, codeId: bound.codeId }
}

const signedIn: CodeAsker = { asker: '', askerAddress: '' }

/** Whether the account of a number signed in before in the browser that asks. */
async function isFamiliar(db: Db, target: string, { asker }: CodeAsker): Promise<boolean> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(and(eq(users.mobile, target), eq(sessions.browserHash, asker)))
    .limit(1)
  return row !== undefined
}

function messageOf(
  { target, channel, purpose }: WantedCode,
  code: string,
  { sign, expiresAt }: { readonly sign: string; readonly expiresAt: Date },
): OutboxMessage {
  const what = `${purposeWords[purpose]}验证码`
  const text = `${what} ${code}，${codeSeconds / 60} 分钟内有效。请勿告诉他人；如非您本人操作，请忽略。`
  const message = { channel, recipient: target, template: 'code', params: { code }, expiresAt } as const
  if (channel === 'mail') return { ...message, subject: what, text }
  return { ...message, text: sign === '' ? text : `【${sign}】${text}` }
}

/**
 * One after the other for each target, until the transaction ends. The clock is read after the lock is held: whoever
 * waited for it must not judge by the time at which the waiting began.
 */
async function mayHaveAnother(tx: Db, target: string, familiar: boolean): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockSpace}, hashtext(${target}))`)
  const age = sql<number>`extract(epoch from clock_timestamp() - ${verificationCodes.createdAt})::float8`
  const sent = await tx
    .select({ age, familiar: verificationCodes.familiar })
    .from(verificationCodes)
    .where(
      sql`${verificationCodes.target} = ${target}
        and ${verificationCodes.createdAt} > clock_timestamp() - ${`${daySeconds} seconds`}::interval`,
    )
    .orderBy(age)
    .limit(codesPerDay)
  const oldest =
    sent[codesPerDay - 1] ?? (familiar ? undefined : sent.filter((one) => !one.familiar)[strangerCodesPerDay - 1])
  if (oldest !== undefined) throw failedFor('codesUsedUp', daySeconds - oldest.age)
  const newest = sent[0]
  if (newest !== undefined && newest.age < resendSeconds) throw failedFor('codeTooSoon', resendSeconds - newest.age)
}
