/** A planned holiday of a shop; first and last day in Shanghai. */
export interface Holiday {
  readonly from: string
  readonly until: string
  /** Notice by the shop; empty = none. */
  readonly notice: string
}

/** Days before its first day from which a holiday is announced. */
export const holidayAnnouncedDays = 7
/** Maximum length of a holiday in days. */
export const maxHolidayDays = 60

/** Whether a holiday is current, announced, or not shown on a day. */
export function holidayAt({ from, until }: Omit<Holiday, 'notice'>, today: string): 'now' | 'announced' | null {
  if (until < today) return null
  if (from <= today) return 'now'
  return daysBetween(today, from) <= holidayAnnouncedDays ? 'announced' : null
}

/** `10 月 1 日 至 10 月 7 日`, or a single day. */
export function formatHolidayDays({ from, until }: Omit<Holiday, 'notice'>): string {
  const day = (text: string) => `${Number(text.slice(5, 7))} 月 ${Number(text.slice(8, 10))} 日`
  return from === until ? day(from) : `${day(from)}至 ${day(until)}`
}

/** Field errors of a planned holiday; empty if it may be saved. Empty days mean no holiday. */
export function holidayErrors(
  { holidayFrom, holidayUntil }: { readonly holidayFrom: string; readonly holidayUntil: string },
  today: string,
): { readonly field: 'holidayFrom' | 'holidayUntil'; readonly message: string }[] {
  if (holidayFrom === '' && holidayUntil === '') return []
  if (holidayFrom === '') return [{ field: 'holidayFrom', message: '请选择休假的第一天' }]
  if (holidayUntil === '') return [{ field: 'holidayUntil', message: '请选择休假的最后一天' }]
  if (holidayUntil < holidayFrom) return [{ field: 'holidayUntil', message: '最后一天不能早于第一天' }]
  if (holidayUntil < today)
    return [{ field: 'holidayUntil', message: '休假已经结束，请改为之后的日期，或清空两个日期' }]
  if (daysBetween(holidayFrom, holidayUntil) >= maxHolidayDays)
    return [{ field: 'holidayUntil', message: `休假最长 ${maxHolidayDays} 天` }]
  return []
}

const daysBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000

/** Texts of a holiday: 店铺休假中, its end, what still works, and the shop's notice. */
export function holidayText({ at, notice, ...days }: Holiday & { readonly at: 'now' | 'announced' }) {
  const when = formatHolidayDays(days)
  return {
    title: at === 'now' ? '店铺休假中' : '休假安排',
    text:
      at === 'now'
        ? `${when}休假，其间回复会慢一些，服务与商品照常可以查看与询价。${notice}`
        : `店铺将于${when}休假，急需的项目请提前联系。${notice}`,
  }
}
