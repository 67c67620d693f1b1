import type { Answer, Envelope } from '../contract/envelope.ts'
import type { FilePurpose, Uploaded } from '../contract/operations/files.ts'
import { readToken } from './events.ts'
import { addressOf, pageHeaders } from './hosts.ts'
import { pathOf } from './paths.ts'
import { tellSessionOver } from './session-over.ts'

export interface UploadOptions {
  /** Bytes that are on the server, of all that are to go. */
  readonly onProgress?: (sent: number, all: number) => void
  /** Ends the sending; the answer is then a failure like a lost connection. */
  readonly signal?: AbortSignal
}

type UploadEnvelope = Envelope & { readonly content: Uploaded | null }

/**
 * Sends one file. Like every call it never throws: a lost connection is a failure with code 0. By XMLHttpRequest,
 * because fetch does not tell how far an upload has come. Nothing is told as a toast: the file's row shows it.
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
    request.open('POST', addressOf(pathOf('operations.upload')))
    request.withCredentials = true
    request.responseType = 'json'
    for (const [name, value] of Object.entries(pageHeaders(token))) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded, total))
    request.addEventListener('error', lost)
    request.addEventListener('abort', lost)
    request.addEventListener('load', () => {
      const envelope: UploadEnvelope | null = request.response
      if (envelope === null) return lost()
      tellSessionOver(envelope, token, true)
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
