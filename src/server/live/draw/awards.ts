import { and, count, desc, eq, ilike, lte, or, sql, type SQL, asc, gt, inArray, isNull } from 'drizzle-orm'
import type { awardsCalls } from '../../../contract/live/awards.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { drawAwards, drawEntries, drawPrizes, drawRounds } from '../../../db/tables/draw.ts'
import { awardTransitions, type AwardEvent, awardReminderDays } from '../../../domain/live/award-states.ts'
import { links } from '../../../domain/links.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Handler, Context } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { addressOf } from '../../accounts/addresses/own-addresses.ts'
import { drawTag } from '../../../domain/live/draw.ts'
import { monthMinute } from '../../../domain/time.ts'
import { createJobContext } from '../../platform/job-context.ts'

const awardRows = (db: Db) =>
  db
    .select({
      award: drawAwards,
      entryNo: drawEntries.entryNo,
      roundTitle: drawRounds.title,
      prizeName: drawPrizes.name,
      figure: drawPrizes.figure,
      loginName: users.loginName,
      realName: users.realName,
    })
    .from(drawAwards)
    .innerJoin(drawEntries, eq(drawEntries.id, drawAwards.entryId))
    .innerJoin(drawRounds, eq(drawRounds.id, drawAwards.roundId))
    .innerJoin(drawPrizes, eq(drawPrizes.id, drawAwards.prizeId))
    .innerJoin(users, eq(users.id, drawAwards.userId))
    .$dynamic()

const isoOrNull = (moment: Date | null) => moment?.toISOString() ?? null
const presentAward = ({ award, ...row }: Awaited<ReturnType<typeof awardRows>>[number]) => {
  const { id, status, address, carrier, trackingNo } = award
  return {
    ...row,
    awardId: id,
    status,
    address,
    carrier,
    trackingNo,
    wonAt: award.createdAt.toISOString(),
    claimBy: award.claimBy.toISOString(),
    claimedAt: isoOrNull(award.claimedAt),
    shippedAt: isoOrNull(award.shippedAt),
    signedAt: isoOrNull(award.signedAt),
  }
}

