import type { Db } from './open.ts'

/**
 * Empty statement name: PostgreSQL plans for the actual values, and connections may be shared by a pooler.
 */
export const unnamed = ''

/** Builds a query with placeholders once per database, because building costs more than executing. */
export function preparedOn<T>(prepare: (db: Db) => T): (db: Db) => T {
  const known = new WeakMap<Db, T>()
  return (db) => {
    const prepared = known.get(db) ?? prepare(db)
    known.set(db, prepared)
    return prepared
  }
}
