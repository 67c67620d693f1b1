import type { Call } from '../contract/call.ts'
import type { Envelope } from '../contract/envelope.ts'
import { cachedReads } from './cached-reads.ts'
import type { Context } from './handler.ts'

const responses = cachedReads<Envelope>({ kind: 'answers', accepts: ({ code }) => code === 200 })

/**
 * Caches the responses of anonymous calls of public pages, since different URLs often need the same data. Responses
 * must not be mutated. The next invalidation of public pages clears them; calls that are not cacheable always run.
 */
export const cachedResponse = (
  context: Pick<Context, 'db' | 'pages'>,
  { name, call, input }: { readonly name: string; readonly call: Pick<Call, 'cacheable'>; readonly input: unknown },
  run: () => Promise<Envelope>,
): Promise<Envelope> => (call.cacheable === true ? responses(context, `${name} ${JSON.stringify(input)}`, run) : run())
