import { envelopeOf, retryAfterOf, type Envelope } from '../../contract/envelope.ts'
import { dispatch, type Outcome } from '../dispatch.ts'
import type { Entry } from '../handlers.ts'
import { jsonTextOf } from '../json-text.ts'
import type { Runtime } from '../runtime.ts'
import { readJson, type UnreadBody } from './body.ts'
import { requestFacts } from './request-facts.ts'
import { cacheControl } from '../../domain/shell/cache-control.ts'

/** Headers of every call response. */
export const answerHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': cacheControl.none,
} as const

/** `retry-after` header of a temporary refusal, in seconds. */
export const retryAfterHeader = ({ content }: Envelope): Readonly<Record<string, string>> => {
  const seconds = retryAfterOf(content)
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}

/** The envelope as JSON. */
export function envelopeText(envelope: Envelope): string {
  const content = jsonTextOf(envelope.content)
  if (content === undefined) return JSON.stringify(envelope)
  return `{"code":${envelope.code},"message":${JSON.stringify(envelope.message)},"content":${content}}`
}

/** Runs a call with a JSON body. A rejected body also yields an envelope. */
export async function answerJson(runtime: Runtime, entry: Entry, unread: UnreadBody): Promise<Outcome> {
  const body = await readJson(unread).then(
    (input) => ({ input }),
    (thrown: unknown) => ({ refused: envelopeOf(thrown) }),
  )
  if ('refused' in body) return { envelope: body.refused, cookies: [] }
  return dispatch(runtime, entry, body.input, requestFacts(unread.headers, runtime.config))
}
