import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { DuePayments, SellerPerformance, TradeOnly, TradeStatistics } from '../../contract/orders/statistics.ts'
import { reportMonthPattern } from '../../domain/operations/report-months.ts'
import type { DueGroup } from '../../domain/orders/statistics/due-payments.ts'
import { isMonthRange, usualRange, type MonthRange } from '../../domain/orders/statistics/periods.ts'
import { filterDimensions } from '../../domain/orders/statistics/trade-dimensions.ts'
import type { Side } from '../../domain/sides.ts'
import { loadable } from '../loadable.ts'
import { exportSheet } from '../operations/sheet-export.ts'
import { createUrlQuery, parsePositiveInt } from '../url-query.ts'

/** Period and filter in the address. */
export interface StatisticsQuery extends MonthRange {
  readonly only: TradeOnly | undefined
}

/** Parses an address; an invalid period is the usual one. */
export function parseStatisticsQuery(search: string): StatisticsQuery {
  const given = new URLSearchParams(search)
  const [from, until] = [given.get('from') ?? '', given.get('until') ?? '']
  const isRange = reportMonthPattern.test(from) && reportMonthPattern.test(until) && isMonthRange({ from, until })
  const { from: first, until: last } = isRange ? { from, until } : usualRange()
  const [only] = filterDimensions.flatMap((dimension) => {
    const id = parsePositiveInt(given, dimension)
    return id === undefined ? [] : [{ dimension, id }]
  })
  return { from: first, until: last, only }
}

/** What of the payments that are still to be made is listed. */
export interface DueQuery {
  readonly group: DueGroup | undefined
  readonly current: number
}

type TradeInput = MonthRange & { only?: TradeOnly }

/** Calls of one side. */
interface StatisticsCalls {
  readonly trade: (input: TradeInput) => Promise<Answer<TradeStatistics>>
  readonly due: (input: { group?: DueGroup; current: number; pageSize: number }) => Promise<Answer<DuePayments>>
  readonly sheet: (input: TradeInput) => Promise<Answer<{ readonly url: string }>>
  /** Suppliers only. */
  readonly performance?: (input: MonthRange) => Promise<Answer<SellerPerformance>>
}

const pageSize = 10

function createStatistics({ trade, due, sheet, performance }: StatisticsCalls) {
  const address = createUrlQuery<StatisticsQuery>(
    (given) => parseStatisticsQuery(given.toString()),
    ({ from, until, only }) => ({ from, until, ...(only !== undefined && { [only.dimension]: only.id }) }),
  )
  const [tradePart, duePart] = [loadable<TradeStatistics>(), loadable<DuePayments>()]
  const performancePart = loadable<SellerPerformance>()
  const dueQuery = atom<DueQuery>({ group: undefined, current: 1 })
  const inputOf = ({ from, until, only }: StatisticsQuery): TradeInput => ({
    from,
    until,
    ...(only !== undefined && { only }),
  })
  const loadTrade = async () => {
    const now = address.query.get()
    if (now !== null) await tradePart.load(() => trade(inputOf(now)))
  }
  const loadPerformance = async () => {
    const now = address.query.get()
    if (now === null || performance === undefined) return
    const { from, until } = now
    await performancePart.load(() => performance({ from, until }))
  }
  const loadDue = async () => {
    const { group, current } = dueQuery.get()
    await duePart.load(() => due({ current, pageSize, ...(group !== undefined && { group }) }))
  }
  return {
    query: address.query,
    trade: tradePart.state,
    performance: performancePart.state,
    due: duePart.state,
    dueQuery,
    pageSize,
    /** Follows the address. Returns the stop function. */
    start: () =>
      address.start(() => {
        void loadTrade()
        void loadPerformance()
      }),
    loadTrade,
    loadPerformance,
    loadDue,
    setQuery: address.set,
    setDue: (change: Partial<DueQuery>) => {
      dueQuery.set({ ...dueQuery.get(), current: 1, ...change })
      void loadDue()
    },
    /** Downloads the workbook of the shown period and filter. Returns the failure, if any. */
    downloadSheet: async (): Promise<Failure | null> => {
      const now = address.query.get()
      return now === null ? null : exportSheet('statistics', () => sheet(inputOf(now)))
    },
  }
}

/** Statistics of one side, as its page shows them. */
export type StatisticsStore = ReturnType<typeof createStatistics>

const buyerStatistics = createStatistics({
  trade: (input) => api.orders.buyerTradeStatistics(input),
  due: (input) => api.orders.buyerDuePayments(input),
  sheet: (input) => api.orders.buyerStatisticsSheet(input),
})
const sellerStatistics = createStatistics({
  trade: (input) => api.orders.sellerTradeStatistics(input),
  due: (input) => api.orders.sellerDuePayments(input),
  sheet: (input) => api.orders.sellerStatisticsSheet(input),
  performance: (input) => api.orders.sellerPerformance(input),
})
export const statisticsOfSide = (side: Side): StatisticsStore => (side === 'buyer' ? buyerStatistics : sellerStatistics)
