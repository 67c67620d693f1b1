import type { Answer, Envelope } from '../contract/envelope.ts'
import { apiOver, type Api, type CallOptions } from './api.ts'

/** Runs one call by `domain.name` and returns its envelope. */
export type Dispatch = (name: string, input: unknown, options: CallOptions) => Promise<Envelope>

/** The API in this process: same checks, no HTTP. For pages and tests. */
export const inProcessClient = (run: Dispatch): Api =>
  apiOver(async (name, input, options) => answerOf(await run(name, input, options)))

/** Message of a failure without one. Specification section 8. */
export const requestFailedMessage = '请求失败！'

/** Converts an envelope to a union; a failure without a message gets the default one. */
export function answerOf(envelope: Envelope): Answer<unknown> {
  if (envelope.code === 200) return { ok: true, content: envelope.content }
  return { ok: false, failure: { ...envelope, message: envelope.message || requestFailedMessage } }
}
