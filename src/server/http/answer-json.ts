import { envelopeOf, retryAfterOf, type Envelope } from '../../contract/envelope.ts'
import { dispatch, type Outcome } from '../dispatch.ts'
import type { Entry } from '../handlers.ts'
import type { Runtime } from '../runtime.ts'
import { readJson, type Unread } from './body.ts'
import { factsOf } from './request-facts.ts'

/** Headers of every call's answer. */
export const answerHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' } as const

/** Header by which a refusal for a while says when to come again, in seconds. */
export const retryHeader = ({ content }: Envelope): Readonly<Record<string, string>> => {
  const seconds = retryAfterOf(content)
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}

/** A call with a JSON body from its headers to its envelope; a body that is refused is an envelope as well. */
export async function answerJson(runtime: Runtime, entry: Entry, unread: Unread): Promise<Outcome> {
  const body = await readJson(unread).then(
    (input) => ({ input }),
    (thrown: unknown) => ({ refused: envelopeOf(thrown) }),
  )
  if ('refused' in body) return { envelope: body.refused, cookies: [] }
  return dispatch(runtime, entry, body.input, factsOf(unread.headers, runtime.config))
}
