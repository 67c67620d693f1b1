import { hash } from 'node:crypto'
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

/** Maximum number of named shapes of a query, to bound what each connection of PostgreSQL keeps. */
const maxNamed = 100
/** Maximum number of shapes kept in memory. */
const maxKept = 1_000

/**
 * The same for a query whose text depends on more than its values: `shape` is all that the text is built from, as plain
 * data, and each shape is one query. Every value must be hidden from the planner or irrelevant to it
 * (`placeholders` in catalogue/query/conditions.ts), since the first plans are kept for all values. Beyond `maxNamed`
 * shapes a query has no name and is planned each time.
 */
export function preparedByShape<Shape extends object, T>(
  purpose: string,
  prepare: (db: Db, shape: Shape, name: string) => T,
): (db: Db, shape: Shape) => T {
  const shapesOf = preparedOn(() => new Map<string, T>())
  return (db, shape) => {
    const shapes = shapesOf(db)
    const key = JSON.stringify(shape)
    const known = shapes.get(key)
    if (known !== undefined) return known
    // A hash, since the same shape has the same name in a transaction, and PostgreSQL cuts names after 63 characters.
    const prepared = prepare(db, shape, shapes.size < maxNamed ? `${purpose}_${hash('sha1', key, 'base64url')}` : '')
    if (shapes.size < maxKept) shapes.set(key, prepared)
    return prepared
  }
}
