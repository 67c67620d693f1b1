import { bigMoney, bigMoneyParts, yuan } from '../../domain/money.ts'
import { formatTemperature, temperatureNumber } from '../../domain/orders/samples/temperature.ts'
import { dateTime } from '../../domain/time.ts'

/** What the values of a series are. */
export type ChartUnit = 'fen' | 'count' | 'percent' | 'days' | 'hours' | 'celsius'

export interface ChartSeries {
  readonly name: string
  /** null = no value. */
  readonly values: readonly (number | null)[]
  readonly unit: ChartUnit
}

/** Data of a chart in the work pages; a table beside it says the same. */
export type ChartSpec =
  | {
      /** Columns by month; `line` has an axis of its own. */
      readonly kind: 'months'
      /** `2026-11` */
      readonly months: readonly string[]
      readonly bars: readonly ChartSeries[]
      /** Bars of one month on top of each other. */
      readonly stacked?: boolean
      readonly line?: ChartSeries
    }
  | {
      /** Temperatures over time with their limits; hundredths of a degree. */
      readonly kind: 'times'
      readonly lines: readonly {
        readonly name: string
        readonly points: readonly { readonly at: string; readonly value: number }[]
      }[]
      /** null = without that limit. */
      readonly min: number | null
      readonly max: number | null
    }
  | {
      /** One bar a name, the highest first. */
      readonly kind: 'ranking'
      readonly names: readonly string[]
      readonly values: readonly number[]
      readonly unit: ChartUnit
    }

/** A value in full, for tooltips. */
export function valueText(value: number | null, unit: ChartUnit): string {
  if (value === null) return '暂无'
  switch (unit) {
    case 'fen':
      return `¥${yuan(value)}`
    case 'count':
      return value.toLocaleString('en-US')
    case 'percent':
      return `${value}%`
    case 'days':
      return `${value} 天`
    case 'hours':
      return `${value} 小时`
    case 'celsius':
      return formatTemperature(value)
  }
}

/** A value in few characters, for axes and bars. */
export function shortValue(value: number, unit: ChartUnit): string {
  if (unit === 'celsius') return temperatureNumber(value)
  if (unit !== 'fen') return unit === 'percent' ? `${value}%` : value.toLocaleString('en-US')
  const { amount, unit: word } = bigMoneyParts(value)
  const scale = word.replace('元', '')
  return scale === '' ? amount : `${amount}\u00a0${scale}`
}

type DescribedSeries = Pick<ChartSeries, 'values' | 'unit'> & {
  /** '' = the only one: the title names it. */
  readonly name: string
}

/** Series of a chart as they are read aloud: bars on top of each other as their sums. */
function describedSeries(spec: Exclude<ChartSpec, { kind: 'times' }>): readonly DescribedSeries[] {
  if (spec.kind === 'ranking') return [{ name: '', values: spec.values, unit: spec.unit }]
  const line = spec.line === undefined ? [] : [spec.line]
  const [first] = spec.bars
  if (spec.stacked === true && first !== undefined) {
    const sums = spec.months.map((_, at) => spec.bars.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
    return [{ name: '', values: sums, unit: first.unit }, ...line]
  }
  const all = [...spec.bars, ...line]
  return all.length === 1 ? all.map((series) => ({ ...series, name: '' })) : all
}

/** The highest value of a series with its month or name; undefined without any. No money and no count is none. */
function describeHighest({ name, values, unit }: DescribedSeries, names: readonly string[]): string | undefined {
  const isNone = (value: number | null): boolean =>
    value === null || (value === 0 && (unit === 'fen' || unit === 'count'))
  let highest: number | undefined
  for (const [at, value] of values.entries())
    if (!isNone(value) && (highest === undefined || (value ?? 0) > (values[highest] ?? 0))) highest = at
  if (highest === undefined) return undefined
  const value = values[highest] ?? 0
  const text = unit === 'fen' ? bigMoney(value) : valueText(value, unit)
  return `${name}最高为 ${names[highest] ?? ''}：${text}`
}

/** Lowest and highest temperature of a line. */
function describeLine({ name, points }: Extract<ChartSpec, { kind: 'times' }>['lines'][number]): string[] {
  const [first] = points
  if (first === undefined) return []
  const lowest = points.reduce((least, point) => (point.value < least.value ? point : least), first)
  const highest = points.reduce((most, point) => (point.value > most.value ? point : most), first)
  const say = ({ at, value }: typeof first) => `${formatTemperature(value)}（${dateTime(at)}）`
  return [`${name}最低 ${say(lowest)}，最高 ${say(highest)}`]
}

/** The highest value of each series with its name, in words for screen readers. */
export function describeChart(title: string, spec: ChartSpec): string {
  if (spec.kind === 'times') {
    const lines = spec.lines.flatMap(describeLine)
    return lines.length === 0 ? `${title}：暂无数据` : `${title}，${lines.join('；')}。数据见表格。`
  }
  const names = spec.kind === 'ranking' ? spec.names : spec.months
  const parts = describedSeries(spec).flatMap((series) => describeHighest(series, names) ?? [])
  return parts.length === 0 ? `${title}：暂无数据` : `${title}，${parts.join('；')}。数据见表格。`
}
