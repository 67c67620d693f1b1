import { failed, statusOf } from '../../contract/envelope.ts'
import { tokenCookie } from '../../domain/accounts/session.ts'
import { fileById, isFileId, isOwn, type FileRow } from '../operations/files.ts'
import type { Runtime } from '../runtime.ts'
import { findCaller } from '../session/find-caller.ts'
import { cookieOf, factsOf } from './request-facts.ts'

const gone = () =>
  new Response('文件不存在，或您没有查看它的权限', {
    status: statusOf(failed('notFound')),
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })

/**
 * GET /files/{id}/{name}. Public files for everyone and for good; private ones for their company (without one their
 * person) and operators, kept nowhere. Whatever else is asked for is not there: a foreign file looks like none.
 */
export async function serveFile(
  { db, providers, log }: Pick<Runtime, 'db' | 'providers' | 'log'>,
  { id, name, headers }: { readonly id: string; readonly name: string; readonly headers: Headers },
): Promise<Response> {
  const file = isFileId(id) ? await fileById(db, id) : undefined
  if (file === undefined || file.name !== name) return gone()
  const isPublic = file.audience === 'public'
  if (!isPublic && !(await mayRead(db, file, headers))) return gone()
  const bytes = await providers.storage.read(file.storageKey).catch((err: unknown) => {
    log.error({ err, file: id }, 'a file is not in the storage')
    return undefined
  })
  if (bytes === undefined) return gone()
  return new Response(Buffer.from(bytes), { headers: { ...headersOf(file), ...cacheOf(file, isPublic) } })
}

async function mayRead(db: Runtime['db'], file: FileRow, headers: Headers): Promise<boolean> {
  const facts = factsOf(headers)
  // A link or <img> of a page brings no header: there the cookie carries the token, beside its other half.
  const token = facts.token ?? cookieOf(headers.get('cookie'), tokenCookie)
  const caller = token === undefined ? null : await findCaller(db, { ...facts, token })
  return caller !== null && (caller.isOperator || isOwn(file, caller))
}

/** Nothing of a file ever runs on this site: only pictures that were drawn anew here are shown, all else is saved. */
function headersOf({ contentType, name }: FileRow): Record<string, string> {
  const shown = contentType.startsWith('image/') ? 'inline' : 'attachment'
  const plain = name.replaceAll(/[^\w. -]/g, '_')
  return {
    'content-type': contentType,
    'content-disposition': `${shown}; filename="${plain}"; filename*=UTF-8''${extended(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}

/** RFC 8187: encodeURIComponent leaves four signs that the header gives a meaning. */
const extended = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const cacheOf = ({ sha256 }: FileRow, isPublic: boolean): Record<string, string> =>
  isPublic
    ? { 'cache-control': 'public, max-age=31536000, immutable', etag: `"${sha256.slice(0, 32)}"` }
    : { 'cache-control': 'private, no-store' }
