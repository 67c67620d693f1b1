import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../open.ts'

/** Inserts rows in batches of a few hundred: a statement takes 65,535 parameters at most. */
export async function insertBatches<T>(
  rows: readonly T[],
  size: number,
  insert: (part: T[]) => PromiseLike<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += size) await insert(rows.slice(from, from + size))
}

/** Advances the sequences past the inserted ids. */
export async function advanceSequences(tx: Db, tables: readonly PgTable[]): Promise<void> {
  for (const table of tables) {
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${sql.raw(`'${getTableName(table)}'`)}, 'id'), (select max(id) from ${table}))`,
    )
  }
}
