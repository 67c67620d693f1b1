import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { certifications, companies } from '../../../db/tables/accounts.ts'
import { certificationTransitions, expiryNoticeDays } from '../../../domain/accounts/certification.ts'
import { next } from '../../../domain/transition.ts'
import { date } from '../../../domain/time.ts'
import type { Context } from '../../handler.ts'
import { newsOfJob, type News } from '../../jobs/news-of-job.ts'
import { recordSteps } from '../../operations/public.ts'
import { newestApproved } from './certification-versions.ts'
import { companyTags } from '../companies/company-tags.ts'
import { tellCertification } from './tell-certification.ts'

type Around = Pick<Context, 'push' | 'pages'>

/**
 * What time does to certifications: those past their last day expire, and companies are told 30, 7 and 1 days before.
 * Safe to run twice and in several processes at once: every step is one conditional update.
 */
export async function expireCertifications(db: Db, around: Around): Promise<void> {
  const { news, tellAll } = newsOfJob(around.push)
  await db.transaction((tx) => expire(tx, news, around.pages))
  // The nearest end first: who is told of the last day is not told of the last month as well.
  for (const days of expiryNoticeDays.toSorted((a, b) => a - b)) await db.transaction((tx) => remind(tx, news, days))
  await tellAll()
}

async function expire(tx: Db, news: News, pages: Around['pages']): Promise<void> {
  const to = next(certificationTransitions, 'approved', 'expire', 'system')
  if (to === undefined) throw new Error('The table has no expire from approved')
  const due = and(eq(companies.certification, 'approved'), lte(companies.certifiedUntil, sql`now()`))
  // Whoever holds a company right now is deciding about it; the next run sees what became of it.
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
    .where(and(inArray(certifications.companyId, ids), eq(certifications.status, 'approved'), newestApproved))
    .returning({ companyId: certifications.companyId, submittedBy: certifications.submittedBy })
  const step = { entity: 'certification' as const, event: 'expire', fromStatus: 'approved', toStatus: to }
  await recordSteps(
    tx,
    ids.map((entityId) => ({ ...step, entityId })),
  )
  for (const { id, name, isSaler } of expired) {
    const tags = await companyTags(tx, id)
    if (tags.length > 0) news.after(() => pages.invalidate(tags))
    await tellCertification(tx, news, {
      ...{ companyId: id, isSaler, submittedBy: versions.find(({ companyId }) => companyId === id)?.submittedBy },
      ...{
        title: '企业认证已过期',
        text: `${name} 的企业认证已过期，更新营业执照前不能发布需求、报价与成交，已有订单不受影响。`,
      },
    })
  }
}

/** Tells companies whose certification ends within so many days, by the calendar in Shanghai, once for each step. */
async function remind(tx: Db, news: News, days: number): Promise<void> {
  const day = (moment: typeof companies.certifiedUntil | ReturnType<typeof sql>) =>
    sql`(${moment} at time zone 'Asia/Shanghai')::date`
  const told = await tx
    .update(companies)
    .set({ expiryTold: days })
    .where(
      and(
        eq(companies.certification, 'approved'),
        gt(companies.certifiedUntil, sql`now()`),
        sql`${day(companies.certifiedUntil)} - ${day(sql`now()`)} <= ${days}`,
        or(isNull(companies.expiryTold), gt(companies.expiryTold, days)),
      ),
    )
    .returning({
      ...{ id: companies.id, name: companies.name, isSaler: companies.isSaler },
      until: companies.certifiedUntil,
    })
  for (const { id, name, isSaler, until } of told) {
    const [version] = await tx
      .select({ submittedBy: certifications.submittedBy })
      .from(certifications)
      .where(and(eq(certifications.companyId, id), eq(certifications.status, 'approved'), newestApproved))
    const last = until === null ? '' : date(until.toISOString())
    await tellCertification(tx, news, {
      ...{ companyId: id, isSaler, submittedBy: version?.submittedBy },
      ...{
        title: `企业认证将于 ${last} 到期`,
        text: `${name} 的企业认证将于 ${last} 到期，请及时更新营业执照，以免影响新的交易。`,
      },
    })
  }
}
