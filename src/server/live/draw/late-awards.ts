import { and, asc, eq, gt, inArray, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { drawAwards, drawPrizes } from '../../../db/tables/draw.ts'
import { remindDays } from '../../../domain/live/award-states.ts'
import { drawTag } from '../../../domain/live/draw.ts'
import { links } from '../../../domain/links.ts'
import { monthMinute } from '../../../domain/time.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'
import { newsOfJob } from '../../jobs/news-of-job.ts'
import { moveAward } from './awards.ts'

/** Taken in one transaction; what is left comes with the next run. */
const batch = 500

/** Reminds winners whose awards are to be claimed within days, and takes back what was not claimed in time. */
export async function lateAwards(db: Db, { push, pages }: Pick<Context, 'push' | 'pages'>): Promise<void> {
  const { news, tellAll } = newsOfJob(push)
  await db.transaction(async (tx) => {
    const soon = and(
      ...[isNull(drawAwards.remindedAt), gt(drawAwards.claimBy, sql`now()`)],
      lte(drawAwards.claimBy, sql`now() + make_interval(days => ${remindDays})`),
    )
    const near = await unclaimed(tx, soon)
    const nearIds = near.map(({ award }) => award.id)
    await tx
      .update(drawAwards)
      .set({ remindedAt: sql`now()` })
      .where(inArray(drawAwards.id, nearIds))
    for (const { award, name } of near) {
      await notify(tx, news, 'award.moved', [award.userId], {
        title: `您的奖品「${name}」还没有领取`,
        text: `请在 ${monthMinute(award.claimBy.toISOString())} 前选择收货地址，逾期作废。`,
        path: links.luckDrawAwards(),
      })
    }
    const late = await unclaimed(tx, lte(drawAwards.claimBy, sql`now()`))
    for (const { award, name } of late) {
      const which = eq(drawAwards.id, award.id)
      await moveAward(tx, which, { event: 'expire', actor: 'system', userId: null, set: {} })
      await tx
        .update(drawPrizes)
        .set({ left: sql`${drawPrizes.left} + 1` })
        .where(eq(drawPrizes.id, award.prizeId))
      await notify(tx, news, 'award.moved', [award.userId], {
        title: `奖品「${name}」已过领取期限`,
        text: `未在 ${monthMinute(award.claimBy.toISOString())} 前领取，奖品已收回。`,
        path: links.luckDrawAwards(),
      })
    }
    if (late.length > 0) news.after(() => pages.invalidate([drawTag]))
  })
  await tellAll()
}

/** Awards that wait to be claimed, locked. Who claims one at this moment holds it: the next run sees what came of it. */
const unclaimed = (tx: Db, due: SQL | undefined) =>
  tx
    .select({ award: drawAwards, name: drawPrizes.name })
    .from(drawAwards)
    .innerJoin(drawPrizes, eq(drawPrizes.id, drawAwards.prizeId))
    .where(and(eq(drawAwards.status, 'to_claim'), due))
    .orderBy(asc(drawAwards.claimBy), asc(drawAwards.id))
    .limit(batch)
    .for('update', { of: drawAwards, skipLocked: true })
