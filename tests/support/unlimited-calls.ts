import { halfCookie, tokenCookie } from './session-cookies.ts'
import type { RequestFacts } from '../../src/server/handler.ts'
import type { TestApp } from './app.ts'
import type { Client } from './client.ts'

/** A call by its `domain.name`; throws when it is refused. */
export type CallByName = (name: string, input: object) => Promise<unknown>

/** Calls as a signed-in user, without rate limits. */
export function unlimitedCalls(app: TestApp, client: Client): CallByName {
  const facts: RequestFacts = {
    appId: 'web' as const,
    token: client.cookies.get(tokenCookie),
    cookie: client.cookies.get(halfCookie),
    browserCookie: undefined,
    origin: 'http://localhost',
    ssoCookie: undefined,
    viewCookie: undefined,
    idempotencyKey: undefined,
    ip: undefined,
    userAgent: 'test',
  }
  return async (name, input) => {
    const { code, message, content } = await app.runtime.call(name, input, facts)
    if (code !== 200) throw new Error(`${name}: ${code} ${message}`)
    return content
  }
}
