import { and, eq, isNull } from 'drizzle-orm'
import type { platformRecordsCalls } from '../../contract/operations/platform-records.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { users } from '../../db/tables/accounts.ts'
import { accountViews } from '../../db/tables/operations.ts'
import { personName } from '../../domain/accounts/person-name.ts'
import { cookieAttributes, sessionCookies } from '../../domain/accounts/session.ts'
import { links } from '../../domain/links.ts'
import { accountViewMinutes, encodeAccountView } from '../../domain/operations/account-views.ts'
import { sentence } from '../../domain/sentence.ts'
import { notify } from '../accounts/notifications/notify.ts'
import type { Handler } from '../handler.ts'
import { hashToken, randomToken } from '../platform/tokens.ts'

export const accountViewStart: Handler<typeof platformRecordsCalls.accountViewStart> = async (
  { userId, reason },
  context,
) => {
  const { db, caller, config, note, setCookie } = context
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (person === undefined) throw new CallFailed('notFound')
  if (person.isOperator || person.isService || person.locked) throw new CallFailed('viewUnavailable')
  await endView(db, caller.sessionId)
  const token = randomToken()
  const seconds = accountViewMinutes * 60
  const expiresAt = new Date(Date.now() + seconds * 1000)
  await db.insert(accountViews).values({
    operatorId: caller.userId,
    sessionId: caller.sessionId,
    userId,
    reason,
    tokenHash: hashToken(token),
    expiresAt,
  })
  await notify(db, context, 'security.changed', [userId], {
    title: `平台客服人员查看了您的账号（只读，${accountViewMinutes} 分钟）`,
    text: `原因：${sentence(reason)}对方不能代您操作，也看不到会话、保密资料与银行账户。有疑问请联系平台客服。`,
    path: links.contact(),
  })
  note(`${personName(person)}（${person.loginName}）`, { kind: 'user', id: userId, companyIds: [person.companyId] })
  const { view, viewed } = sessionCookies(config.siteUrl)
  const tail = `${cookieAttributes(config.siteUrl)}; Max-Age=${seconds}`
  const shown = { name: personName(person), userId, endsAt: expiresAt.getTime() }
  setCookie(`${view}=${token}; HttpOnly${tail}`)
  setCookie(`${viewed}=${encodeAccountView(shown)}${tail}`)
  return { expiresAt: expiresAt.toISOString() }
}

export const accountViewEnd: Handler<typeof platformRecordsCalls.accountViewEnd> = async (_, context) => {
  const { db, caller, config, setCookie } = context
  const ended = await endView(db, caller.sessionId)
  const { view, viewed } = sessionCookies(config.siteUrl)
  for (const name of [view, viewed]) setCookie(`${name}=; Max-Age=0${cookieAttributes(config.siteUrl)}`)
  return { userId: ended ?? null }
}

/** Ends the view of an operator's session; returns the id of the person who was viewed. */
async function endView(db: Db, sessionId: number): Promise<number | undefined> {
  const [ended] = await db
    .update(accountViews)
    .set({ endedAt: new Date() })
    .where(and(eq(accountViews.sessionId, sessionId), isNull(accountViews.endedAt)))
    .returning({ userId: accountViews.userId })
  return ended?.userId
}
