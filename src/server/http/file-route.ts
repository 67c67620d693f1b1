import { failed, statusOf } from '../../contract/envelope.ts'
import { mayOpenChatFile } from '../chat/public.ts'
import { mayOpenDemandFile } from '../demands/public.ts'
import type { Caller } from '../handler.ts'
import { fileById, hasSmall, isFileId, isOwn, smallKey, type FileRow } from '../operations/files.ts'
import { mayOpenOrderFile } from '../orders/public.ts'
import type { Runtime } from '../runtime.ts'
import { findSession } from '../session/find-caller.ts'
import { factsOfPage } from './request-facts.ts'
import { contentPolicies } from './security-headers.ts'

const gone = () =>
  new Response('文件不存在，或您没有查看它的权限', {
    status: statusOf(failed('notFound')),
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })

/**
 * GET /files/{id}/{name}. Public files for everyone and for good; private ones for their company (without one their
 * person) and operators, those of conversations for their members alone, attachments of demands, offers and orders as these decide; kept nowhere. Whatever else is
 * asked for is not there: a foreign file looks like none.
 */
export async function serveFile(
  { db, config, providers, log, refusals }: Pick<Runtime, 'db' | 'config' | 'providers' | 'log' | 'refusals'>,
  {
    id,
    name,
    small,
    headers,
  }: { readonly id: string; readonly name: string; readonly small: boolean; readonly headers: Headers },
): Promise<Response> {
  const file = isFileId(id) ? await fileById(db, id) : undefined
  if (file === undefined || file.name !== name) return gone()
  const isPublic = file.audience === 'public'
  if (!isPublic) {
    const facts = factsOfPage(headers, config)
    const { caller, halfMissingOf } = await findSession(db, facts, config)
    if (caller === null || !(await mayRead(db, file, caller))) {
      const reason = halfMissingOf === undefined ? 'fileRefused' : 'sessionHalfMissing'
      const userId = caller?.userId ?? halfMissingOf
      refusals.note({ reason, path: '/files', address: facts.ip ?? '', userId })
      return gone()
    }
  }
  const isSmall = small && hasSmall(file)
  const bytes = await providers.storage.read(isSmall ? smallKey(file) : file.storageKey).catch((err: unknown) => {
    log.error({ err, file: id }, 'a file is not in the storage')
    return undefined
  })
  if (bytes === undefined) return gone()
  const shown = isSmall ? { ...file, contentType: 'image/webp' } : file
  return new Response(Buffer.from(bytes), { headers: { ...headersOf(shown), ...cacheOf(file, isPublic) } })
}

async function mayRead(db: Runtime['db'], file: FileRow, caller: Caller): Promise<boolean> {
  if (file.purpose === 'chat') return mayOpenChatFile(db, file, caller)
  const own = isOwn(file, caller)
  return file.purpose === 'attachment' ? mayReadAttachment(db, file, caller, own) : caller.isOperator || own
}

/** What is part of something goes to those who may read that; what is part of nothing to its company and operators. */
async function mayReadAttachment(db: Runtime['db'], file: FileRow, caller: Caller, own: boolean): Promise<boolean> {
  const ofOrder = await mayOpenOrderFile(db, file.id, caller)
  if (ofOrder === true) return true
  const ofDemand = await mayOpenDemandFile(db, file, caller, own)
  return ofDemand ?? ofOrder ?? (own || caller.isOperator)
}

/** Nothing of a file ever runs on this site: only pictures that were drawn anew here are shown, all else is saved. */
function headersOf({ contentType, name }: FileRow): Record<string, string> {
  const shown = contentType.startsWith('image/') ? 'inline' : 'attachment'
  const plain = name.replaceAll(/[^\w. -]/g, '_')
  return {
    'content-type': contentType,
    'content-disposition': `${shown}; filename="${plain}"; filename*=UTF-8''${extended(name)}`,
    'content-security-policy': contentPolicies.file,
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** RFC 8187: encodeURIComponent leaves four signs that the header gives a meaning. */
const extended = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const cacheOf = ({ sha256 }: FileRow, isPublic: boolean): Record<string, string> =>
  isPublic
    ? { 'cache-control': 'public, max-age=31536000, immutable', etag: `"${sha256.slice(0, 32)}"` }
    : { 'cache-control': 'private, no-store' }
