import type { Answer } from '../contract/envelope.ts'
import type { FilePurpose, Uploaded } from '../contract/operations/files.ts'
import { partBytes } from '../domain/operations/file-rules.ts'
import { quietApi } from './browser.ts'
import { lostMessage } from './hosts.ts'

interface PartsOptions {
  /** Bytes that are on the server, of all that are to go. */
  readonly onProgress: (sent: number, all: number) => void
}

/**
 * Sends a file part by part. Called again with the same `uploadId` after the connection broke, it goes on from where
 * the server has it. Like every call it never throws, and tells nothing as a toast.
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
    // Another tab sends the same file, or its bytes are gone from this browser: it is tried again later.
    if (answer.ok && answer.content.received <= at) return stuck()
  }
  if (!answer.ok) return answer
  return quietApi.operations.uploadFinish({ ...known, name: file.name }, { idempotencyKey: uploadId })
}

const stuck = (): Answer<Uploaded> => ({ ok: false, failure: { code: 0, message: lostMessage(), content: null } })

function base64Of(bytes: Uint8Array): string {
  let text = ''
  // A call takes so many arguments at most.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
