import type { Db } from '../../db/open.ts'
import { regionName } from '../../domain/catalogue/region.ts'
import { districtNames } from '../platform/district-names.ts'

type NameOf = (code: string) => string

/** Region text of a district on cards: 江苏 苏州. */
export async function regionNames(db: Db): Promise<NameOf> {
  const names = await districtNames(db)
  return (code) => regionName(code, (each) => names.get(each))
}
