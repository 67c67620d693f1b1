/** Track record of a supplier on this platform; null = insufficient data. */
export interface TradeRecord {
  readonly completedOrders: number
  readonly onTimePercent: number | null
  readonly answerHours: number | null
  readonly troublePercent: number | null
  readonly reviews: number
  /** Hundredths. */
  readonly mean: number | null
  /** fen */
  readonly completedAmountFrom: number
}

/** Record of a supplier without orders. */
export const emptyTradeRecord: TradeRecord = {
  completedOrders: 0,
  onTimePercent: null,
  answerHours: null,
  troublePercent: null,
  reviews: 0,
  mean: null,
  completedAmountFrom: 0,
}

/** Minimum sample size of a statistic. */
export const minSampleSize = 3
/** Completed orders below which their number is not shown: it would say only that a supplier is new here. */
export const minShownOrders = 5
/** Number of completed orders to show; null where it is not shown. */
const shownCompletedOrders = (count: number): string | null =>
  count < minShownOrders ? null : count.toLocaleString('en-US')

/** Facts of a supplier for a demand: 药物分析 · 3 项相关服务 · 完成订单 12. */
export function formatSupplierFacts({
  categoryName,
  fitting,
  completedOrders,
}: {
  readonly categoryName: string
  /** Number of its services of the demand's category. */
  readonly fitting: number
  readonly completedOrders: number
}): string {
  const completed = shownCompletedOrders(completedOrders)
  return [categoryName, `${fitting}\u00a0项相关服务`, completed === null ? '' : `完成订单\u00a0${completed}`]
    .filter((part) => part !== '')
    .join(' · ')
}

/** Number of newest orders evaluated, for recency and bounded cost. */
export const recentOrderLimit = 200

/** Share of good cases in percent, rounded down; null below the minimum sample size. */
export const percentRoundedDown = (good: number, all: number): number | null =>
  all < minSampleSize ? null : Math.floor((good * 100) / all)
/** Share of bad cases in percent, rounded up; null below the minimum sample size. */
export const percentRoundedUp = (bad: number, all: number): number | null =>
  all < minSampleSize ? null : Math.ceil((bad * 100) / all)

/** A sum in fen cut to its first digit and zeros, whole yuan: ¥1,234,567 → ¥1,000,000. Nothing with too few orders. */
export function roundDownAmount(fen: number, orders: number): number {
  const yuan = Math.trunc(fen / 100)
  if (orders < minSampleSize || yuan < 1) return 0
  const size = 10 ** (String(yuan).length - 1)
  return Math.trunc(yuan / size) * size * 100
}

/** `1 小时内`, `6 小时`, `2.5 天`. */
export function formatResponseTime(hours: number): string {
  if (hours <= 1) return '1\u00a0小时内'
  if (hours < 48) return `${Math.round(hours)}\u00a0小时`
  return `${Number((hours / 24).toFixed(1))}\u00a0天`
}

interface RecordStatistic {
  readonly key: string
  readonly label: string
  /** null = 数据不足. */
  readonly value: string | null
  /** Definition of the statistic. */
  readonly note: string
}
export const insufficientDataLabel = '数据不足'

/** Statistics of a track record with their definitions. */
export function recordStatistics(record: TradeRecord): readonly RecordStatistic[] {
  const completed = shownCompletedOrders(record.completedOrders)
  return [
    {
      key: 'completed',
      label: '完成订单',
      value: completed === null ? null : `${completed}\u00a0单`,
      note: '在本平台完成并验收的订单',
    },
    {
      key: 'onTime',
      label: '按期交付',
      value: record.onTimePercent === null ? null : `${record.onTimePercent}%`,
      note: `近 ${recentOrderLimit} 单中，首次交付不晚于承诺交付日的占比`,
    },
    {
      key: 'answer',
      label: '接单响应',
      value: record.answerHours === null ? null : formatResponseTime(record.answerHours),
      note: '从买家下单到确认或拒绝，半数订单在此时间内',
    },
    {
      key: 'trouble',
      label: '纠纷与毁约',
      value: record.troublePercent === null ? null : `${record.troublePercent}%`,
      note: '接单后发起过争议或由供应商提出取消的占比',
    },
  ]
}
