import type { Answer } from '../../../contract/envelope.ts'

/** HTTP status of a detail page whose call failed: 500 for a server failure, else 404. */
export const missingContentStatus = (answer: Answer<unknown> | undefined): 404 | 500 =>
  answer?.ok === false && answer.failure.code >= 500 && answer.failure.code < 600 ? 500 : 404
