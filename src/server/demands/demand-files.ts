import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { demandFiles } from '../../db/tables/demands.ts'
import { files } from '../../db/tables/operations.ts'
import { fileUrl } from '../platform/files/files.ts'

const selectDemandFiles = (db: Db, where: SQL | undefined) =>
  db
    .select({ audience: demandFiles.audience, id: files.id, name: files.name, size: files.size })
    .from(demandFiles)
    .innerJoin(files, eq(files.id, demandFiles.fileId))
    .where(where)
    .orderBy(asc(demandFiles.sort), asc(demandFiles.id))

const presentFile = ({ id, name, size }: { id: string; name: string; size: number }) => ({
  fileId: id,
  name,
  size,
  url: fileUrl({ id, name }),
})

/** Public files of a demand and the number of its confidential ones. */
export async function publicDemandFiles(db: Db, demandId: number) {
  const rows = await selectDemandFiles(db, eq(demandFiles.demandId, demandId))
  const open = rows.filter(({ audience }) => audience === 'public')
  return { files: open.map(presentFile), annexCount: rows.length - open.length }
}

/** Confidential files of a demand; the caller must have checked access. */
export async function annexFiles(db: Db, demandId: number) {
  const confidential = and(eq(demandFiles.demandId, demandId), eq(demandFiles.audience, 'confidential'))
  return (await selectDemandFiles(db, confidential)).map(presentFile)
}

/** Files by ids, in that order; used for pending changes. */
export async function filesByIds(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: files.id, name: files.name, size: files.size })
    .from(files)
    .where(inArray(files.id, [...ids]))
  const byId = new Map(rows.map((row) => [row.id, presentFile(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
