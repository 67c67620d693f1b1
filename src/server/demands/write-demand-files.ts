import { and, asc, eq, notInArray } from 'drizzle-orm'
import { fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { demandFiles } from '../../db/tables/demands.ts'
import type { Member } from '../handler.ts'
import { ownFiles } from '../operations/public.ts'

/** Files of a demand as its form names them, in their order. */
export interface NamedFiles {
  readonly fileIds: readonly string[]
  readonly annexIds: readonly string[]
}

/** The files that a demand has. */
export async function filesNamed(db: Db, demandId: number): Promise<{ fileIds: string[]; annexIds: string[] }> {
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
 * Makes these the files of a demand, after a look whether they may be. Throws invalidInput at those that may not.
 */
export async function writeDemandFiles(tx: Db, demandId: number, named: NamedFiles, caller: Member): Promise<void> {
  await checkDemandFiles(tx, named, caller)
  await setDemandFiles(tx, demandId, named)
}

/**
 * Whether these may be the files of a demand. They are the caller's own uploads, public ones of purpose `document`, confidential
 * ones of purpose `attachment`, so that none changes sides. Throws invalidInput at those that are not.
 */
export async function checkDemandFiles(tx: Db, named: NamedFiles, caller: Member): Promise<void> {
  const [fileIds, annexIds] = [[...new Set(named.fileIds)], [...new Set(named.annexIds)]]
  const papers = await ownFiles(tx, fileIds, caller, 'document')
  const annexes = await ownFiles(tx, annexIds, caller, 'attachment')
  const missing = (field: string, ids: readonly string[], files: ReadonlyMap<string, unknown>) =>
    ids.flatMap((id, at) =>
      files.has(id) ? [] : [{ field: `${field}.${at}`, message: '附件不存在，请移除后重新上传' }],
    )
  const faults = [...missing('fileIds', named.fileIds, papers), ...missing('annexIds', named.annexIds, annexes)]
  if (faults.length > 0) throw fieldFailed(...faults)
}

/** Makes these, which were looked at, the files of a demand, in their order. */
export async function setDemandFiles(tx: Db, demandId: number, named: NamedFiles): Promise<void> {
  const [fileIds, annexIds] = [[...new Set(named.fileIds)], [...new Set(named.annexIds)]]
  const kept = [...fileIds, ...annexIds]
  await tx
    .delete(demandFiles)
    .where(
      and(eq(demandFiles.demandId, demandId), kept.length === 0 ? undefined : notInArray(demandFiles.fileId, kept)),
    )
  const rows = [
    ...fileIds.map((fileId, sort) => ({ demandId, fileId, sort, audience: 'public' as const })),
    ...annexIds.map((fileId, sort) => ({ demandId, fileId, sort, audience: 'confidential' as const })),
  ]
  if (rows.length > 0) await tx.insert(demandFiles).values(rows).onConflictDoNothing()
}
