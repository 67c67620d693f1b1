import { getShortPlaceName, shortProvince } from '../../domain/catalogue/region.ts'
import type { Db } from '../../db/open.ts'
import type { Places } from '../../domain/search/question.ts'
import { districtNames } from '../platform/district-names.ts'

/** Short names of cities that are words of their own: 白银 is silver, 安康 wellbeing. */
const ambiguous = new Set(['白银', '安康', '朝阳', '资阳', '长治', '三明', '平凉'])

const placesOf = new WeakMap<ReadonlyMap<string, string>, Places>()

/** Provinces and cities by their names, as a question may contain them. */
export async function knownPlaces(db: Db): Promise<Places> {
  const names = await districtNames(db)
  const known = placesOf.get(names)
  if (known !== undefined) return known
  const places = new Map<string, string>()
  // Provinces last: 北京市 is both a province and its only city.
  for (const [code, name] of [...names].toSorted(
    ([one], [other]) => Number(one.endsWith('0000')) - Number(other.endsWith('0000')),
  )) {
    // prettier-ignore
    if (!code.endsWith('00') || /直辖|县$/.test(name)) continue
    const isProvince = code.endsWith('0000')
    const short = isProvince ? shortProvince(name) : getShortPlaceName(name)
    places.set(name, code)
    if (short.length > 1 && (isProvince || !ambiguous.has(short))) places.set(short, code)
  }
  placesOf.set(names, places)
  return places
}
