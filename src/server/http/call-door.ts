import type { IncomingMessage, ServerResponse } from 'node:http'
import { failed, statusOf } from '../../contract/envelope.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Outcome } from '../dispatch.ts'
import { entryByPath } from '../handlers.ts'
import type { Runtime } from '../runtime.ts'
import { answerHeaders, answerJson, retryHeader } from './answer-json.ts'

const prefix = '/api'

/**
 * Answers calls with a JSON body from Node's own request: the web's Request and Response, and the way through Astro
 * to them, cost as much as the rest of a call. Says whether a request was one; all else of /api goes the long way
 * (app.ts), with the same answers.
 */
export const callDoor =
  (runtime: Runtime) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request
    if (method !== 'POST' || !url.startsWith(`${prefix}/`)) return false
    const entry = entryByPath.get(url.slice(prefix.length).split('?', 1)[0] ?? '')
    if (entry === undefined || entry.call.multipart === true) return false
    const unread = { headers: { get: (name: string) => headerOf(request, name) }, text: textOf(request) }
    answerJson(runtime, entry, unread)
      .catch((err: unknown): Outcome => {
        runtime.log.error({ err }, 'request failed')
        return { envelope: failed('serverError'), cookies: [] }
      })
      .then((outcome) => send(outcome, request, response))
    return true
  }

function headerOf({ headers: given }: IncomingMessage, name: string): string | null {
  const value = given[name]
  return typeof value === 'string' ? value : null
}

const textOf = (request: IncomingMessage) => (most: number) =>
  new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength
      if (size <= most) return void chunks.push(chunk)
      request.pause()
      reject(new CallFailed('tooLarge'))
    })
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    // Every request closes: an error with its stack is made only where there is something to say.
    request.once('close', () => request.readableEnded || reject(new CallFailed('badJson')))
    request.once('error', () => reject(new CallFailed('badJson')))
  })

function send({ envelope, cookies }: Outcome, request: IncomingMessage, response: ServerResponse): void {
  const text = JSON.stringify(envelope)
  response.writeHead(statusOf(envelope), {
    ...answerHeaders,
    ...retryHeader(envelope),
    'content-length': Buffer.byteLength(text),
    ...(cookies.length > 0 && { 'set-cookie': [...cookies] }),
    // What still comes of a body that was refused is not waited for.
    ...(!request.complete && { connection: 'close' }),
  })
  response.end(text)
}
