import { areaList } from '@vant/area-data'
import type { adSettings, dictionaries, districts } from '../tables/reference.ts'
import { regionName } from '../../domain/catalogue/region.ts'
import { adNotes } from './data/ads.ts'
import { attributeDictionaries } from './build-attributes.ts'
import { productTree, serviceTree } from './data/categories.ts'
import { dictionaryNotes } from './data/dictionaries.ts'
import { requireKey } from './random.ts'
import { readTree, type CategoryRow } from './trees.ts'

type DistrictRow = typeof districts.$inferInsert
type DictionaryRow = typeof dictionaries.$inferInsert & { id: number }

/** Provinces, cities and counties of China with their six-digit codes. */
export function buildDistricts(): DistrictRow[] {
  const names = new Map(
    [areaList.province_list, areaList.city_list, areaList.county_list].flatMap((list) => Object.entries(list)),
  )
  const level = (
    list: Readonly<Record<string, string>>,
    depth: number,
    parentOf: (code: string) => string | null,
  ): DistrictRow[] =>
    Object.entries(list).map(([code, name]) => ({
      code,
      name,
      level: depth,
      parentCode: parentOf(code),
      region: regionName(code, (each) => names.get(each)),
    }))
  return [
    ...level(areaList.province_list, 1, () => null),
    ...level(areaList.city_list, 2, (code) => `${code.slice(0, 2)}0000`),
    ...level(areaList.county_list, 3, (code) => `${code.slice(0, 4)}00`),
  ]
}

export const buildDictionaries = (): DictionaryRow[] =>
  [...dictionaryNotes, ...attributeDictionaries].map(({ key, code, text, children = [] }, index) => ({
    id: index + 1,
    dictKey: key,
    dictCode: code,
    dictText: text,
    sort: index,
    children: children.map((child, place) => ({ dictCode: `${code}_${place + 1}`, dictText: child })),
  }))

const firstCategoryId = { service: 1, product: 1001 }

/** The two category trees. */
export const buildCategories = () => ({
  service: readTree('service', serviceTree, firstCategoryId.service),
  product: readTree('product', productTree, firstCategoryId.product),
})

type AdRow = typeof adSettings.$inferInsert & { id: number }

/** The platform's own promotions, in the order written. */
export function buildAds({ service, product }: ReturnType<typeof buildCategories>): AdRow[] {
  const idsOf = (rows: readonly CategoryRow[]) => {
    // A name on two levels means the upper one.
    const ids = new Map(rows.toReversed().map(({ name, id }) => [name, id]))
    return (name: string) => requireKey(ids, name)
  }
  return adNotes({ service: idsOf(service), product: idsOf(product) }).map((note, index) => ({
    ...note,
    id: index + 1,
    sort: index,
  }))
}
