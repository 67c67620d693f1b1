/** Figures of a supplier's own trade on this platform; null = too little to tell. */
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

/** Of a supplier that nothing is known of. */
export const noTrade: TradeRecord = {
  ...{ completedOrders: 0, onTimePercent: null, answerHours: null, troublePercent: null },
  ...{ reviews: 0, mean: null, completedAmountFrom: 0 },
}

/** Fewer facts than these tell nothing. */
export const enoughFacts = 3
/** How many of the newest orders are looked at: what a supplier is like today, at the same cost for all of them. */
export const ordersLooked = 200

/** Share in whole percent, cut so that it never looks better than it is; null with too few facts. */
export const goodPercent = (good: number, all: number): number | null =>
  all < enoughFacts ? null : Math.floor((good * 100) / all)
/** Share of what went wrong, rounded up for the same reason. */
export const badPercent = (bad: number, all: number): number | null =>
  all < enoughFacts ? null : Math.ceil((bad * 100) / all)

/** A sum in fen cut to its first digit and zeros, whole yuan: ¥1,234,567 → ¥1,000,000. Nothing with too few orders. */
export function amountFrom(fen: number, orders: number): number {
  const yuan = Math.trunc(fen / 100)
  if (orders < enoughFacts || yuan < 1) return 0
  const size = 10 ** (String(yuan).length - 1)
  return Math.trunc(yuan / size) * size * 100
}

/** `1 小时内`, `6 小时`, `2.5 天`. */
export function answerWords(hours: number): string {
  if (hours <= 1) return '1\u00a0小时内'
  if (hours < 48) return `${Math.round(hours)}\u00a0小时`
  return `${Number((hours / 24).toFixed(1))}\u00a0天`
}

interface RecordFigure {
  readonly key: string
  readonly label: string
  /** null = 数据不足. */
  readonly value: string | null
  /** What it is counted of. */
  readonly note: string
}
export const tooLittle = '数据不足'

/** A supplier's record as figures with what each is counted of. */
export const recordFigures = (record: TradeRecord): readonly RecordFigure[] => [
  {
    key: 'completed',
    label: '完成订单',
    value: `${record.completedOrders.toLocaleString('en-US')}\u00a0单`,
    note: '在本平台完成并验收的订单',
  },
  {
    key: 'onTime',
    label: '按期交付',
    value: record.onTimePercent === null ? null : `${record.onTimePercent}%`,
    note: `近 ${ordersLooked} 单中，首次交付不晚于承诺交付日的占比`,
  },
  {
    key: 'answer',
    label: '接单响应',
    value: record.answerHours === null ? null : answerWords(record.answerHours),
    note: '从买家下单到确认或拒绝，半数订单在此时间内',
  },
  {
    key: 'trouble',
    label: '纠纷与毁约',
    value: record.troublePercent === null ? null : `${record.troublePercent}%`,
    note: '接单后发起过争议或由供应商提出取消的占比',
  },
]
