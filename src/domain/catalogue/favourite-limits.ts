/** A person keeps at most so many listings, and follows at most so many shops. */
export const mostFavourites = 2_000
export const mostFollows = 2_000
