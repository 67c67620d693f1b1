import type { Db } from '../../db/open.ts'
import { regionName } from '../../domain/catalogue/region.ts'
import { placeNames } from '../reference/public.ts'

export { placeNames }

type NameOf = (code: string) => string

/** How a district is written on cards: 江苏 苏州. */
export async function regionNames(db: Db): Promise<NameOf> {
  const names = await placeNames(db)
  return (code) => regionName(code, (each) => names.get(each))
}
