import type { Answer, Envelope } from '../contract/envelope.ts'
import { apiOver, type Api, type CallOptions } from './api.ts'

/** Runs one call by `domain.name` and gives its envelope. */
export type Dispatch = (name: string, input: unknown, options: CallOptions) => Promise<Envelope>

/** The contract as functions that run in this process: same checks, no HTTP. For pages and tests. */
export const inProcessClient = (run: Dispatch): Api =>
  apiOver(async (name, input, options) => answerOf(await run(name, input, options)))

/** What an envelope says, as a union. */
export function answerOf(envelope: Envelope): Answer<unknown> {
  return envelope.code === 200 ? { ok: true, content: envelope.content } : { ok: false, failure: envelope }
}
