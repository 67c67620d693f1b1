import { and, count, desc, eq, gt, ilike, or, sql } from 'drizzle-orm'
import type { digitalCalls } from '../../../contract/content/digital.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { lookupHash } from '../../../db/encryption/cipher.ts'
import { users } from '../../../db/tables/accounts.ts'
import { digitalJoins as table } from '../../../db/tables/digital.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { joinsPerDay, joinTransitions, mayStepJoin } from '../../../domain/content/join-states.ts'
import { links } from '../../../domain/links.ts'
import { nextState } from '../../../domain/transition.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Handler } from '../../handler.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { operatorIds } from '../../platform/notices/notices.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { redeemCaptcha } from '../../session/captchas.ts'

/**
 * Saves a vendor application and notifies the operators. Only the first one from an address needs no captcha. Does not
 * reveal whether the number has an account.
 */
export const digitalJoin: Handler<typeof digitalCalls.digitalJoin> = async (input, context) => {
  const { caller, db, limits, request } = context
  const { captcha, captchaId, ...typed } = input
  if (captcha !== '') await redeemCaptcha(db, { captcha, captchaId })
  else if (request.ip === undefined || (await limits.seen('join', request.ip)) !== 1) {
    throw new CallFailed('captchaNeeded')
  }
  await db.transaction(async (tx) => {
    // Advisory lock, so that concurrent applications of a number are counted correctly.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtext('digital_joins'), hashtext(${lookupHash(typed.mobile, 'digital_joins.mobile')}))`,
    )
    const today = and(eq(table.mobileHash, typed.mobile), gt(table.createdAt, sql`now() - interval '1 day'`))
    const [same] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(today, eq(table.company, typed.company), eq(table.appName, typed.appName)))
      .limit(1)
    if (same !== undefined) return
    const [counted] = await tx.select({ count: count() }).from(table).where(today)
    if ((counted?.count ?? 0) >= joinsPerDay) throw new CallFailed('joinsUsedUp')
    await tx.insert(table).values({ ...typed, userId: caller?.userId ?? null })
    await notify(tx, context, 'join.applied', await operatorIds(tx, 'receive'), {
      title: `${typed.company} 申请入驻数字应用商店`,
      text: `应用：${typed.appName}。`,
      path: links.digitalJoins(),
    })
  })
  return {}
}

/** Waiting applications first, longest waiting on top; then by last change. */
const joinOrder = [
  desc(eq(table.status, 'waiting')),
  sql`case when ${table.status} = 'waiting' then ${table.id} end asc nulls last`,
  desc(table.updatedAt),
  desc(table.id),
]

export const digitalJoins: Handler<typeof digitalCalls.digitalJoins> = async (input, { caller, db }) => {
  const { status, keyword, current, pageSize } = input
  const part = likePattern(keyword)
  const found =
    keyword === ''
      ? undefined
      : or(
          ilike(table.company, part),
          ilike(table.appName, part),
          ilike(table.contact, part),
          eq(table.mobileHash, keyword),
        )
  const counted = await db
    .select({ status: table.status, count: count() })
    .from(table)
    .where(found)
    .groupBy(table.status)
  const rows = await db
    .select({ join: table, realName: users.realName, loginName: users.loginName })
    .from(table)
    .leftJoin(users, eq(users.id, table.handledBy))
    .where(and(found, status === undefined ? undefined : eq(table.status, status)))
    .orderBy(...joinOrder)
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    ...countsOf(counted, status),
    data: rows.map(
      ({
        join: { id, userId: _sender, mobileHash: _hash, handledBy, createdAt, updatedAt, ...join },
        realName,
        loginName,
      }) => ({
        ...join,
        joinId: id,
        handlerName: personName({ realName, loginName }),
        mine: handledBy === caller.userId,
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      }),
    ),
  }
}

/** The row lock lets only one of concurrent operators take an application. */
export const digitalJoinStep: Handler<typeof digitalCalls.digitalJoinStep> = (input, context) => {
  const { caller, db, note: log } = context
  const { joinId, event, note } = input
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(table).where(eq(table.id, joinId)).for('update')
    if (row === undefined) throw new CallFailed('notFound')
    const to = nextState(joinTransitions, row.status, event, 'operator')
    if (to === undefined || !mayStepJoin(event, row.status, row.handledBy === caller.userId)) {
      throw new CallFailed('stepNotAllowed')
    }
    const handledBy = to === 'waiting' ? null : caller.userId
    await tx.update(table).set({ status: to, handledBy, note, updatedAt: new Date() }).where(eq(table.id, joinId))
    const step = { event, fromStatus: row.status, toStatus: to, userId: caller.userId, reason: note }
    await recordSteps(tx, [{ entity: 'digital_join', entityId: joinId, ...step }])
    if (row.userId !== null && (to === 'accepted' || to === 'declined')) {
      await notify(tx, context, 'join.decided', [row.userId], {
        title: to === 'accepted' ? `“${row.appName}”同意入驻` : `“${row.appName}”未能入驻`,
        text: note,
        path: links.digitalCooperation(),
      })
    }
    log(`编号 ${joinId}，${eventLabels[event]}`)
    return { status: to }
  })
}

const eventLabels = { take: '接手', accept: '同意', decline: '谢绝', release: '放回' } as const
