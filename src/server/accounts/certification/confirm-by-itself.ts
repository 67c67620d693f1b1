import { and, eq, gt, like, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { certifications, licenceReadings } from '../../../db/tables/accounts.ts'
import { files } from '../../../db/tables/operations.ts'
import type { CertificationStatus } from '../../../domain/accounts/certification.ts'
import type { Context } from '../../handler.ts'
import { newsOfJob } from '../../jobs/news-of-job.ts'
import { decide } from './certification-steps.ts'
import type { Version } from './certification-versions.ts'
import { lockCompany, type Company } from '../companies/company-for-change.ts'
import { companyTags } from '../companies/company-tags.ts'
import { confirms, readLicence } from './licence-reading.ts'
import { tellCertification } from './tell-certification.ts'

type Around = Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>

/** Approves a version that its licence confirms. The company is locked. */
export async function confirmByItself(
  tx: Db,
  context: Around,
  company: Company,
  version: Version,
): Promise<CertificationStatus> {
  const reason = '营业执照识别结果与填写一致'
  const status = await decide(tx, company, version, { event: 'approve', reason })
  const tags = await companyTags(tx, company.id)
  if (tags.length > 0) context.after(() => context.pages.invalidate(tags))
  await tellCertification(tx, context, {
    ...{ companyId: company.id, isSaler: company.isSaler, submittedBy: version.submittedBy },
    ...{ title: '企业认证已通过', text: `${version.companyName} 的企业认证（第 ${version.version} 版）已通过。` },
  })
  return status
}

/**
 * Reads the licences of waiting versions that nobody has read yet, one after the other and outside of any transaction,
 * for reading takes seconds. What they confirm is marked for the operator, and approved where REVIEW is auto. A licence
 * that cannot be read now is tried again the next time, for a day; after that it is the operator's alone.
 */
export async function readWaitingLicences(
  db: Db,
  around: Omit<Around, 'after' | 'jobs'> & Pick<Context, 'providers' | 'config'>,
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
      if (confirms(await readLicence(db, around.providers, file), version)) await confirm(db, around, version)
    } catch (thrown) {
      // One that cannot be read keeps nobody behind it waiting.
      failed.push(thrown)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'Licences that could not be read or confirmed')
}

async function confirm(
  db: Db,
  around: Parameters<typeof readWaitingLicences>[1],
  { id, companyId }: Version,
): Promise<void> {
  const { news, tellAll } = newsOfJob(around.push)
  await db.transaction(async (tx) => {
    const company = await lockCompany(tx, companyId)
    const [version] = await tx
      .update(certifications)
      .set({ licenceConfirms: true })
      .where(and(eq(certifications.id, id), eq(certifications.status, 'submitted')))
      .returning()
    if (version === undefined || around.config.review === 'manual') return
    await confirmByItself(tx, { ...around, ...news }, company, version)
  })
  await tellAll()
}
