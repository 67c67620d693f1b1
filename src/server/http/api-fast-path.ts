import type { IncomingMessage, ServerResponse } from 'node:http'
import { failed, statusOf } from '../../contract/envelope.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Outcome } from '../dispatch.ts'
import { entryByPath } from '../handlers.ts'
import type { Runtime } from '../runtime.ts'
import { answerHeaders, answerJson, envelopeText, retryAfterHeader } from './answer-json.ts'

const prefix = '/api'

/**
 * API fast path: serves calls with a JSON body directly from the Node request, because creating web Request and
 * Response objects and passing through Astro doubles the cost of a call. Returns whether it handled the request; other
 * requests below /api go through app.ts, with the same responses.
 */
export const apiFastPath =
  (runtime: Runtime) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request
    if (method !== 'POST' || !url.startsWith(`${prefix}/`)) return false
    const entry = entryByPath.get(url.slice(prefix.length).split('?', 1)[0] ?? '')
    if (entry === undefined || entry.call.multipart === true) return false
    const unread = { headers: { get: (name: string) => readHeader(request, name) }, text: readBodyText(request) }
    answerJson(runtime, entry, unread)
      .catch((err: unknown): Outcome => {
        runtime.log.error({ err }, 'request failed')
        return { envelope: failed('serverError'), cookies: [] }
      })
      .then((outcome) => sendOutcome(outcome, request, response))
    return true
  }

function readHeader({ headers: given }: IncomingMessage, name: string): string | null {
  const value = given[name]
  return typeof value === 'string' ? value : null
}

const readBodyText = (request: IncomingMessage) => (maxBytes: number) =>
  new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength
      if (size <= maxBytes) return void chunks.push(chunk)
      request.pause()
      reject(new CallFailed('tooLarge'))
    })
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    // Every request emits close: the error is only created when the body is incomplete.
    request.once('close', () => request.readableEnded || reject(new CallFailed('badJson')))
    request.once('error', () => reject(new CallFailed('badJson')))
  })

function sendOutcome(
  { envelope, cookies, headers }: Outcome,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const text = envelopeText(envelope)
  response.writeHead(statusOf(envelope), {
    ...answerHeaders,
    ...retryAfterHeader(envelope),
    ...headers,
    'content-length': Buffer.byteLength(text),
    ...(cookies.length > 0 && { 'set-cookie': [...cookies] }),
    // The rest of a rejected body is not awaited.
    ...(!request.complete && { connection: 'close' }),
  })
  response.end(text)
}
