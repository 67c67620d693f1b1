import { maskPhone } from '../../domain/masks.ts'

/** The provider permanently rejects the message: an unknown number, a closed mailbox. */
export class SendRejectedError extends Error {
  override readonly name = 'SendRefused'
}

/**
 * Reason of a failed send, for the outbox: short, with masked numbers and without URL queries, which contain the
 * message with some providers.
 */
export function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause)
  return text
    .replaceAll(/\?\S+/g, '?…')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=^|\D|86)1\d{10}(?!\d)/g, maskPhone)
    .slice(0, 300)
}
