import { failed, statusOf } from '../../contract/envelope.ts'
import type { Caller } from '../handler.ts'
import { findFile, hasThumbnail, isFileId, isOwnFile, thumbnailKey, type FileRow } from '../platform/files/files.ts'
import type { Runtime } from '../runtime.ts'
import { findSession } from '../session/find-caller.ts'
import { pageRequestFacts } from './request-facts.ts'
import { contentPolicies } from './security-headers.ts'
import { canOpenChatFile } from '../chat/own-conversations.ts'
import { canOpenBatchFile } from '../catalogue/batches/batches.ts'
import { canOpenDemandFile } from '../demands/annexes/open-annex.ts'
import { canOpenComplaintFile } from '../processes/complaints/complaint-cases.ts'
import { canOpenAgreementFile } from '../orders/agreements/load-agreements.ts'
import { canOpenProgrammeFile } from '../processes/programmes/programme-content.ts'
import { canOpenOrderFile } from '../orders/documents/can-open-order-file.ts'
import { cacheControl } from '../../domain/shell/cache-control.ts'

/** A file that is missing, or that the caller may not read: both look the same. */
export const fileNotFound = (): Response =>
  new Response('文件不存在，或您没有查看它的权限', {
    status: statusOf(failed('notFound')),
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': cacheControl.none },
  })

/**
 * GET /files/{id}/{name}. Public files are open to everyone and cached permanently. Private files are for their company
 * (without one, their user) and operators who review; chat files for members of the conversation; files of a programme
 * for its readers; attachments for readers of the demand, offer or order, certificates of batches for everyone signed in. An operator who views an account reads no
 * private file of it. Private files are not cached. Anything else is 404: a foreign file looks missing.
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
  const file = isFileId(id) ? await findFile(db, id) : undefined
  if (file === undefined || file.name !== name) return fileNotFound()
  const isPublic = file.audience === 'public'
  if (!isPublic) {
    const facts = pageRequestFacts(headers, config)
    const { caller, halfMissingOf } = await findSession(db, facts, config)
    if (caller === null || caller.viewerId !== undefined || !(await mayRead(db, file, caller))) {
      const reason = halfMissingOf === undefined ? 'fileRefused' : 'sessionHalfMissing'
      const userId = caller?.userId ?? halfMissingOf
      refusals.note({ reason, path: '/files', address: facts.ip ?? '', userId })
      return fileNotFound()
    }
  }
  const isSmall = small && hasThumbnail(file)
  const bytes = await providers.storage.read(isSmall ? thumbnailKey(file) : file.storageKey).catch((err: unknown) => {
    log.error({ err, file: id }, 'a file is not in the storage')
    return undefined
  })
  if (bytes === undefined) return fileNotFound()
  const shown = isSmall ? { ...file, contentType: 'image/webp' } : file
  return new Response(Buffer.from(bytes), { headers: { ...fileHeaders(shown), ...cacheHeaders(file, isPublic) } })
}

async function mayRead(db: Runtime['db'], file: FileRow, caller: Caller): Promise<boolean> {
  if (file.purpose === 'chat') return canOpenChatFile(db, file, caller)
  if (file.purpose === 'programme') return canOpenProgrammeFile(db, file, caller)
  const own = isOwnFile(file, caller)
  return file.purpose === 'attachment' || file.purpose === 'invoice'
    ? mayReadAttachment(db, file, caller, own)
    : own || isReviewer(caller)
}

/** Operators of other roles have no reason to see licences and certificates. */
const isReviewer = ({ operatorPermissions }: Caller): boolean => operatorPermissions.has('review')

/** An attachment follows the access of its demand, offer or order; an unused one is for its company and reviewers. */
async function mayReadAttachment(db: Runtime['db'], file: FileRow, caller: Caller, own: boolean): Promise<boolean> {
  if (await canOpenComplaintFile(db, file.id, caller)) return true
  if (await canOpenBatchFile(db, file.id, caller)) return true
  const ofAgreement = await canOpenAgreementFile(db, file.id, caller)
  if (ofAgreement === true) return true
  const ofOrder = await canOpenOrderFile(db, file.id, caller)
  if (ofOrder === true) return true
  const ofDemand = await canOpenDemandFile(db, file, caller, own)
  return ofDemand ?? ofOrder ?? ofAgreement ?? (own || isReviewer(caller))
}

/** Uploaded files never execute: only re-encoded pictures are shown inline, everything else is downloaded. */
function fileHeaders({ contentType, name }: FileRow): Record<string, string> {
  const shown = contentType.startsWith('image/') ? 'inline' : 'attachment'
  const plain = name.replaceAll(/[^\w. -]/g, '_')
  return {
    'content-type': contentType,
    'content-disposition': `${shown}; filename="${plain}"; filename*=UTF-8''${encodeExtendedValue(name)}`,
    'content-security-policy': contentPolicies.file,
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** RFC 8187: encodeURIComponent leaves four characters that are special in the header. */
const encodeExtendedValue = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const cacheHeaders = ({ sha256 }: FileRow, isPublic: boolean): Record<string, string> =>
  isPublic
    ? { 'cache-control': cacheControl.immutable, etag: `"${sha256.slice(0, 32)}"` }
    : { 'cache-control': cacheControl.personal }
