import { and, count, eq, gt, sql } from 'drizzle-orm'
import type { digitalCalls } from '../../../contract/content/digital.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { lookupHash } from '../../../db/encryption/cipher.ts'
import { digitalJoins } from '../../../db/tables/digital.ts'
import { joinsPerDay } from '../../../domain/content/join-states.ts'
import { links } from '../../../domain/links.ts'
import type { Handler } from '../../handler.ts'
import { redeemCaptcha } from '../../session/captchas.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { operatorIds } from '../../platform/notices/notices.ts'

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
    const today = and(
      eq(digitalJoins.mobileHash, typed.mobile),
      gt(digitalJoins.createdAt, sql`now() - interval '1 day'`),
    )
    const [same] = await tx
      .select({ id: digitalJoins.id })
      .from(digitalJoins)
      .where(and(today, eq(digitalJoins.company, typed.company), eq(digitalJoins.appName, typed.appName)))
      .limit(1)
    if (same !== undefined) return
    const [counted] = await tx.select({ count: count() }).from(digitalJoins).where(today)
    if ((counted?.count ?? 0) >= joinsPerDay) throw new CallFailed('joinsUsedUp')
    await tx.insert(digitalJoins).values({ ...typed, userId: caller?.userId ?? null })
    await notify(tx, context, 'join.applied', await operatorIds(tx), {
      title: `${typed.company} 申请入驻数字应用商店`,
      text: `应用：${typed.appName}。`,
      path: links.digitalJoins(),
    })
  })
  return {}
}
