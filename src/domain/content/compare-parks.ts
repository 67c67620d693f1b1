import { compareRow, type CompareGroup } from '../compare-rows.ts'
import { areaText, facilities, facilityKeys, factGroups, rentText, type Facility, type ParkFact } from './parks.ts'

interface ComparedPark {
  readonly districtName: string
  readonly openedIn: number
  readonly companyCount: number
  readonly areaTotal: number
  readonly areaFree: number
  readonly rentLow: number | null
  readonly rentHigh: number | null
  readonly fields: readonly string[]
  readonly facilities: readonly Facility[]
  readonly policyCount: number
  readonly facts: readonly ParkFact[]
}

/** Marks the single best value; no mark for ties. */
function markBest(values: readonly (number | null)[], word: string, better: (a: number, b: number) => boolean) {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  const winner = known.find(({ value, index }) =>
    known.every((each) => each.index === index || better(value, each.value)),
  )
  return known.length > 1 && winner !== undefined
    ? (index: number) => (index === winner.index ? { best: word } : {})
    : () => ({})
}

/** Parks side by side: groups of rows, a cell for each park. */
export function compareParks(parks: readonly ComparedPark[]): CompareGroup[] {
  const lowest = markBest(
    parks.map(({ rentLow }) => rentLow),
    '最低',
    (a, b) => a < b,
  )
  const largest = markBest(
    parks.map(({ areaFree }) => areaFree),
    '最大',
    (a, b) => a > b,
  )
  const plain = (label: string, of: (park: ComparedPark) => string) =>
    compareRow(
      label,
      parks.map((park) => ({ text: of(park) })),
    )
  const basics: CompareGroup = {
    title: '概况',
    rows: [
      plain('地区', ({ districtName }) => districtName),
      compareRow(
        '租金',
        parks.map((park, index) => ({ text: rentText(park.rentLow, park.rentHigh), ...lowest(index) })),
      ),
      compareRow(
        '可租面积',
        parks.map((park, index) => ({ text: areaText(park.areaFree), ...largest(index) })),
      ),
      plain('建筑面积', ({ areaTotal }) => areaText(areaTotal)),
      plain('入驻企业', ({ companyCount }) => `${companyCount}\u00a0家`),
      plain('开园', ({ openedIn }) => `${openedIn}\u00a0年`),
      plain('产业方向', ({ fields }) => fields.join('、') || '--'),
      plain('可享政策', ({ policyCount }) => `${policyCount}\u00a0项`),
    ],
  }
  const has: CompareGroup = {
    title: '配套设施',
    rows: facilityKeys.map((facility) =>
      compareRow(
        facilities[facility],
        parks.map((park) => {
          const there = park.facilities.includes(facility)
          return { text: there ? '有' : '无', has: there }
        }),
      ),
    ),
  }
  const facts = factGroups.map((title): CompareGroup => {
    const labels = new Set(
      parks.flatMap((park) => park.facts.flatMap((fact) => (fact.group === title ? [fact.label] : []))),
    )
    const valueOf = (park: ComparedPark, label: string) =>
      park.facts.find((fact) => fact.group === title && fact.label === label)?.value ?? '--'
    return { title, rows: [...labels].map((label) => plain(label, (park) => valueOf(park, label))) }
  })
  return [basics, has, ...facts].filter(({ rows }) => rows.length > 0)
}
