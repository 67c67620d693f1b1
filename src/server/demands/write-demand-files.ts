import { and, asc, eq, notInArray } from 'drizzle-orm'
import { fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demandFiles } from '../../db/tables/demands.ts'
import type { Member } from '../handler.ts'
import { ownFiles } from '../platform/files/files.ts'

/** File ids of a demand form, in order. */
export interface DemandFileIds {
  readonly fileIds: readonly string[]
  readonly annexIds: readonly string[]
}

/** File ids of a stored demand. */
export async function demandFileIds(db: Db, demandId: number): Promise<{ fileIds: string[]; annexIds: string[] }> {
  const rows = await db
    .select({ fileId: demandFiles.fileId, audience: demandFiles.audience })
    .from(demandFiles)
    .where(eq(demandFiles.demandId, demandId))
    .orderBy(asc(demandFiles.sort), asc(demandFiles.id))
  const of = (wanted: 'public' | 'confidential') =>
    rows.flatMap(({ fileId, audience }) => (audience === wanted ? [fileId] : []))
  return { fileIds: of('public'), annexIds: of('confidential') }
}

/**
 * Checks and replaces the files of a demand. Throws invalidInput for files that are not allowed.
 */
export async function saveDemandFiles(tx: Db, demandId: number, named: DemandFileIds, caller: Member): Promise<void> {
  await assertDemandFiles(tx, named, caller)
  await setDemandFiles(tx, demandId, named)
}

/**
 * Files must be the caller's own uploads: public ones of purpose `document`, confidential ones of purpose `attachment`,
 * so that a file cannot change its audience. Throws invalidInput for others.
 */
export async function assertDemandFiles(tx: Db, named: DemandFileIds, caller: Member): Promise<void> {
  const [fileIds, annexIds] = [[...new Set(named.fileIds)], [...new Set(named.annexIds)]]
  const documents = await ownFiles(tx, fileIds, caller, 'document')
  const annexes = await ownFiles(tx, annexIds, caller, 'attachment')
  const missing = (field: string, ids: readonly string[], files: ReadonlyMap<string, unknown>) =>
    ids.flatMap((id, at) =>
      files.has(id) ? [] : [{ field: `${field}.${at}`, message: '附件不存在，请移除后重新上传' }],
    )
  const errors = [...missing('fileIds', named.fileIds, documents), ...missing('annexIds', named.annexIds, annexes)]
  if (errors.length > 0) throw fieldFailed(...errors)
}

/** Replaces the files of a demand, in order; they must have been checked. */
export async function setDemandFiles(tx: Db, demandId: number, named: DemandFileIds): Promise<void> {
  const [fileIds, annexIds] = [[...new Set(named.fileIds)], [...new Set(named.annexIds)]]
  const keptIds = [...fileIds, ...annexIds]
  await tx
    .delete(demandFiles)
    .where(
      and(
        eq(demandFiles.demandId, demandId),
        keptIds.length === 0 ? undefined : notInArray(demandFiles.fileId, keptIds),
      ),
    )
  const rows = [
    ...fileIds.map((fileId, sort) => ({ demandId, fileId, sort, audience: 'public' as const })),
    ...annexIds.map((fileId, sort) => ({ demandId, fileId, sort, audience: 'confidential' as const })),
  ]
  if (rows.length > 0) await tx.insert(demandFiles).values(rows).onConflictDoNothing()
}
