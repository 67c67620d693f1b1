import { date } from '../time.ts'

/** The last twelve months in Shanghai, `2026-11`, the oldest first. */
export function getLastMonths(now: Date): string[] {
  const [year = 0, month = 0] = date(now.toISOString()).split('-').map(Number)
  const last = year * 12 + month - 1
  return Array.from({ length: 12 }, (_, at) => last - 11 + at).map(
    (each) => `${Math.floor(each / 12)}-${String((each % 12) + 1).padStart(2, '0')}`,
  )
}

/** Companies on each side of the trade below which a sum could be told apart into theirs. */
const minCompanies = 5

/** Whether a trade figure would reveal single companies, because too few took part. */
export const revealsCompanies = ({ buyers, sellers }: { readonly buyers: number; readonly sellers: number }): boolean =>
  buyers < minCompanies || sellers < minCompanies

/** What stands for a place where a demand names none. */
export const anyPlace = '不限地区'

export interface Counted {
  readonly name: string
  readonly count: number
}

const number = (count: number) => count.toLocaleString('en-US')

/** Text summary of a ranking: the first three and their share. */
export function describeRanking(rows: readonly Counted[], unit: string): string {
  const whole = rows.reduce((sum, { count }) => sum + count, 0)
  if (whole === 0) return '暂无数据。'
  const first = rows.slice(0, 3)
  const part = Math.round((first.reduce((sum, { count }) => sum + count, 0) / whole) * 100)
  const names = first.map(({ name, count }) => `${name} ${number(count)} ${unit}`).join('、')
  return rows.length > 3 ? `${names}，合计占 ${part}%。` : `${names}。`
}

/** Text summary of twelve months: the peak, and the last complete month against the one before. */
export function describeTrend(
  months: readonly { readonly month: string; readonly count: number | null }[],
  what: string,
  words: (count: number) => string = number,
): string {
  const known = months.flatMap(({ month, count }) => (count === null ? [] : [{ month, count }]))
  const top = known.reduce<{ month: string; count: number } | undefined>(
    (best, one) => (best === undefined || one.count > best.count ? one : best),
    undefined,
  )
  if (top === undefined || top.count === 0) return `近 12 个月暂无可公布的${what}。`
  const [before, last] = months.slice(-3, -1)
  const change =
    before?.count && last?.count ? Math.round(((last.count - before.count) / before.count) * 100) : undefined
  const monthName = (month: string) => `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`
  const peak = `${what}最多的是 ${monthName(top.month)}，${words(top.count)}`
  if (change === undefined || last === undefined) return `${peak}。`
  const moved = change === 0 ? '与前一月持平' : `比前一月${change > 0 ? '增加' : '减少'} ${Math.abs(change)}%`
  return `${peak}；${monthName(last.month)}${moved}。`
}
