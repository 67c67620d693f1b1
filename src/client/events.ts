import { cookieValue, sessionCookies } from '../domain/accounts/session.ts'

/** Events of the clients. A module of its own, so that a page can listen without loading a client. */
export type ClientEvent =
  | { readonly is: 'sessionInvalid'; readonly openLogin: boolean; readonly why?: string | undefined }
  | { readonly is: 'transportFailed'; readonly message: string }

type Listener = (event: ClientEvent) => void
const listeners = new Set<Listener>()

/** Adds a listener for events of all clients of this page. Returns the function that removes it. */
export function onClientEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Emits an event to all listeners. For the clients only. */
export const emitClientEvent = (event: ClientEvent): void => listeners.forEach((listener) => listener(event))

/** Possible names of the token cookie: the plain one also on https, where `SITE_URL` is not set. */
export const tokenNames = (): readonly string[] => [
  ...new Set([location.protocol, 'http:'].map((origin) => sessionCookies(origin).token)),
]

/** The session token of this page. */
export const readToken = (): string | undefined =>
  tokenNames()
    .map((name) => cookieValue(document.cookie, name))
    .find((token) => token !== undefined)
