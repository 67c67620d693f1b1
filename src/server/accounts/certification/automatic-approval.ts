import { and, eq, gt, like, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { certifications, licenceReadings } from '../../../db/tables/accounts.ts'
import { files } from '../../../db/tables/operations.ts'
import type { CertificationStatus } from '../../../domain/accounts/certification.ts'
import type { Context } from '../../handler.ts'
import { createJobContext } from '../../platform/job-context.ts'
import { decideCertification } from './certification-steps.ts'
import type { CertificationRow } from './certification-versions.ts'
import { lockCompany, type Company } from '../companies/company-for-change.ts'
import { getCompanyTags } from '../companies/company-tags.ts'
import { matchesLicence, readLicence } from './licence-reading.ts'
import { notifyCertification } from './notify-certification.ts'

type ApprovalContext = Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>

/** Approves a version that its licence confirms. Requires the lock of the company. */
export async function approveAutomatically(
  tx: Db,
  context: ApprovalContext,
  company: Company,
  version: CertificationRow,
): Promise<CertificationStatus> {
  const reason = '营业执照识别结果与填写一致'
  const status = await decideCertification(tx, company, version, { event: 'approve', reason })
  const tags = await getCompanyTags(tx, company.id)
  if (tags.length > 0) context.after(() => context.pages.invalidate(tags))
  await notifyCertification(tx, context, {
    companyId: company.id,
    isSaler: company.isSaler,
    submittedBy: version.submittedBy,
    title: '企业认证已通过',
    text: `${version.companyName} 的企业认证（第 ${version.version} 版）已通过。`,
  })
  return status
}

/**
 * Runs text recognition on the licences of submitted versions, sequentially and outside transactions because it takes
 * seconds. Confirmed versions are marked for the operator, and approved with REVIEW=auto. A failed recognition is
 * retried by later runs for one day; after that only an operator decides.
 */
export async function readPendingLicences(
  db: Db,
  context: Omit<ApprovalContext, 'after' | 'jobs'> & Pick<Context, 'providers' | 'config'>,
): Promise<void> {
  const waiting = await db
    .select({ version: certifications, file: { id: files.id, storageKey: files.storageKey } })
    .from(certifications)
    .innerJoin(files, eq(files.id, certifications.licenceFileId))
    .where(
      and(
        eq(certifications.status, 'submitted'),
        like(files.contentType, 'image/%'),
        gt(certifications.createdAt, sql`now() - interval '1 day'`),
        sql`not exists (select 1 from ${licenceReadings} where ${licenceReadings.fileId} = ${files.id})`,
      ),
    )
    .orderBy(certifications.id)
  const failed: unknown[] = []
  for (const { version, file } of waiting) {
    try {
      if (matchesLicence(await readLicence(db, context.providers, file), version))
        await confirmVersion(db, context, version)
    } catch (thrown) {
      // A failed licence does not block the following ones.
      failed.push(thrown)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'Licences that could not be read or confirmed')
}

async function confirmVersion(
  db: Db,
  context: Parameters<typeof readPendingLicences>[1],
  { id, companyId }: CertificationRow,
): Promise<void> {
  const { context: news, notifyAll } = createJobContext(context.push)
  await db.transaction(async (tx) => {
    const company = await lockCompany(tx, companyId)
    const [version] = await tx
      .update(certifications)
      .set({ licenceConfirms: true })
      .where(and(eq(certifications.id, id), eq(certifications.status, 'submitted')))
      .returning()
    if (version === undefined || context.config.review === 'manual') return
    await approveAutomatically(tx, { ...context, ...news }, company, version)
  })
  await notifyAll()
}
