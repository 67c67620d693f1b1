import { PgTransaction } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/open.ts'

/**
 * What is counted against guessing must stay counted when the call fails, and a failure rolls its transaction back.
 * Throws when such counting is given a transaction: a mistake of the program, never of the person.
 */
export function mustOutliveFailure(db: Db): void {
  if (db instanceof PgTransaction) throw new Error('A try is to be counted outside of the transaction that may fail')
}
