/** Values that no seed and no test makes, for the paths that end in a refusal. */

/** An id that is valid and belongs to nothing. */
export const missingId = 2_000_000_000
/** A key for calls that need one, new each time. */
export const newKey = (): string => `test-${crypto.randomUUID()}`
