import { halfCookie, ssoCookie } from '../../domain/accounts/session.ts'
import type { RequestFacts } from '../handler.ts'

/** Header that main.ts (and the development server) sets from the socket; whatever a client sent in it is dropped. */
export const addressHeader = 'x-portal-address'

/** Value of one cookie of a request. */
export function cookieOf(header: string | null, name: string): string | undefined {
  if (header === null) return undefined
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

/** What a call may know of its HTTP request. */
export function factsOf(headers: Pick<Headers, 'get'>): RequestFacts {
  const appId = headers.get('app-id')
  return {
    appId: appId === 'mini' || appId === 'open' ? appId : 'web',
    token: headers.get('token') ?? undefined,
    cookie: cookieOf(headers.get('cookie'), halfCookie),
    ssoCookie: cookieOf(headers.get('cookie'), ssoCookie),
    idempotencyKey: headers.get('idempotency-key') ?? undefined,
    ip: headers.get(addressHeader) ?? '',
    userAgent: (headers.get('user-agent') ?? '').slice(0, 300),
  }
}
