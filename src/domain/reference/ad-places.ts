/**
 * Places of the platform's own promotions. In `supermarket` and `suppliers` a promotion is a theme:
 * it links to a list, and the page shows the first entries of that list. In `home` it is a highlight of the platform.
 */
export const adPlaces = [
  'home',
  'menu',
  'serviceHall',
  'marketHall',
  'servicefind',
  'supermarket',
  'suppliers',
] as const
export type AdPlace = (typeof adPlaces)[number]

/** Promotions in the menu of categories: one beside each of its first entries. */
export const menuPromotions = 2

/** Highlights on the home page: with fewer than `least`, those of the regional variant itself are shown. */
export const homeHighlights = { least: 3, most: 4 } as const

/** Labels of the places for operators: their pages. */
export const adPlaceLabels: Readonly<Record<AdPlace, string>> = {
  home: '首页特色',
  menu: '分类菜单',
  serviceHall: '研发服务',
  marketHall: '研发采购',
  servicefind: '技术服务商店',
  supermarket: '科研超市主题',
  suppliers: '推荐供应商主题',
}

/** When and where a promotion is shown. */
export interface AdTerms {
  readonly isOn: boolean
  /** Regional variant; empty = all of them. */
  readonly area: string
  readonly startsAt: Date | null
  readonly endsAt: Date | null
}

/** Whether a promotion is active in an area at a time; the start is inclusive, the end exclusive. */
export const isInForce = ({ isOn, area, startsAt, endsAt }: AdTerms, here: string, now: Date): boolean =>
  isOn && (area === '' || area === here) && (startsAt === null || startsAt <= now) && (endsAt === null || endsAt > now)

/** Promotions of a place that are active in an area at a time, in their order; those for this area only come first. */
export const promotionsIn = <Row extends AdTerms & { readonly place: AdPlace }>(
  rows: readonly Row[],
  place: AdPlace,
  here: string,
  now: Date,
): Row[] =>
  rows
    .filter((row) => row.place === place && isInForce(row, here, now))
    .toSorted((one, other) => Number(one.area === '') - Number(other.area === ''))
