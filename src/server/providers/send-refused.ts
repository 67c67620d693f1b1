/** The other side will never take this message: a number that does not exist, a mailbox that is closed. */
export class SendRefused extends Error {
  override readonly name = 'SendRefused'
}

/**
 * Why sending failed, for the outbox: short, and without the queries of addresses, which carry a message's contents
 * with some providers.
 */
export function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause)
  return text.replaceAll(/\?\S+/g, '?…').replaceAll(/\s+/g, ' ').slice(0, 300)
}
