/** Milliseconds between two messages to the park-service window. Specification 9. */
export const leaderInterval = 1000
/** Maximum number of messages to the window. */
export const leaderLimit = 2000
/** Lifetime in milliseconds of a ticket for the park-service site. */
export const ticketLife = 5 * 60_000
/** Milliseconds before expiry at which a ticket is renewed, so that no expired one is sent. */
const renewBefore = 60_000

/** Identity sent to the park-service site. `token` is a short-lived ticket for that site, not the session. */
export type LeaderMessage = { readonly token: string; readonly userId: number | string; readonly loginName: string }

/** Whether another message may be sent: below the limit, window open, person still signed in. */
export const mayPost = (sent: number, windowClosed: boolean, signedIn: boolean): boolean =>
  sent < leaderLimit && !windowClosed && signedIn

/** Whether a ticket that expires at `expiresAt` must be renewed; both in milliseconds. */
export const isTicketExpiring = (expiresAt: number, now: number): boolean => now > expiresAt - renewBefore
