import { and, count, eq, gt, sql } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { needsCalls } from '../../../contract/demands/needs.ts'
import type { Db } from '../../../db/open.ts'
import { needs } from '../../../db/tables/demands.ts'
import { categories } from '../../../db/tables/reference.ts'
import { needsPerDay } from '../../../domain/demands/need-states.ts'
import type { Handler } from '../../handler.ts'
import { takeCaptcha } from '../../session/captchas.ts'

/**
 * Keeps a visitor's wish. The first one from an address is free, further ones want a captcha, so that nobody fills the
 * operators' list by a script. Whether the number belongs to an account is neither asked nor told.
 */
export const needInsert: Handler<typeof needsCalls.needInsert> = async (input, { caller, db, limits, request }) => {
  const { captcha, captchaId, contact, mobile, text, categoryId } = input
  await mustBePerson(async () => {
    if (captcha !== '') await takeCaptcha(db, { captcha, captchaId })
    return captcha !== '' || (request.ip !== undefined && (await limits.seen('need', request.ip)) === 1)
  })
  await mustBeService(db, categoryId)
  await db.transaction(async (tx) => {
    // Two sendings at once of one number are counted one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('needs'), hashtext(${mobile}))`)
    const today = and(eq(needs.mobile, mobile), gt(needs.createdAt, sql`now() - interval '1 day'`))
    const [same] = await tx
      .select({ id: needs.id })
      .from(needs)
      .where(and(today, eq(needs.text, text)))
      .limit(1)
    if (same !== undefined) return
    const [counted] = await tx.select({ count: count() }).from(needs).where(today)
    if ((counted?.count ?? 0) >= needsPerDay) throw new CallFailed('needsUsedUp')
    await tx.insert(needs).values({ contact, mobile, text, categoryId, userId: caller?.userId ?? null })
  })
  return {}
}

async function mustBePerson(isPerson: () => Promise<boolean>): Promise<void> {
  if (!(await isPerson())) throw new CallFailed('captchaNeeded')
}

async function mustBeService(db: Db, categoryId: number | null): Promise<void> {
  if (categoryId === null) return
  const [category] = await db
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.id, categoryId), eq(categories.kind, 'service')))
  if (category === undefined) throw fieldFailed({ field: 'categoryId', message: '请选择一个服务类别' })
}
