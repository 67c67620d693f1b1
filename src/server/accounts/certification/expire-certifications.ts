import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { certifications, companies } from '../../../db/tables/accounts.ts'
import { certificationTransitions, expiryNoticeDays } from '../../../domain/accounts/certification.ts'
import { nextState } from '../../../domain/transition.ts'
import { date } from '../../../domain/time.ts'
import type { Context } from '../../handler.ts'
import { createJobContext, type NotifyContext } from '../../platform/job-context.ts'
import { isNewestApproved } from './certification-versions.ts'
import { getCompanyTags } from '../companies/company-tags.ts'
import { notifyCertification } from './notify-certification.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'

type ExpiryContext = Pick<Context, 'push' | 'pages'>

/**
 * Expires certifications past their last day and reminds companies 30, 7 and 1 days before.
 * Safe to run twice and in several processes at once: every step is one conditional update.
 */
export async function expireCertifications(db: Db, context: ExpiryContext): Promise<void> {
  const { context: news, notifyAll } = createJobContext(context.push)
  await db.transaction((tx) => expireDue(tx, news, context.pages))
  // Shortest period first, so that a company gets one reminder only.
  for (const days of expiryNoticeDays.toSorted((a, b) => a - b))
    await db.transaction((tx) => sendReminders(tx, news, days))
  await notifyAll()
}

async function expireDue(tx: Db, news: NotifyContext, pages: ExpiryContext['pages']): Promise<void> {
  const to = nextState(certificationTransitions, 'approved', 'expire', 'system')
  if (to === undefined) throw new Error('The table has no expire from approved')
  const due = and(eq(companies.certification, 'approved'), lte(companies.certifiedUntil, sql`now()`))
  // Locked companies are being decided; the next run handles them.
  const ready = tx.select({ id: companies.id }).from(companies).where(due).for('update', { skipLocked: true })
  const expired = await tx
    .update(companies)
    .set({ certification: to })
    .where(and(inArray(companies.id, ready), due))
    .returning({ id: companies.id, name: companies.name, isSaler: companies.isSaler })
  if (expired.length === 0) return
  const ids = expired.map(({ id }) => id)
  const versions = await tx
    .update(certifications)
    .set({ status: to })
    .where(and(inArray(certifications.companyId, ids), eq(certifications.status, 'approved'), isNewestApproved))
    .returning({ companyId: certifications.companyId, submittedBy: certifications.submittedBy })
  const step = { entity: 'certification' as const, event: 'expire', fromStatus: 'approved', toStatus: to }
  await recordSteps(
    tx,
    ids.map((entityId) => ({ ...step, entityId })),
  )
  for (const { id, name, isSaler } of expired) {
    const tags = await getCompanyTags(tx, id)
    if (tags.length > 0) news.after(() => pages.invalidate(tags))
    await notifyCertification(tx, news, {
      companyId: id,
      isSaler,
      submittedBy: versions.find(({ companyId }) => companyId === id)?.submittedBy,
      title: '企业认证已过期',
      text: `${name} 的企业认证已过期，更新营业执照前不能发布需求、报价与成交，已有订单不受影响。`,
    })
  }
}

/** Reminds companies whose certification ends within `days` (Asia/Shanghai), once per period. */
async function sendReminders(tx: Db, news: NotifyContext, days: number): Promise<void> {
  const day = (moment: typeof companies.certifiedUntil | ReturnType<typeof sql>) =>
    sql`(${moment} at time zone 'Asia/Shanghai')::date`
  const notified = await tx
    .update(companies)
    .set({ expiryNotifiedDays: days })
    .where(
      and(
        eq(companies.certification, 'approved'),
        gt(companies.certifiedUntil, sql`now()`),
        sql`${day(companies.certifiedUntil)} - ${day(sql`now()`)} <= ${days}`,
        or(isNull(companies.expiryNotifiedDays), gt(companies.expiryNotifiedDays, days)),
      ),
    )
    .returning({
      id: companies.id,
      name: companies.name,
      isSaler: companies.isSaler,
      until: companies.certifiedUntil,
    })
  for (const { id, name, isSaler, until } of notified) {
    const [version] = await tx
      .select({ submittedBy: certifications.submittedBy })
      .from(certifications)
      .where(and(eq(certifications.companyId, id), eq(certifications.status, 'approved'), isNewestApproved))
    const last = until === null ? '' : date(until.toISOString())
    await notifyCertification(tx, news, {
      companyId: id,
      isSaler,
      submittedBy: version?.submittedBy,
      title: `企业认证将于 ${last} 到期`,
      text: `${name} 的企业认证将于 ${last} 到期，请及时更新营业执照，以免影响新的交易。`,
    })
  }
}
