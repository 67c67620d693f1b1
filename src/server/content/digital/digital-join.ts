import { and, count, eq, gt, sql } from 'drizzle-orm'
import type { digitalCalls } from '../../../contract/content/digital.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { digitalJoins } from '../../../db/tables/digital.ts'
import { joinsPerDay } from '../../../domain/content/join-states.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Handler } from '../../handler.ts'
import { operatorsOf } from '../../operations/public.ts'
import { takeCaptcha } from '../../session/captchas.ts'

/**
 * Keeps a vendor's application and tells the operators. The first one from an address is free, further ones want a
 * captcha. Whether the number belongs to an account is neither asked nor told.
 */
export const digitalJoin: Handler<typeof digitalCalls.digitalJoin> = async (input, context) => {
  const { caller, db, limits, request } = context
  const { captcha, captchaId, ...typed } = input
  if (captcha !== '') await takeCaptcha(db, { captcha, captchaId })
  else if (request.ip === undefined || (await limits.seen('join', request.ip)) !== 1) {
    throw new CallFailed('captchaNeeded')
  }
  await db.transaction(async (tx) => {
    // Two sendings at once of one number are counted one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('digital_joins'), hashtext(${typed.mobile}))`)
    const today = and(eq(digitalJoins.mobile, typed.mobile), gt(digitalJoins.createdAt, sql`now() - interval '1 day'`))
    const [same] = await tx
      .select({ id: digitalJoins.id })
      .from(digitalJoins)
      .where(and(today, eq(digitalJoins.company, typed.company), eq(digitalJoins.appName, typed.appName)))
      .limit(1)
    if (same !== undefined) return
    const [counted] = await tx.select({ count: count() }).from(digitalJoins).where(today)
    if ((counted?.count ?? 0) >= joinsPerDay) throw new CallFailed('joinsUsedUp')
    await tx.insert(digitalJoins).values({ ...typed, userId: caller?.userId ?? null })
    await notify(tx, context, 'join.applied', await operatorsOf(tx), {
      title: `${typed.company} 申请入驻数字应用商店`,
      text: `应用：${typed.appName}。`,
      path: links.digitalJoins(),
    })
  })
  return {}
}
