import { map } from 'nanostores'
import { quietApi } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { partBytes } from '../../../domain/operations/file-rules.ts'
import { readStoredFile } from './stored-files.ts'
import type { UnsentMessage } from './unsent-message.ts'
import { participantInput, ownUserId } from '../participants.ts'
import { isSessionOver } from '../../../domain/accounts/session-over.ts'

/** Upload progress of files in percent, by client id. */
export const uploadProgress = map<Record<string, number | undefined>>({})

/** away: network or server unavailable, retried later; refused: never retried, with `reason`. */
export type SendOutcome =
  { readonly is: 'sent' } | { readonly is: 'away' } | { readonly is: 'refused'; readonly reason: string }

/** Sends one message, its file first. `uploaded` receives the file id, so that a retry does not upload it again. */
export async function sendUnsentMessage(item: UnsentMessage, uploaded: (fileId: string) => void): Promise<SendOutcome> {
  const { clientId, to, text, file, reply } = item
  const put = file === undefined || file.fileId !== undefined ? undefined : await uploadMessageFile(clientId, uploaded)
  if (put !== undefined && 'is' in put) return put
  const fileId = file?.fileId ?? put?.fileId
  const status = file === undefined ? 'text' : file.kind
  const answer = await quietApi.chat.sendMessage({
    ...participantInput(to),
    sendId: ownUserId(),
    qos: 2,
    clientId,
    content: JSON.stringify({ status, text: text.replaceAll('\n', '<br />') }),
    ...(fileId === undefined ? {} : { fileId }),
    ...(reply === undefined ? {} : { replySeq: reply.seq }),
  })
  return answer.ok ? { is: 'sent' } : outcomeOfFailure(answer.failure)
}

async function uploadMessageFile(
  clientId: string,
  uploaded: (fileId: string) => void,
): Promise<SendOutcome | { fileId: string }> {
  const file = await readStoredFile(clientId)
  if (file === undefined) return { is: 'refused', reason: '文件已不在这个浏览器里，请重新选择' }
  const onProgress = (sent: number, all: number) =>
    uploadProgress.setKey(clientId, all === 0 ? 0 : Math.min(99, Math.floor((sent / all) * 100)))
  const answer = await sendFile(file, clientId, onProgress)
  if (!answer.ok) return outcomeOfFailure(answer.failure)
  uploaded(answer.content.fileId)
  return { fileId: answer.content.fileId }
}

/** Uploads large files in parts, so that a broken connection costs only one part. */
async function sendFile(file: File, uploadId: string, onProgress: (sent: number, all: number) => void) {
  if (file.size <= partBytes) {
    const { uploadFile } = await import('../../../client/upload.ts')
    return uploadFile('chat', file, { onProgress })
  }
  const { uploadInParts } = await import('../../../client/upload-parts.ts')
  return uploadInParts('chat', file, uploadId, { onProgress })
}

const outcomeOfFailure = (failure: Failure): SendOutcome => {
  const { code } = failure
  // Signed out meanwhile: sent after signing in again.
  const later = code === 0 || code === 429 || isSessionOver(code) || (code >= 500 && code < 600)
  return later ? { is: 'away' } : { is: 'refused', reason: reasonOf(failure) }
}

/** The first field error is more specific than the general message. */
function reasonOf({ message, content }: Failure): string {
  const [first]: unknown[] = Array.isArray(content) ? content : []
  const own = typeof first === 'object' && first !== null && 'message' in first ? first.message : undefined
  return typeof own === 'string' ? own : message
}