export const awards: Handler<typeof awardsCalls.awards> = async ({ current, pageSize }, { db, caller }) => {
  const mine = eq(drawAwards.userId, caller.userId)
  const [counted] = await db.select({ total: count() }).from(drawAwards).where(mine)
  const rows = await awardRows(db)
    .where(mine)
    .orderBy(desc(drawAwards.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { total: counted?.total ?? 0, data: rows.map(presentAward) }
}

export const managedAwards: Handler<typeof awardsCalls.managedAwards> = async (input, { db }) => {
  const { keyword, status, current, pageSize } = input
  const part = likePattern(keyword)
  const found =
    keyword === ''
      ? undefined
      : or(ilike(users.realName, part), ilike(users.loginName, part), ilike(drawPrizes.name, part))
  const byStatus = await db
    .select({ status: drawAwards.status, count: count() })
    .from(drawAwards)
    .innerJoin(drawPrizes, eq(drawPrizes.id, drawAwards.prizeId))
    .innerJoin(users, eq(users.id, drawAwards.userId))
    .where(found)
    .groupBy(drawAwards.status)
  const rows = await awardRows(db)
    .where(and(found, status === undefined ? undefined : eq(drawAwards.status, status)))
    .orderBy(
      desc(eq(drawAwards.status, 'to_ship')),
      sql`case when ${drawAwards.status} = 'to_ship' then ${drawAwards.claimedAt} end`,
      desc(drawAwards.id),
    )
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { ...countsOf(byStatus, status), data: rows.map(presentAward) }
}

interface AwardStep {
  readonly event: AwardEvent
  readonly actor: 'winner' | 'operator' | 'system'
  /** Null for jobs. */
  readonly userId: number | null
  readonly set: Partial<typeof drawAwards.$inferInsert>
}

/** Applies a transition to an award under a row lock. */
export async function moveAward(tx: Db, which: SQL | undefined, { event, actor, userId, set }: AwardStep) {
  const [award] = await tx.select().from(drawAwards).where(which).for('update')
  if (award === undefined) throw new CallFailed('notFound')
  const to = nextState(awardTransitions, award.status, event, actor)
  if (to === undefined) throw new CallFailed('stepNotAllowed')
  await tx
    .update(drawAwards)
    .set({ ...set, status: to })
    .where(eq(drawAwards.id, award.id))
  const step = { entity: 'award' as const, entityId: award.id, event, fromStatus: award.status, toStatus: to }
  await recordSteps(tx, [{ ...step, userId }])
  return { award, to }
}

const isOwnAward = (awardId: number, userId: number) => and(eq(drawAwards.id, awardId), eq(drawAwards.userId, userId))

export const awardClaim: Handler<typeof awardsCalls.awardClaim> = ({ awardId, addressId }, { db, caller }) =>
  db.transaction(async (tx) => {
    const { userId } = caller
    const { receiver, mobile, districtName, street } = await addressOf(tx, userId, addressId)
    const set = { address: { receiver, mobile, districtName, street }, claimedAt: new Date() }
    const which = isOwnAward(awardId, userId)
    const { award, to } = await moveAward(tx, which, { event: 'claim', actor: 'winner', userId, set })
    const [late] = await tx
      .select({ id: drawAwards.id })
      .from(drawAwards)
      .where(and(eq(drawAwards.id, award.id), lte(drawAwards.claimBy, sql`clock_timestamp()`)))
    if (late !== undefined) throw new CallFailed('awardLate')
    return { status: to }
  })

export const awardSign: Handler<typeof awardsCalls.awardSign> = ({ awardId }, { db, caller }) =>
  db.transaction(async (tx) => {
    const { userId } = caller
    const set = { signedAt: new Date() }
    const { to } = await moveAward(tx, isOwnAward(awardId, userId), { event: 'sign', actor: 'winner', userId, set })
    return { status: to }
  })

export const awardShip: Handler<typeof awardsCalls.awardShip> = ({ awardId, carrier, trackingNo }, context) => {
  const { db, caller, note } = context
  return db.transaction(async (tx) => {
    const { userId } = caller
    const set = { carrier, trackingNo, shippedAt: new Date() }
    const which = eq(drawAwards.id, awardId)
    const { award, to } = await moveAward(tx, which, { event: 'ship', actor: 'operator', userId, set })
    await notify(tx, context, 'award.moved', [award.userId], {
      title: '您的奖品已发货',
      text: `${carrier}，运单号 ${trackingNo}。`,
      path: links.luckDrawAwards(),
    })
    note(`${carrier} ${trackingNo}`)
    return { status: to }
  })
}

/** Awards per transaction; the rest is handled by the next run. */
const awardBatch = 500

/** Reminds winners shortly before the claim deadline, and expires unclaimed awards after it, returning their stock. */
export async function processUnclaimedAwards(db: Db, { push, pages }: Pick<Context, 'push' | 'pages'>): Promise<void> {
  const { context, notifyAll } = createJobContext(push)
  await db.transaction(async (tx) => {
    const soon = and(
      isNull(drawAwards.remindedAt),
      gt(drawAwards.claimBy, sql`now()`),
      lte(drawAwards.claimBy, sql`now() + make_interval(days => ${awardReminderDays})`),
    )
    const near = await lockUnclaimedAwards(tx, soon)
    const nearIds = near.map(({ award }) => award.id)
    await tx
      .update(drawAwards)
      .set({ remindedAt: sql`now()` })
      .where(inArray(drawAwards.id, nearIds))
    for (const { award, name } of near) {
      await notify(tx, context, 'award.moved', [award.userId], {
        title: `您的奖品“${name}”尚未领取`,
        text: `请在 ${monthMinute(award.claimBy.toISOString())} 前选择收货地址，逾期作废。`,
        path: links.luckDrawAwards(),
      })
    }
    const late = await lockUnclaimedAwards(tx, lte(drawAwards.claimBy, sql`now()`))
    for (const { award, name } of late) {
      const which = eq(drawAwards.id, award.id)
      await moveAward(tx, which, { event: 'expire', actor: 'system', userId: null, set: {} })
      await tx
        .update(drawPrizes)
        .set({ left: sql`${drawPrizes.left} + 1` })
        .where(eq(drawPrizes.id, award.prizeId))
      await notify(tx, context, 'award.moved', [award.userId], {
        title: `奖品“${name}”已过领取期限`,
        text: `未在 ${monthMinute(award.claimBy.toISOString())} 前领取，奖品已收回。`,
        path: links.luckDrawAwards(),
      })
    }
    if (late.length > 0) context.after(() => pages.invalidate([drawTag]))
  })
  await notifyAll()
}

/** Loads and locks unclaimed awards; locked ones are skipped and handled by the next run. */
const lockUnclaimedAwards = (tx: Db, due: SQL | undefined) =>
  tx
    .select({ award: drawAwards, name: drawPrizes.name })
    .from(drawAwards)
    .innerJoin(drawPrizes, eq(drawPrizes.id, drawAwards.prizeId))
    .where(and(eq(drawAwards.status, 'to_claim'), due))
    .orderBy(asc(drawAwards.claimBy), asc(drawAwards.id))
    .limit(awardBatch)
    .for('update', { of: drawAwards, skipLocked: true })
