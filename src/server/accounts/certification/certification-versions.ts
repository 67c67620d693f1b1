import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { CertificationVersion } from '../../../contract/accounts/certification.ts'
import type { Db } from '../../../db/open.ts'
import { certifications, companies } from '../../../db/tables/accounts.ts'
import { files } from '../../../db/tables/operations.ts'
import { districtPath } from '../../../domain/reference/district-path.ts'
import { placeNames } from '../../reference/public.ts'
import { fileUrl } from '../../operations/public.ts'

export type Version = typeof certifications.$inferSelect

/** Versions with the file of their licence; where and order are the caller's. Versions of the demo have no file. */
export const versionRows = (db: Db) =>
  db
    .select({ version: certifications, file: { id: files.id, name: files.name } })
    .from(certifications)
    .leftJoin(files, eq(files.id, certifications.licenceFileId))
    .$dynamic()
type Read = Awaited<ReturnType<typeof versionRows>>[number]

/** How versions are told: to their company and to operators alike. */
export async function presenter(db: Db): Promise<(row: Read) => CertificationVersion> {
  const names = await placeNames(db)
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
export async function inForceOf(db: Db, companyIds: readonly number[]): Promise<Map<number, CertificationVersion>> {
  if (companyIds.length === 0) return new Map()
  const rows = await versionRows(db)
    .innerJoin(companies, eq(companies.id, certifications.companyId))
    .where(
      and(
        inArray(certifications.companyId, [...companyIds]),
        eq(companies.certification, 'approved'),
        eq(certifications.status, 'approved'),
        newestApproved,
      ),
    )
  const present = await presenter(db)
  return new Map(rows.map((row) => [row.version.companyId, present(row)]))
}

/** Inside a query of certifications: no newer version of the same company was approved. */
export const newestApproved = sql`not exists (select 1 from certifications as newer
  where newer.company_id = ${certifications.companyId} and newer.status = 'approved'
  and newer.version > ${certifications.version})`

/** The newest version of a company, whatever became of it. */
export async function latestOf(db: Db, companyId: number): Promise<Version | undefined> {
  const [latest] = await db
    .select()
    .from(certifications)
    .where(eq(certifications.companyId, companyId))
    .orderBy(desc(certifications.version))
    .limit(1)
  return latest
}
