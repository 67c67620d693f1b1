import { and, count, desc, eq, ilike, lte, or, sql, type SQL } from 'drizzle-orm'
import type { awardsCalls } from '../../../contract/live/awards.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { drawAwards, drawEntries, drawPrizes, drawRounds } from '../../../db/tables/draw.ts'
import { awardTransitions, type AwardEvent } from '../../../domain/live/award-states.ts'
import { links } from '../../../domain/links.ts'
import { next } from '../../../domain/transition.ts'
import { notify } from '../../accounts/public.ts'
import type { Handler } from '../../handler.ts'
import { countsOf, recordSteps } from '../../operations/public.ts'
import { addressOf } from '../../orders/public.ts'
import { anywhere } from '../../search/anywhere.ts'

const awardRows = (db: Db) =>
  db
    .select({
      award: drawAwards,
      ...{ entryNo: drawEntries.entryNo, roundTitle: drawRounds.title, prizeName: drawPrizes.name },
      ...{ figure: drawPrizes.figure, loginName: users.loginName, realName: users.realName },
    })
    .from(drawAwards)
    .innerJoin(drawEntries, eq(drawEntries.id, drawAwards.entryId))
    .innerJoin(drawRounds, eq(drawRounds.id, drawAwards.roundId))
    .innerJoin(drawPrizes, eq(drawPrizes.id, drawAwards.prizeId))
    .innerJoin(users, eq(users.id, drawAwards.userId))
    .$dynamic()

const when = (moment: Date | null) => moment?.toISOString() ?? null
const present = ({ award, ...row }: Awaited<ReturnType<typeof awardRows>>[number]) => {
  const { id, status, address, carrier, trackingNo } = award
  return {
    ...{ ...row, awardId: id, status, address, carrier, trackingNo, wonAt: award.createdAt.toISOString() },
    claimBy: award.claimBy.toISOString(),
    ...{ claimedAt: when(award.claimedAt), shippedAt: when(award.shippedAt), signedAt: when(award.signedAt) },
  }
}

export const awards: Handler<typeof awardsCalls.awards> = async ({ current, pageSize }, { db, caller }) => {
  const mine = eq(drawAwards.userId, caller.userId)
  const [tally] = await db.select({ total: count() }).from(drawAwards).where(mine)
  const rows = await awardRows(db)
    .where(mine)
    .orderBy(desc(drawAwards.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { total: tally?.total ?? 0, data: rows.map(present) }
}

export const managedAwards: Handler<typeof awardsCalls.managedAwards> = async (input, { db }) => {
  const { keyword, status, current, pageSize } = input
  const part = anywhere(keyword)
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
  return { ...countsOf(byStatus, status), data: rows.map(present) }
}

interface Moving {
  readonly event: AwardEvent
  readonly actor: 'winner' | 'operator' | 'system'
  /** Null for the clock. */
  readonly userId: number | null
  readonly set: Partial<typeof drawAwards.$inferInsert>
}

/** Moves an award by its table, once: two at the same time are judged one after the other. */
export async function moveAward(tx: Db, which: SQL | undefined, { event, actor, userId, set }: Moving) {
  const [award] = await tx.select().from(drawAwards).where(which).for('update')
  if (award === undefined) throw new CallFailed('notFound')
  const to = next(awardTransitions, award.status, event, actor)
  if (to === undefined) throw new CallFailed('stepNotAllowed')
  await tx
    .update(drawAwards)
    .set({ ...set, status: to })
    .where(eq(drawAwards.id, award.id))
  const step = { entity: 'award' as const, entityId: award.id, event, fromStatus: award.status, toStatus: to }
  await recordSteps(tx, [{ ...step, userId }])
  return { award, to }
}

const ownAward = (awardId: number, userId: number) => and(eq(drawAwards.id, awardId), eq(drawAwards.userId, userId))

export const awardClaim: Handler<typeof awardsCalls.awardClaim> = ({ awardId, addressId }, { db, caller }) =>
  db.transaction(async (tx) => {
    const { userId } = caller
    const { receiver, mobile, districtName, street } = await addressOf(tx, userId, addressId)
    const set = { address: { receiver, mobile, districtName, street }, claimedAt: new Date() }
    const which = ownAward(awardId, userId)
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
    const { to } = await moveAward(tx, ownAward(awardId, userId), { event: 'sign', actor: 'winner', userId, set })
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
