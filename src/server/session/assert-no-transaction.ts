import { PgTransaction } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/open.ts'

/**
 * Counters against guessing must survive a failed call, whose transaction is rolled back. Throws a programming error
 * when called with a transaction.
 */
export function assertNoTransaction(db: Db): void {
  if (db instanceof PgTransaction) throw new Error('A try is to be counted outside of the transaction that may fail')
}
