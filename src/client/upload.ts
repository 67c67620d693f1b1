import type { Answer, Envelope } from '../contract/envelope.ts'
import type { FilePurpose, Uploaded } from '../contract/operations/files.ts'
import { readToken } from './events.ts'
import { emitSessionOver } from './session-over.ts'
import { callUrl, pageHeaders } from './hosts.ts'
import { pathOf } from './paths.ts'

export interface UploadOptions {
  /** Sent bytes and total bytes. */
  readonly onProgress?: (sent: number, total: number) => void
  /** Aborts the upload; the result is then a failure as for a lost connection. */
  readonly signal?: AbortSignal
}

type UploadEnvelope = Envelope & { readonly content: Uploaded | null }

/**
 * Uploads one file. Like every call it never throws: a lost connection is a failure with code 0. Uses XMLHttpRequest,
 * because fetch reports no upload progress. Shows no toast: the row of the file shows the error.
 */
export function uploadFile(
  purpose: FilePurpose,
  file: File,
  { onProgress, signal }: UploadOptions = {},
): Promise<Answer<Uploaded>> {
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', file)
  const token = readToken()
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const lost = () => resolve({ ok: false, failure: { code: 0, message: '网络中断，文件没有传完', content: null } })
    request.open('POST', callUrl(pathOf('operations.upload')))
    request.withCredentials = true
    request.responseType = 'json'
    for (const [name, value] of Object.entries(pageHeaders(token))) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded, total))
    request.addEventListener('error', lost)
    request.addEventListener('abort', lost)
    request.addEventListener('load', () => {
      const envelope: UploadEnvelope | null = request.response
      if (envelope === null) return lost()
      emitSessionOver(envelope, token, true)
      resolve(answerOf(envelope))
    })
    if (signal?.aborted === true) return lost()
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

const answerOf = (envelope: UploadEnvelope): Answer<Uploaded> =>
  envelope.code === 200 && envelope.content !== null
    ? { ok: true, content: envelope.content }
    : { ok: false, failure: envelope }
