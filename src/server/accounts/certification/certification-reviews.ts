import { and, count, desc, eq, ilike, inArray, or } from 'drizzle-orm'
import type { certificationCalls } from '../../../contract/accounts/certification.ts'
import { certifications, users } from '../../../db/tables/accounts.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler } from '../../handler.ts'
import {
  getVersionsInForce,
  createVersionPresenter,
  selectVersions,
  type CertificationRow,
} from './certification-versions.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import {
  isCertified,
  isCertificationRejected,
  type CertificationStatus,
} from '../../../domain/accounts/certification.ts'
import { sentence } from '../../../domain/sentence.ts'
import { decideCertification } from './certification-steps.ts'
import { lockCompany } from '../companies/company-for-change.ts'
import { getCompanyTags } from '../companies/company-tags.ts'
import { notifyCertification } from './notify-certification.ts'

export const certificationReviews: Handler<typeof certificationCalls.certificationReviews> = async (input, { db }) => {
  const { keyword, status, current, pageSize } = input
  const part = likePattern(keyword)
  const found =
    keyword === '' ? undefined : or(ilike(certifications.companyName, part), ilike(certifications.creditCode, part))
  const byStatus = await db
    .select({ status: certifications.status, count: count() })
    .from(certifications)
    .where(found)
    .groupBy(certifications.status)
  const rows = await selectVersions(db)
    .where(and(found, status === undefined ? undefined : eq(certifications.status, status)))
    .orderBy(desc(eq(certifications.status, 'submitted')), desc(certifications.createdAt), desc(certifications.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const people = await submitters(
    db,
    rows.map(({ version }) => version.submittedBy),
  )
  const inForce = await getVersionsInForce(
    db,
    rows.map(({ version }) => version.companyId),
  )
  const present = await createVersionPresenter(db)
  return {
    ...countsOf(byStatus, status),
    data: rows.map((row) => {
      const { id, companyId, submittedBy } = row.version
      const valid = inForce.get(companyId)
      return {
        ...present(row),
        companyId,
        submittedBy: people.get(submittedBy) ?? '',
        inForce: valid === undefined || valid.certificationId === id ? null : valid,
      }
    }),
  }
}

async function submitters(
  db: Parameters<typeof createVersionPresenter>[0],
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, realName: users.realName, loginName: users.loginName })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, personName(row)]))
}

/** Throws forbidden for a review of the own company. */
export const certificationReview: Handler<typeof certificationCalls.certificationReview> = async (
  { certificationId, decision, reason },
  context,
) => {
  const { caller, db, pages, after, note } = context
  if (decision !== 'approve' && reason === '') throw fieldFailed({ field: 'reason', message: '请写明原因，企业将看到' })
  return db.transaction(async (tx) => {
    const { companyId } = await versionOf(tx, certificationId)
    const company = await lockCompany(tx, companyId)
    // Read again after the lock: a concurrent review may have decided already.
    const version = await versionOf(tx, certificationId)
    const status = await decideCertification(tx, company, version, {
      event: decision,
      reason,
      operatorId: caller.userId,
    })
    const tags = await getCompanyTags(tx, companyId)
    if (isCertified(status) && tags.length > 0) after(() => pages.invalidate(tags))
    const { submittedBy } = version
    await notifyCertification(tx, context, {
      companyId,
      isSaler: company.isSaler,
      submittedBy,
      ...notificationText(status, version, reason),
    })
    note(`${version.companyName}，第 ${version.version} 版`, {
      kind: 'company',
      id: companyId,
      companyIds: [companyId],
    })
    return { status }
  })
}

async function versionOf(tx: Db, id: number): Promise<CertificationRow> {
  const [version] = await tx.select().from(certifications).where(eq(certifications.id, id))
  if (version === undefined) throw new CallFailed('notFound')
  return version
}

function notificationText(status: CertificationStatus, { companyName, version }: CertificationRow, reason: string) {
  const which = `${companyName} 的企业认证（第 ${version} 版）`
  if (isCertified(status)) return { title: '企业认证已通过', text: `${which}已通过。` }
  if (isCertificationRejected(status))
    return { title: '企业认证未通过', text: `${which}未通过：${sentence(reason)}请修改后重新提交。` }
  return { title: '企业认证需要补充材料', text: `${which}需要补充：${sentence(reason)}请补充后重新提交。` }
}
