import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { CertificationVersion } from '../../../contract/accounts/certification.ts'
import type { Db } from '../../../db/open.ts'
import { certifications, companies } from '../../../db/tables/accounts.ts'
import { files } from '../../../db/tables/operations.ts'
import { districtPath } from '../../../domain/reference/district-path.ts'
import { districtNames } from '../../platform/district-names.ts'
import { fileUrl } from '../../platform/files/files.ts'

export type CertificationRow = typeof certifications.$inferSelect

/** Query of versions with their licence file; the caller adds condition and order. Demo versions have no file. */
export const selectVersions = (db: Db) =>
  db
    .select({ version: certifications, file: { id: files.id, name: files.name } })
    .from(certifications)
    .leftJoin(files, eq(files.id, certifications.licenceFileId))
    .$dynamic()
type VersionWithFile = Awaited<ReturnType<typeof selectVersions>>[number]

/** Wire format of versions, for the company and for operators. */
export async function createVersionPresenter(db: Db): Promise<(row: VersionWithFile) => CertificationVersion> {
  const names = await districtNames(db)
  return ({ version, file }) => {
    const { id, reviewedAt, createdAt, ...rest } = version
    return {
      ...rest,
      certificationId: id,
      districtName: districtPath(version.districtCode, (code) => names.get(code)),
      licenceUrl: file === null ? '' : fileUrl(file),
      createdAt: createdAt.toISOString(),
      reviewedAt: reviewedAt?.toISOString() ?? null,
    }
  }
}

/** The version in force of each company: the newest approved one, while the company's certification is. */
export async function getVersionsInForce(
  db: Db,
  companyIds: readonly number[],
): Promise<Map<number, CertificationVersion>> {
  if (companyIds.length === 0) return new Map()
  const rows = await selectVersions(db)
    .innerJoin(companies, eq(companies.id, certifications.companyId))
    .where(
      and(
        inArray(certifications.companyId, [...companyIds]),
        eq(companies.certification, 'approved'),
        eq(certifications.status, 'approved'),
        isNewestApproved,
      ),
    )
  const present = await createVersionPresenter(db)
  return new Map(rows.map((row) => [row.version.companyId, present(row)]))
}

/** Inside a query of certifications: no newer version of the same company was approved. */
export const isNewestApproved = sql`not exists (select 1 from certifications as newer
  where newer.company_id = ${certifications.companyId} and newer.status = 'approved'
  and newer.version > ${certifications.version})`

/** The newest version of a company, whatever its status. */
export async function getLatestVersion(db: Db, companyId: number): Promise<CertificationRow | undefined> {
  const [latest] = await db
    .select()
    .from(certifications)
    .where(eq(certifications.companyId, companyId))
    .orderBy(desc(certifications.version))
    .limit(1)
  return latest
}
