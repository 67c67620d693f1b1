import { inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { districts } from '../../db/tables/reference.ts'

/** Operators rename districts rarely; other processes see a new name after this time. Milliseconds. */
const namesAge = 60_000

interface CachedNames {
  readonly names: Promise<ReadonlyMap<string, string>>
  readonly until: number
}
const cachedNames = new WeakMap<Db, CachedNames>()

async function readNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.select({ code: districts.code, name: districts.name }).from(districts)
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** Full names of districts by code, switched off ones too, cached for a minute. */
export async function districtNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const known = cachedNames.get(db)
  if (known !== undefined && known.until > Date.now()) return known.names
  const names = readNames(db)
  cachedNames.set(db, { names, until: Date.now() + namesAge })
  try {
    const map = await names
    if (map.size === 0) cachedNames.delete(db)
    return map
  } catch (thrown) {
    cachedNames.delete(db)
    throw thrown
  }
}

/** After an edit: the next read of names is of the database. */
export const forgetDistrictNames = (db: Db): void => void cachedNames.delete(db)

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
