import { and, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { platformRecordsCalls } from '../../contract/operations/platform-records.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { users } from '../../db/tables/accounts.ts'
import { operatorNotes, outboxMessages } from '../../db/tables/operations.ts'
import { companies } from '../../db/tables/accounts.ts'
import { personName } from '../../domain/accounts/person-name.ts'
import { links } from '../../domain/links.ts'
import { sentence } from '../../domain/sentence.ts'
import { notify } from '../accounts/notifications/notify.ts'
import type { Context, Handler } from '../handler.ts'
import { endSuspension, openSuspension } from '../platform/history/suspensions.ts'
import { endSessionsOf } from '../session/end-sessions.ts'

type User = typeof users.$inferSelect

async function lockUser(tx: Db, userId: number): Promise<User> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('update')
  if (user === undefined) throw new CallFailed('notFound')
  return user
}

/** Names the user as the subject of the action. */
const noteUser = ({ note }: Pick<Context, 'note'>, user: User) =>
  note(`${personName(user)}（${user.loginName}）`, { kind: 'user', id: user.id, companyIds: [user.companyId] })

async function endSessions(tx: Db, { push, after }: Pick<Context, 'push' | 'after'>, userId: number): Promise<number> {
  const ended = await endSessionsOf(tx, userId)
  after(() => ended.forEach((sessionId) => push.endSession(sessionId)))
  return ended.length
}

export const userSuspend: Handler<typeof platformRecordsCalls.userSuspend> = async ({ userId, reason }, context) => {
  const { db, caller } = context
  const user = await lockUser(db, userId)
  if (user.isOperator || user.isService) throw new CallFailed('staffNotSuspendable')
  const before = { wasLocked: user.locked }
  await openSuspension(db, { kind: 'user', targetId: userId, reason, operatorId: caller.userId, before })
  await notify(db, context, 'security.changed', [userId], {
    title: '您的账号已被平台停用',
    text: `原因：${sentence(reason)}有异议的，请联系平台客服。`,
    path: links.contact(),
  })
  await db.update(users).set({ locked: true }).where(eq(users.id, userId))
  noteUser(context, user)
  return { ended: await endSessions(db, context, userId) }
}

export const userRestore: Handler<typeof platformRecordsCalls.userRestore> = async ({ userId, reason }, context) => {
  const { db, caller } = context
  const user = await lockUser(db, userId)
  const { wasLocked = false } = await endSuspension(db, 'user', userId, { operatorId: caller.userId, reason })
  await db.update(users).set({ locked: wasLocked }).where(eq(users.id, userId))
  await notify(db, context, 'security.changed', [userId], {
    title: '您的账号已恢复',
    text: sentence(reason),
    path: links.buyerSecurity(),
  })
  noteUser(context, user)
  return {}
}

export const userSessionsEnd: Handler<typeof platformRecordsCalls.userSessionsEnd> = async ({ userId }, context) => {
  const user = await lockUser(context.db, userId)
  noteUser(context, user)
  return { ended: await endSessions(context.db, context, userId) }
}

/** Messages with a secret are never sent again. */
const secretTemplates = ['code', 'invitation'] as const

export const userMessagesResend: Handler<typeof platformRecordsCalls.userMessagesResend> = async (
  { userId },
  context,
) => {
  const { db, jobs, after } = context
  const user = await lockUser(db, userId)
  const recipients = [user.mobile, user.email].filter((each) => each !== null)
  if (recipients.length === 0) {
    noteUser(context, user)
    return { queued: 0 }
  }
  const now = new Date()
  const queued = await db
    .update(outboxMessages)
    .set({ status: 'queued', attempts: 0, dueAt: now, lastError: '' })
    .where(
      and(
        or(...recipients.map((recipient) => eq(outboxMessages.recipientHash, recipient))),
        eq(outboxMessages.status, 'failed'),
        ne(outboxMessages.template, secretTemplates[0]),
        ne(outboxMessages.template, secretTemplates[1]),
        gt(outboxMessages.createdAt, sql`now() - interval '7 days'`),
        or(isNull(outboxMessages.expiresAt), gt(outboxMessages.expiresAt, now)),
      ),
    )
    .returning({ id: outboxMessages.id })
  noteUser(context, user)
  if (queued.length > 0) after(() => jobs.wake('operations-outbox'))
  return { queued: queued.length }
}

export const operatorNoteSave: Handler<typeof platformRecordsCalls.operatorNoteSave> = async (input, context) => {
  const { db, caller, note } = context
  const { kind, targetId, reason: text } = input
  const [target] =
    kind === 'user'
      ? await db.select({ name: users.loginName }).from(users).where(eq(users.id, targetId))
      : await db
          .select({ name: companies.name })
          .from(companies)
          .where(inArray(companies.id, [targetId]))
  if (target === undefined) throw new CallFailed('notFound')
  const [saved] = await db
    .insert(operatorNotes)
    .values({ kind, targetId, text, operatorId: caller.userId })
    .returning({ id: operatorNotes.id })
  if (saved === undefined) throw new CallFailed('conflict')
  note(target.name, { kind, id: targetId, ...(kind === 'company' ? { companyIds: [targetId] } : {}) })
  return { noteId: saved.id }
}
