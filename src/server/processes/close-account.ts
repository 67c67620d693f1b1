import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { personalDataCalls } from '../../contract/accounts/personal-data.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import { companies, users } from '../../db/tables/accounts.ts'
import { accountClosings } from '../../db/tables/privacy.ts'
import { closingDays } from '../../domain/accounts/closing.ts'
import { maskEmail, maskPhone } from '../../domain/masks.ts'
import { dateTime } from '../../domain/time.ts'
import { notifySecurity } from '../accounts/profile/notify-security.ts'
import { getOwnAccount, type OwnAccount } from '../accounts/profile/own-account.ts'
import type { Handler } from '../handler.ts'
import { createJobContext } from '../platform/job-context.ts'
import { hashToken } from '../platform/tokens.ts'
import type { Providers } from '../providers/providers.ts'
import type { Push } from '../push/push.ts'
import { redeemCaptcha } from '../session/captchas.ts'
import { redeemCode } from '../session/codes.ts'
import { endSessionsOf } from '../session/end-sessions.ts'
import { sendCode } from '../session/send-code.ts'
import { anonymisePerson } from './anonymise-person.ts'
import { getClosingReasons } from './closing-obstacles.ts'

const dayMs = 86_400_000
const isOpen = and(isNull(accountClosings.withdrawnAt), isNull(accountClosings.doneAt))

export const accountClosing: Handler<typeof personalDataCalls.accountClosing> = async (_input, { db, caller }) => {
  const { mobile, email } = await getOwnAccount(db, caller.userId)
  return {
    obstacles: await getClosingReasons(db, caller.userId),
    ways: [
      ...(mobile === null ? [] : [{ way: 'sms' as const, target: maskPhone(mobile) }]),
      ...(email === null ? [] : [{ way: 'mail' as const, target: maskEmail(email) }]),
    ],
  }
}

/** Number or address that proves the person. */
function getCodeTarget({ mobile, email }: OwnAccount, way: 'sms' | 'mail'): string {
  const target = way === 'sms' ? mobile : email
  if (target === null)
    throw fieldFailed({ field: 'way', message: way === 'sms' ? '您的账号尚未绑定手机号' : '您的账号尚未绑定邮箱' })
  return target
}

export const closingCodeSend: Handler<typeof personalDataCalls.closingCodeSend> = async (
  { way, ...answer },
  context,
) => {
  const { db, caller } = context
  await redeemCaptcha(db, answer)
  const target = getCodeTarget(await getOwnAccount(db, caller.userId), way)
  return sendCode(context, { target, purpose: 'closeAccount', channel: way, userId: caller.userId, own: true })
}

export const accountClose: Handler<typeof personalDataCalls.accountClose> = async ({ way, code }, context) => {
  const { db, caller, push, after, note } = context
  const { userId, companyId } = caller
  const account = await getOwnAccount(db, userId)
  const target = getCodeTarget(account, way)
  const dueAt = new Date(Date.now() + closingDays * dayMs)
  const { ended } = await redeemCode(db, { target, purpose: 'closeAccount', userId, code }, async (tx) => {
    // Of two administrators who leave at once, the second sees the first.
    if (companyId !== null)
      await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update')
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const obstacles = await getClosingReasons(tx, userId)
    if (obstacles.length > 0) throw new CallFailed('closingObstructed', { obstacles })
    const made = await tx
      .insert(accountClosings)
      .values({ userId, dueAt })
      .onConflictDoNothing()
      .returning({ id: accountClosings.id })
    if (made.length === 0) throw new CallFailed('conflict')
    await notifySecurity(tx, context, account, `您的账号将于 ${dateTime(dueAt.toISOString())} 注销`, {
      always: true,
      advice: '在此之前登录并选择“撤销注销”即可恢复；如非您本人操作，请立即撤销并修改密码。',
    })
    return { ended: await endSessionsOf(tx, userId) }
  })
  note(way === 'sms' ? '短信验证码' : '邮件验证码')
  after(() => ended.forEach((sessionId) => push.endSession(sessionId)))
  return { dueAt: dueAt.toISOString() }
}

export const accountReturn: Handler<typeof personalDataCalls.accountReturn> = async ({ ticket }, context) => {
  const { db } = context
  await db.transaction(async (tx) => {
    const [closing] = await tx
      .update(accountClosings)
      .set({ withdrawnAt: new Date(), ticketHash: null })
      .where(
        and(isOpen, eq(accountClosings.ticketHash, hashToken(ticket)), gt(accountClosings.ticketUntil, sql`now()`)),
      )
      .returning({ userId: accountClosings.userId })
    if (closing === undefined) throw new CallFailed('ticketSpent')
    await notifySecurity(tx, context, await getOwnAccount(tx, closing.userId), '您已撤销账号注销', { always: true })
  })
  return {}
}

interface ClosingContext {
  readonly push: Push
  readonly providers: Pick<Providers, 'storage'>
  readonly config: Config
  readonly log: Pick<Logger, 'error'>
}

/** Accounts per run. */
const batch = 100

/**
 * Closes the accounts whose days to return are over, each in its own transaction. An account with new reasons against
 * it (an order made by a colleague in its name) stays, and its person is told.
 */
export async function closeDueAccounts(db: Db, context: ClosingContext): Promise<void> {
  const due = await db
    .select({ id: accountClosings.id })
    .from(accountClosings)
    .where(and(isOpen, lte(accountClosings.dueAt, sql`now()`)))
    .orderBy(asc(accountClosings.dueAt))
    .limit(batch)
  for (const { id } of due) {
    // One failure must not keep the others waiting.
    await closeAccountOf(db, id, context).catch((err: unknown) => context.log.error({ err, id }, 'account not closed'))
  }
}

async function closeAccountOf(db: Db, id: number, { push, providers, config }: ClosingContext): Promise<void> {
  const { context, notifyAll } = createJobContext(push)
  const ended = await db.transaction(async (tx) => {
    const [closing] = await tx
      .select()
      .from(accountClosings)
      .where(and(isOpen, eq(accountClosings.id, id), lte(accountClosings.dueAt, sql`now()`)))
      .for('update', { skipLocked: true })
    if (closing === undefined) return []
    const [user] = await tx.select().from(users).where(eq(users.id, closing.userId)).for('update')
    if (user === undefined) return []
    const now = new Date()
    // An account that its company deleted meanwhile has no obstacles left, and is made unrecognisable all the same.
    const [reason] = await getClosingReasons(tx, user.id)
    if (reason !== undefined) {
      await tx.update(accountClosings).set({ withdrawnAt: now }).where(eq(accountClosings.id, id))
      await notifySecurity(tx, { ...context, config }, { ...user, userId: user.id }, '您的账号未能注销', {
        always: true,
        advice: `${reason.text}。处理后可再次申请。`,
      })
      return []
    }
    const sessionIds = await endSessionsOf(tx, user.id)
    await anonymisePerson(tx, user, providers.storage)
    await tx.update(accountClosings).set({ doneAt: now, ticketHash: null }).where(eq(accountClosings.id, id))
    return sessionIds
  })
  ended.forEach((sessionId) => push.endSession(sessionId))
  await notifyAll()
}
