import { CallFailed } from '../../contract/failures.ts'

/**
 * A named outcome other than the usual answer of a call: what the handler wrote is committed, and its `after` runs. An
 * idempotent call throws it in its transaction, outside of nested ones; others throw it after their own.
 */
export class CommittedFailure extends CallFailed {}
