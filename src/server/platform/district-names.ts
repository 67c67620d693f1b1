import { inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { districts } from '../../db/tables/reference.ts'

const cachedNames = new WeakMap<Db, Promise<ReadonlyMap<string, string>>>()

async function readNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.select({ code: districts.code, name: districts.name }).from(districts)
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** Full names of districts by code. The national register does not change while a process runs, so it is read once. */
export async function districtNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const names = cachedNames.get(db) ?? readNames(db)
  cachedNames.set(db, names)
  const map = await names.catch((thrown: unknown) => {
    cachedNames.delete(db)
    throw thrown
  })
  if (map.size === 0) cachedNames.delete(db)
  return map
}

/**
 * Full names of some districts and their ancestors, read by the caller's connection: inside a transaction, where
 * nothing is cached, these few rows cost less than the whole register.
 */
export async function districtNamesOf(db: Db, districtCodes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const codes = districtCodes.flatMap((code) => [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code])
  if (codes.length === 0) return new Map()
  const rows = await db
    .select({ code: districts.code, name: districts.name })
    .from(districts)
    .where(inArray(districts.code, [...new Set(codes)]))
  return new Map(rows.map(({ code, name }) => [code, name]))
}
