import { randomInt } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { failedFor } from '../../contract/failures.ts'
import { lookupHash } from '../../db/encryption/cipher.ts'
import type { Db } from '../../db/open.ts'
import { sessions, users, verificationCodes } from '../../db/tables/accounts.ts'
import { codeSeconds, codesPerDay, resendSeconds, strangerCodesPerDay } from '../../domain/accounts/identity-rules.ts'
import type { Context } from '../handler.ts'
import { queueMessage, type OutboxMessage } from '../platform/outbox/outbox.ts'
import { codeRequester, type CodeRequester } from './code-requester.ts'
import { withMinDuration } from './min-duration.ts'
import { codeHash, type CodePurpose, type CodeTarget } from './codes.ts'
import { randomToken } from '../platform/tokens.ts'

/** Purpose of a code as named in messages. */
const purposeLabels: Record<CodePurpose, string> = {
  login: '登录',
  register: '注册',
  registerLogin: '登录或注册',
  resetPassword: '重置密码',
  changeMobile: '验证原手机号',
  newMobile: '绑定手机号',
  bindEmail: '绑定邮箱',
  reauthenticate: '确认身份',
  invitation: '接受企业邀请',
  closeAccount: '注销账号',
}

const daySeconds = 86_400
/** Namespace of the advisory lock. */
const advisoryLockSpace = 720_427

export interface CodeRequest extends CodeTarget {
  /** Signed-in requester: the code is bound to the user instead of the browser. */
  readonly userId?: number
  /** Whether the target is the number of the signed-in account. */
  readonly own?: boolean
  readonly channel: 'sms' | 'mail'
  /**
   * False where the target has no account and that must not be revealed: counted as usual, but no message is sent and
   * no code is valid.
   */
  readonly known?: boolean
}

/**
 * Sends a code: at most one per minute and ten in 24 hours per number or address, over all purposes and processes. Of
 * these, unknown browsers get at most seven, so that the owner still gets codes. The code is bound to the requester
 * (`codeRequester`). Throws codeTooSoon or codesUsedUp with the seconds to wait. The caller checks the image captcha.
 */
export async function sendCode(
  context: Pick<Context, 'db' | 'config' | 'after' | 'jobs' | 'request' | 'setCookie'>,
  wanted: CodeRequest,
): Promise<{ resendAfter: number; expiresIn: number; codeId?: string }> {
  const { db, config, after, jobs } = context
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const known = wanted.known ?? true
  const bound = wanted.userId === undefined ? codeRequester(context) : signedIn
  const isSaved = db.transaction(async (tx) => {
    const familiar = wanted.own === true || (await isFamiliar(tx, wanted.target, bound))
    await assertMaySendCode(tx, wanted.target, familiar)
    const [saved] = await tx
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
    if (saved === undefined || !known) return
    await queueMessage(
      tx,
      { after, jobs },
      messageOf(wanted, code, { sign: config.sms.sign, expiresAt: saved.expiresAt }),
    )
  })
  await withMinDuration(isSaved)
  const sent = { resendAfter: resendSeconds, expiresIn: codeSeconds }
  return bound.codeId === undefined ? sent : { ...sent, codeId: bound.codeId }
}

const signedIn: CodeRequester = { asker: '', askerAddress: '' }

/** Whether the account of the number has signed in with this browser before. */
async function isFamiliar(db: Db, target: string, { asker }: CodeRequester): Promise<boolean> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(and(eq(users.mobileHash, target), eq(sessions.browserHash, asker)))
    .limit(1)
  return row !== undefined
}

function messageOf(
  { target, channel, purpose }: CodeRequest,
  code: string,
  { sign, expiresAt }: { readonly sign: string; readonly expiresAt: Date },
): OutboxMessage {
  const what = `${purposeLabels[purpose]}验证码`
  const text = `${what} ${code}，${codeSeconds / 60} 分钟内有效。请勿告诉他人；如非您本人操作，请忽略。`
  const message = { channel, recipient: target, template: 'code', params: { code }, expiresAt } as const
  if (channel === 'mail') return { ...message, subject: what, text }
  return { ...message, text: sign === '' ? text : `【${sign}】${text}` }
}

/**
 * Serialises requests per target until the end of the transaction. The clock is read after taking the lock, so that the
 * wait counts.
 */
async function assertMaySendCode(tx: Db, target: string, familiar: boolean): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLockSpace}, hashtext(${lookupHash(target, 'verification_codes.target')}))`,
  )
  const age = sql<number>`extract(epoch from clock_timestamp() - ${verificationCodes.createdAt})::float8`
  const sent = await tx
    .select({ age, familiar: verificationCodes.familiar })
    .from(verificationCodes)
    .where(
      sql`${eq(verificationCodes.targetHash, target)}
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
