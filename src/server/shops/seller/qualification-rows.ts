import { eq } from 'drizzle-orm'
import type { QualificationRow } from '../../../contract/shops/qualifications.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { files } from '../../../db/tables/operations.ts'
import { shopQualifications } from '../../../db/tables/shops.ts'
import { fileUrl } from '../../platform/files/files.ts'

export type Qualification = typeof shopQualifications.$inferSelect

/** Columns of a certificate with its file; requires a join with `files`. */
export const qualificationColumns = {
  qualification: shopQualifications,
  file: { id: files.id, name: files.name },
}

/** A certificate in wire field names. */
export const presentQualification = ({
  qualification: { id, tag, name, scope, until, status, reason, createdAt },
  file,
}: {
  readonly qualification: Qualification
  readonly file: { readonly id: string; readonly name: string } | null
}): QualificationRow => ({
  qualificationId: id,
  tag,
  name,
  scope,
  until,
  status,
  reason,
  file: file === null ? null : { fileId: file.id, name: file.name, url: fileUrl(file) },
  createdAt: createdAt.toISOString(),
})

/** One certificate; the caller has already checked access. */
export async function getQualification(db: Db, qualificationId: number): Promise<QualificationRow> {
  const [row] = await db
    .select(qualificationColumns)
    .from(shopQualifications)
    .leftJoin(files, eq(files.id, shopQualifications.fileId))
    .where(eq(shopQualifications.id, qualificationId))
  if (row === undefined) throw new CallFailed('notFound')
  return presentQualification(row)
}
