/** Values that no seed or test creates, for tests of refusals. */

/** A valid id that does not exist. */
export const missingId = 2_000_000_000
/** A new idempotency key. */
export const newKey = (): string => `test-${crypto.randomUUID()}`
