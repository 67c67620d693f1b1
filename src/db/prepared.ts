import type { Db } from './open.ts'

/**
 * Name to prepare with. None: PostgreSQL plans for the values of each asking, and connections may be shared by a pooler.
 */
export const unnamed = ''

/** A query that is built once for a database, with placeholders for what differs: building one costs more than asking it. */
export function preparedOn<T>(prepare: (db: Db) => T): (db: Db) => T {
  const known = new WeakMap<Db, T>()
  return (db) => {
    const prepared = known.get(db) ?? prepare(db)
    known.set(db, prepared)
    return prepared
  }
}
