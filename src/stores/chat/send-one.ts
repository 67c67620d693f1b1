import { map } from 'nanostores'
import { quietApi } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { partBytes } from '../../domain/operations/file-rules.ts'
import { keptFile } from './kept-files.ts'
import type { Unsent } from './kept-outbox.ts'
import { addressOf, ownId } from './sides.ts'
import { isSessionOver } from '../../domain/accounts/session-over.ts'

/** Percent of files that are being uploaded, by client id. */
export const progress = map<Record<string, number | undefined>>({})

/** away: the line or the server is gone for now, it goes out later; refused: it never will, for `reason`. */
export type Came =
  { readonly is: 'sent' } | { readonly is: 'away' } | { readonly is: 'refused'; readonly reason: string }

/** Sends one message, its file first. `uploaded` hears the id of the file, so that it is not uploaded again. */
export async function sendOne(item: Unsent, uploaded: (fileId: string) => void): Promise<Came> {
  const { clientId, to, text, file, reply } = item
  const put = file === undefined || file.fileId !== undefined ? undefined : await putFile(clientId, uploaded)
  if (put !== undefined && 'is' in put) return put
  const fileId = file?.fileId ?? put?.fileId
  const status = file === undefined ? 'text' : file.kind
  const answer = await quietApi.chat.sendMessage({
    ...addressOf(to),
    ...{ sendId: ownId(), qos: 2, clientId },
    content: JSON.stringify({ status, text: text.replaceAll('\n', '<br />') }),
    ...(fileId === undefined ? {} : { fileId }),
    ...(reply === undefined ? {} : { replySeq: reply.seq }),
  })
  return answer.ok ? { is: 'sent' } : cameOf(answer.failure)
}

async function putFile(clientId: string, uploaded: (fileId: string) => void): Promise<Came | { fileId: string }> {
  const file = await keptFile(clientId)
  if (file === undefined) return { is: 'refused', reason: '文件已不在这个浏览器里，请重新选择' }
  const onProgress = (sent: number, all: number) =>
    progress.setKey(clientId, all === 0 ? 0 : Math.min(99, Math.floor((sent / all) * 100)))
  const answer = await sendFile(file, clientId, onProgress)
  if (!answer.ok) return cameOf(answer.failure)
  uploaded(answer.content.fileId)
  return { fileId: answer.content.fileId }
}

/** A large file goes in parts, so that a connection that breaks costs one part and not all of it. */
async function sendFile(file: File, uploadId: string, onProgress: (sent: number, all: number) => void) {
  if (file.size <= partBytes) {
    const { uploadFile } = await import('../../client/upload.ts')
    return uploadFile('chat', file, { onProgress })
  }
  const { uploadInParts } = await import('../../client/upload-parts.ts')
  return uploadInParts('chat', file, uploadId, { onProgress })
}

const cameOf = (failure: Failure): Came => {
  const { code } = failure
  // Signed out in between: it goes out after signing in again.
  const later = code === 0 || code === 429 || isSessionOver(code) || (code >= 500 && code < 600)
  return later ? { is: 'away' } : { is: 'refused', reason: reasonOf(failure) }
}

/** The first field's fault says more than the general sentence. */
function reasonOf({ message, content }: Failure): string {
  const [first]: unknown[] = Array.isArray(content) ? content : []
  const own = typeof first === 'object' && first !== null && 'message' in first ? first.message : undefined
  return typeof own === 'string' ? own : message
}
