/**
 * Places where the platform recommends something of its own. In `supermarket` and `suppliers` a promotion is a theme:
 * its address is the list that it stands for, and the page shows what that list begins with.
 */
export const adPlaces = ['menu', 'serviceHall', 'marketHall', 'servicefind', 'supermarket', 'suppliers'] as const
export type AdPlace = (typeof adPlaces)[number]

/** What operators call the places: the pages they stand on. */
export const adPlaceLabels: Readonly<Record<AdPlace, string>> = {
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

/** Whether a promotion is in force in an area at a moment; the start counts, the end does not. */
export const isInForce = ({ isOn, area, startsAt, endsAt }: AdTerms, here: string, now: Date): boolean =>
  isOn && (area === '' || area === here) && (startsAt === null || startsAt <= now) && (endsAt === null || endsAt > now)
