import type { Answer } from '../contract/envelope.ts'
import type { FilePurpose, Uploaded } from '../contract/operations/files.ts'
import { partBytes } from '../domain/operations/file-rules.ts'
import { quietApi } from './browser.ts'
import { lostMessage } from './hosts.ts'

interface PartsOptions {
  /** Sent bytes and total bytes. */
  readonly onProgress: (sent: number, all: number) => void
}

/**
 * Uploads a file in parts. Called again with the same `uploadId` after a lost connection, it resumes at the position of
 * the server. Like every call it never throws; it shows no toast.
 */
export async function uploadInParts(
  purpose: FilePurpose,
  file: File,
  uploadId: string,
  { onProgress }: PartsOptions,
): Promise<Answer<Uploaded>> {
  const known = { uploadId, purpose, size: file.size }
  let answer = await quietApi.operations.uploadPart({ ...known, at: 0, bytes: '' })
  while (answer.ok && answer.content.received < file.size) {
    const at = answer.content.received
    onProgress(at, file.size)
    const bytes = base64Of(new Uint8Array(await file.slice(at, at + partBytes).arrayBuffer()))
    answer = await quietApi.operations.uploadPart({ ...known, at, bytes })
    // Another tab uploads the same file, or the browser lost its bytes: retried later.
    if (answer.ok && answer.content.received <= at) return stuck()
  }
  if (!answer.ok) return answer
  return quietApi.operations.uploadFinish({ ...known, name: file.name }, { idempotencyKey: uploadId })
}

const stuck = (): Answer<Uploaded> => ({ ok: false, failure: { code: 0, message: lostMessage(), content: null } })

function base64Of(bytes: Uint8Array): string {
  let text = ''
  // A function call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
