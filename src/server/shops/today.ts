import type { ShownHoliday } from '../../contract/shops/shop-fields.ts'
import { holidayAt } from '../../domain/shops/holiday.ts'
import { date } from '../../domain/time.ts'

/** Today in Shanghai, `2026-10-01`. */
export const today = (): string => date(new Date().toISOString())

/** The holiday as shown today; null when none is current or announced. */
export function holidayToday(
  shop: { readonly holidayFrom: string | null; readonly holidayUntil: string | null; readonly holidayNotice: string },
  /** Defaults to today. */
  day?: string,
): ShownHoliday {
  const { holidayFrom: from, holidayUntil: until, holidayNotice: notice } = shop
  if (from === null || until === null) return null
  const at = holidayAt({ from, until }, day ?? today())
  return at === null ? null : { at, from, until, notice }
}
