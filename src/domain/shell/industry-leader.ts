/** Milliseconds between two messages to the park-service window. Specification 9. */
export const leaderInterval = 1000
/** Messages at most; then the window is left alone. */
export const leaderLimit = 2000
/** Milliseconds that a ticket for the park-service site lives. */
export const ticketLife = 5 * 60_000
/** Milliseconds before its end at which another ticket is fetched, so that none goes out that is just over. */
const renewBefore = 60_000

/** Who comes to the park-service site. `token` is a ticket for that site that lives briefly, not the session. */
export type LeaderMessage = { readonly token: string; readonly userId: number | string; readonly loginName: string }

/** Whether one more message may go: below the limit, window open, person still signed in. */
export const mayPost = (sent: number, windowClosed: boolean, signedIn: boolean): boolean =>
  sent < leaderLimit && !windowClosed && signedIn

/** Whether a ticket that ends at `expiresAt` is to be replaced; both in milliseconds. */
export const isOld = (expiresAt: number, now: number): boolean => now > expiresAt - renewBefore
