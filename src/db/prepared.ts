import type { Db } from './open.ts'

/**
 * Builds a query with placeholders once per database, because building costs more than executing. On PostgreSQL a named
 * query is parsed and planned once per connection: only for lookups by a unique key, whose best plan is the same for
 * every value. Names are unique.
 */
export function preparedOn<T>(prepare: (db: Db) => T): (db: Db) => T {
  const known = new WeakMap<Db, T>()
  return (db) => {
    const prepared = known.get(db) ?? prepare(db)
    known.set(db, prepared)
    return prepared
  }
}
