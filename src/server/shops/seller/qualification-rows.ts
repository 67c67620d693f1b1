import { and, asc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm'
import type { Qualification as PublicQualification } from '../../../contract/shops/shop-fields.ts'
import type { QualificationRow } from '../../../contract/shops/qualifications.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { files } from '../../../db/tables/operations.ts'
import { qualificationItems, shopQualifications } from '../../../db/tables/shops.ts'
import type { ScopeItem } from '../../../domain/shops/qualifications.ts'
import { fileUrl } from '../../platform/files/files.ts'
import { isQualificationInForce } from '../certificates/in-force.ts'

export type Qualification = typeof shopQualifications.$inferSelect

/** Columns of a certificate with its file; requires a join with `files`. */
export const qualificationColumns = {
  qualification: getTableColumns(shopQualifications),
  file: { id: files.id, name: files.name },
}

interface LoadedQualification {
  readonly qualification: Qualification
  readonly file: { readonly id: string; readonly name: string } | null
}

/** Accredited items by certificate, in one query. */
export async function listScopeItems(
  db: Db,
  qualificationIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ScopeItem[]>> {
  if (qualificationIds.length === 0) return new Map()
  const { qualificationId, item, parameter, method, seq } = qualificationItems
  const rows = await db
    .select({ qualificationId, item, parameter, method })
    .from(qualificationItems)
    .where(inArray(qualificationId, [...qualificationIds]))
    .orderBy(asc(qualificationId), asc(seq))
  return new Map(
    [...Map.groupBy(rows, (row) => row.qualificationId)].map(([id, items]) => [
      id,
      items.map((each) => ({ item: each.item, parameter: each.parameter, method: each.method })),
    ]),
  )
}

/** Public fields of a certificate. */
const publicFields = (
  { tag, name, number, issuer, holder, site, scope, issuedOn, until }: Qualification,
  items: readonly ScopeItem[],
): PublicQualification => ({
  tag,
  name,
  number,
  issuer,
  holder,
  site,
  scope,
  items: [...items],
  issuedOn,
  until,
})

/** A certificate in wire field names. */
export const presentQualification = (
  { qualification, file }: LoadedQualification,
  items: readonly ScopeItem[],
): QualificationRow => ({
  ...publicFields(qualification, items),
  qualificationId: qualification.id,
  status: qualification.status,
  reason: qualification.reason,
  file: file === null ? null : { fileId: file.id, name: file.name, url: fileUrl(file) },
  createdAt: qualification.createdAt.toISOString(),
})

/** Certificates with their items. */
export async function presentQualifications(db: Db, rows: readonly LoadedQualification[]): Promise<QualificationRow[]> {
  const items = await listScopeItems(
    db,
    rows.map(({ qualification }) => qualification.id),
  )
  return rows.map((row) => presentQualification(row, items.get(row.qualification.id) ?? []))
}

/** One certificate; the caller has already checked access. */
export async function getQualification(db: Db, qualificationId: number): Promise<QualificationRow> {
  const rows = await db
    .select(qualificationColumns)
    .from(shopQualifications)
    .leftJoin(files, eq(files.id, shopQualifications.fileId))
    .where(eq(shopQualifications.id, qualificationId))
  const [row] = await presentQualifications(db, rows)
  if (row === undefined) throw new CallFailed('notFound')
  return row
}

/** Certificates in force today, as everyone sees them. */
export async function listQualificationsInForce(db: Db, which: SQL | undefined): Promise<PublicQualification[]> {
  const rows = await db
    .select()
    .from(shopQualifications)
    .where(and(which, isQualificationInForce()))
    .orderBy(asc(shopQualifications.id))
  const items = await listScopeItems(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => publicFields(row, items.get(row.id) ?? []))
}
