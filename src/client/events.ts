import { cookieValue, sessionCookies } from '../domain/accounts/session.ts'

/** What the clients tell the page about, besides their answers. Apart from them, so that a page can listen without loading one. */
export type ClientEvent =
  | { readonly is: 'sessionInvalid'; readonly openLogin: boolean; readonly why?: string | undefined }
  | { readonly is: 'transportFailed'; readonly message: string }

type Listener = (event: ClientEvent) => void
const listeners = new Set<Listener>()

/** Listens to what every client of this page tells. Returns the way to stop. */
export function onClientEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells everyone who listens. For the clients only. */
export const tellClientEvent = (event: ClientEvent): void => listeners.forEach((listener) => listener(event))

/** Names under which this page may find its half: the plain one also on https, where the server was not told `SITE_URL`. */
export const tokenNames = (): readonly string[] => [
  ...new Set([location.protocol, 'http:'].map((origin) => sessionCookies(origin).token)),
]

/** The page's half of the session. */
export const readToken = (): string | undefined =>
  tokenNames()
    .map((name) => cookieValue(document.cookie, name))
    .find((token) => token !== undefined)
