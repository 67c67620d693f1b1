import type { Answer } from '../../contract/envelope.ts'

/** Status of a page of one thing that was not got: the server's own trouble, or there is no such thing. */
export const statusWithout = (answer: Answer<unknown> | undefined): 404 | 500 =>
  answer?.ok === false && answer.failure.code >= 500 && answer.failure.code < 600 ? 500 : 404
