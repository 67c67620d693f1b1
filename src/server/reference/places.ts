import { inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { districts } from '../../db/tables/reference.ts'

const known = new WeakMap<Db, Promise<ReadonlyMap<string, string>>>()

async function read(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.select({ code: districts.code, name: districts.name }).from(districts)
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** Full names of districts by code. The national register does not change while a process runs, so it is read once. */
export async function placeNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const names = known.get(db) ?? read(db)
  known.set(db, names)
  const map = await names.catch((thrown: unknown) => {
    known.delete(db)
    throw thrown
  })
  if (map.size === 0) known.delete(db)
  return map
}

/**
 * Full names of some districts and of all above them, read from where the caller reads: inside a transaction, which
 * nothing is kept beside, these few rows cost less than the register.
 */
export async function placeNamesOf(db: Db, districtCodes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const codes = districtCodes.flatMap((code) => [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code])
  if (codes.length === 0) return new Map()
  const rows = await db
    .select({ code: districts.code, name: districts.name })
    .from(districts)
    .where(inArray(districts.code, [...new Set(codes)]))
  return new Map(rows.map(({ code, name }) => [code, name]))
}
