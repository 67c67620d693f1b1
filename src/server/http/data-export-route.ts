import { and, eq, gt, sql } from 'drizzle-orm'
import { dataExports } from '../../db/tables/privacy.ts'
import { cacheControl } from '../../domain/shell/cache-control.ts'
import { isFileId } from '../platform/files/files.ts'
import type { Runtime } from '../runtime.ts'
import { findSession } from '../session/find-caller.ts'
import { fileNotFound } from './file-route.ts'
import { pageRequestFacts } from './request-facts.ts'
import { contentPolicies } from './security-headers.ts'

/** GET /files/personal-data/{id}: the copy of a person's data, for that person alone; neither colleagues nor operators. */
export async function serveDataExport(
  { db, config, providers, log, refusals }: Pick<Runtime, 'db' | 'config' | 'providers' | 'log' | 'refusals'>,
  id: string,
  headers: Headers,
): Promise<Response> {
  const facts = pageRequestFacts(headers, config)
  const { caller, halfMissingOf } = await findSession(db, facts, config)
  const copy =
    caller === null || caller.viewerId !== undefined || !isFileId(id)
      ? undefined
      : await findCopy(db, id, caller.userId)
  if (copy === undefined) {
    const reason = halfMissingOf === undefined ? 'fileRefused' : 'sessionHalfMissing'
    refusals.note({ reason, path: '/files', address: facts.ip ?? '', userId: caller?.userId ?? halfMissingOf })
    return fileNotFound()
  }
  const bytes = await providers.storage.read(copy.storageKey).catch((err: unknown) => {
    log.error({ err, copy: id }, 'a copy of personal data is not in the storage')
    return undefined
  })
  if (bytes === undefined) return fileNotFound()
  return new Response(Buffer.from(bytes), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="personal-data.zip"`,
      'content-security-policy': contentPolicies.file,
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': cacheControl.personal,
    },
  })
}

async function findCopy(db: Runtime['db'], id: string, userId: number) {
  const isOwn = and(eq(dataExports.id, id), eq(dataExports.userId, userId), eq(dataExports.status, 'ready'))
  const [copy] = await db
    .select({ storageKey: dataExports.storageKey })
    .from(dataExports)
    .where(and(isOwn, gt(dataExports.expiresAt, sql`now()`)))
  return copy
}
