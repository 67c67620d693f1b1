import type { PlatformStatistics } from '../../../contract/operations/statistics.ts'
import type { Panel } from '../../../domain/operations/charts.ts'
import { anyPlace, describeRanking, describeTrend, type Counted } from '../../../domain/operations/statistics.ts'
import { bigMoney } from '../../../domain/money.ts'

const countText = (count: number | null) => (count === null ? '未公布' : count.toLocaleString('en-US'))
const shortMonth = (month: string) => `${Number(month.slice(5))}月`

/** A ranking. The chart shows `maxRows`, the table all rows. */
export function rankingPanel(title: string, rows: readonly Counted[], unit: string, maxRows = 10): Panel {
  return {
    title,
    words: describeRanking(rows, unit),
    head: ['名称', unit],
    rows: rows.map(({ name, count }) => [name, countText(count)]),
    chart: { kind: 'ranking', rows: rows.slice(0, maxRows), unit },
  }
}

/** A treemap of the same data. */
export const treePanel = (title: string, rows: readonly Counted[], unit: string): Panel => ({
  ...rankingPanel(title, rows, unit),
  chart: { kind: 'tree', rows, unit },
})

type Months = PlatformStatistics['months']

/** Demands and offers of twelve months. */
export const demandMonths = (months: Months): Panel => ({
  title: '月度需求与报价',
  words: describeTrend(
    months.map(({ month, demands }) => ({ month, count: demands })),
    '新增需求',
    (count) => `${countText(count)} 条`,
  ),
  head: ['月份', '新增需求（条）', '收到报价（份）'],
  rows: months.map(({ month, demands, offers }) => [month, countText(demands), countText(offers)]),
  chart: {
    kind: 'months',
    months: months.map(({ month }) => shortMonth(month)),
    bars: [
      { name: '新增需求', values: months.map(({ demands }) => demands), unit: '条' },
      { name: '收到报价', values: months.map(({ offers }) => offers), unit: '份' },
    ],
  },
})

/** Orders and their sum. */
export const tradeMonths = (months: Months): Panel => ({
  title: '月度成交',
  words: `${describeTrend(
    months.map(({ month, amount }) => ({ month, count: amount })),
    '成交金额',
    bigMoney,
  )}参与企业不足 5 家的月份不公布。`,
  head: ['月份', '订单（笔）', '金额'],
  rows: months.map(({ month, orders, amount }) => [
    month,
    countText(orders),
    amount === null ? '未公布' : bigMoney(amount),
  ]),
  chart: {
    kind: 'months',
    months: months.map(({ month }) => shortMonth(month)),
    bars: [{ name: '成交订单', values: months.map(({ orders }) => orders), unit: '笔' }],
    line: {
      name: '成交金额',
      values: months.map(({ amount }) => (amount === null ? null : Math.round(amount / 1_000_000))),
      unit: '万元',
    },
  },
})

/** Average number of offers per demand, by month. */
export const offerRatio = (months: Months): Panel => {
  const ratios = months.map(({ demands, offers }) => (demands === 0 ? null : Math.round((offers / demands) * 10) / 10))
  const whole = months.reduce((sum, { demands }) => sum + demands, 0)
  const all = months.reduce((sum, { offers }) => sum + offers, 0)
  return {
    title: '平均每条需求收到的报价',
    words: whole === 0 ? '近 12 个月暂无需求。' : `近 12 个月每条需求平均收到 ${(all / whole).toFixed(1)} 份报价。`,
    head: ['月份', '平均报价（份）'],
    rows: months.map(({ month }, at) => [month, ratios[at] === null ? '--' : (ratios[at] ?? 0).toFixed(1)]),
    chart: {
      kind: 'months',
      months: months.map(({ month }) => shortMonth(month)),
      bars: [],
      line: { name: '平均报价', values: ratios, unit: '份' },
    },
  }
}

/** Services and demands by field. */
export function fieldPairs(fields: PlatformStatistics['fields']): Panel {
  const asked = fields.toSorted((a, b) => b.demands - a.demands)[0]
  const offered = fields.toSorted((a, b) => b.services - a.services)[0]
  return {
    title: '各分类供需',
    words:
      asked === undefined || offered === undefined
        ? '暂无数据。'
        : `服务最多的是${offered.name}，${countText(offered.services)} 项；需求最多的是${asked.name}，${countText(asked.demands)} 条。`,
    head: ['分类', '在售服务（项）', '公开需求（条）'],
    rows: fields.map(({ name, services, demands }) => [name, countText(services), countText(demands)]),
    chart: {
      kind: 'pairs',
      names: fields.map(({ name }) => name),
      left: { name: '在售服务', values: fields.map(({ services }) => services), unit: '项' },
      right: { name: '公开需求', values: fields.map(({ demands }) => demands), unit: '条' },
    },
  }
}

const isNamedPlace = ({ name }: Counted) => name !== anyPlace

/** Provinces that demands name; the others are told in words. */
export function demandPlacesPanel({ demandPlaces }: PlatformStatistics, maxRows = 10): Panel {
  const free = demandPlaces.find((row) => !isNamedPlace(row))?.count ?? 0
  const panel = rankingPanel('需求所在地区', demandPlaces.filter(isNamedPlace), '条', maxRows)
  return free === 0 ? panel : { ...panel, words: `${panel.words}另有 ${countText(free)} 条不限地区。` }
}

/** The same on the grid of provinces. */
export function demandProvincesPanel(figures: PlatformStatistics): Panel {
  const panel = demandPlacesPanel(figures)
  const rows = figures.demandPlaces.filter(isNamedPlace)
  return { ...panel, title: '各省公开需求', chart: { kind: 'provinces', rows, unit: '条' } }
}

/** Demands by field and province, the provinces with the most. */
export function demandHeat(figures: PlatformStatistics, maxRows = 10): Panel {
  const { demandPlaces, fields } = figures
  const demandCells = figures.demandCells.filter(({ place }) => place !== anyPlace)
  const columns = demandPlaces
    .filter(isNamedPlace)
    .slice(0, maxRows)
    .map(({ name }) => name)
  const rows = fields.map(({ name }) => name)
  const cells = demandCells.flatMap(({ field, place, count }): [number, number, number][] => {
    const [column, row] = [columns.indexOf(place), rows.indexOf(field)]
    return column < 0 || row < 0 ? [] : [[column, row, count]]
  })
  const top = demandCells.toSorted((a, b) => b.count - a.count)[0]
  return {
    title: '需求的分类与地区',
    words: top === undefined ? '暂无数据。' : `最集中的是${top.place}的${top.field}，${countText(top.count)} 条。`,
    head: ['分类', '地区', '公开需求（条）'],
    rows: demandCells
      .toSorted((a, b) => b.count - a.count)
      .map(({ field, place, count }) => [field, place, countText(count)]),
    chart: { kind: 'heat', columns, rows, cells },
  }
}
