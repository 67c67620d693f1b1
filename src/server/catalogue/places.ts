import type { Db } from '../../db/open.ts'
import { districts } from '../../db/tables/reference.ts'
import { regionName } from '../../domain/catalogue/region.ts'

type NameOf = (code: string) => string
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

/** How a district is written on cards: 江苏 苏州. */
export async function regionNames(db: Db): Promise<NameOf> {
  const names = await placeNames(db)
  return (code) => regionName(code, (each) => names.get(each))
}
