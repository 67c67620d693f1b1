/** Steps from the view of a listing to the award, as a supplier sees them. */
export const funnelSteps = ['views', 'inquiries', 'offers', 'wins'] as const
export type FunnelStep = (typeof funnelSteps)[number]

export const funnelLabels: Readonly<Record<FunnelStep, { readonly label: string; readonly note: string }>> = {
  views: { label: '浏览', note: '本店服务与商品的浏览，同一访客每天计一次' },
  inquiries: { label: '咨询', note: '收到的客户咨询' },
  offers: { label: '报价', note: '提交的报价，含此后撤回的' },
  wins: { label: '中标', note: '上述报价中被选定的' },
}

/** Share in percent with one decimal, two below one percent; null = nothing to divide by. */
export function percentOf(part: number, whole: number): number | null {
  if (whole === 0) return null
  const percent = (part / whole) * 100
  return percent < 1 ? Math.round(percent * 100) / 100 : Math.round(percent * 10) / 10
}

/** Share of deliveries in time in percent with one decimal, rounded down: 100 only where none is late; null = none. */
export const onTimePercent = (onTime: number, promised: number): number | null =>
  promised === 0 ? null : Math.floor((onTime * 1000) / promised) / 10

/** How often each number of hours occurred. */
export interface HourCount {
  readonly hours: number
  readonly count: number
}

/** Lower median of counted hours; null = none. */
export function medianHours(counted: readonly HourCount[]): number | null {
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { hours, count } of counted.toSorted((a, b) => a.hours - b.hours)) {
    seen += count
    if (seen * 2 >= total && count > 0) return hours
  }
  return null
}

/** Days after the due date until a payment arrived, weighted by amount, one decimal; null = nothing received. */
export const meanPaidDays = (receivedDays: number, received: number): number | null =>
  received <= 0 ? null : Math.round((receivedDays / received) * 10) / 10
