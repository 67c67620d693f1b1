/** Rows counted at most: a longer list is narrowed by its conditions. */
export const mostCounted = 10_000
