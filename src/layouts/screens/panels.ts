import type { PlatformFigures } from '../../contract/operations/figures.ts'
import type { Panel } from '../../domain/operations/charts.ts'
import { anyPlace, rankingWords, trendWords, type Counted } from '../../domain/operations/figures.ts'
import { bigMoney } from '../../domain/money.ts'

const number = (count: number | null) => (count === null ? '未公布' : count.toLocaleString('en-US'))
const short = (month: string) => `${Number(month.slice(5))}月`

/** A list by how much there is of each. `most` are drawn; the table has them all. */
export function rankingPanel(title: string, rows: readonly Counted[], unit: string, most = 10): Panel {
  return {
    title,
    words: rankingWords(rows, unit),
    head: ['名称', unit],
    rows: rows.map(({ name, count }) => [name, number(count)]),
    chart: { kind: 'ranking', rows: rows.slice(0, most), unit },
  }
}

/** The same as areas that add up to the whole. */
export const treePanel = (title: string, rows: readonly Counted[], unit: string): Panel => ({
  ...rankingPanel(title, rows, unit),
  chart: { kind: 'tree', rows, unit },
})

type Months = PlatformFigures['months']

/** Demands and offers of twelve months. */
export const demandMonths = (months: Months): Panel => ({
  title: '月度需求与报价',
  words: trendWords(
    months.map(({ month, demands }) => ({ month, count: demands })),
    '新增需求',
    (count) => `${number(count)} 条`,
  ),
  head: ['月份', '新增需求（条）', '收到报价（份）'],
  rows: months.map(({ month, demands, offers }) => [month, number(demands), number(offers)]),
  chart: {
    kind: 'months',
    months: months.map(({ month }) => short(month)),
    bars: [
      { name: '新增需求', values: months.map(({ demands }) => demands), unit: '条' },
      { name: '收到报价', values: months.map(({ offers }) => offers), unit: '份' },
    ],
  },
})

/** Orders and their sum. */
export const tradeMonths = (months: Months): Panel => ({
  title: '月度成交',
  words: `${trendWords(
    months.map(({ month, amount }) => ({ month, count: amount })),
    '成交金额',
    bigMoney,
  )}参与企业不足 5 家的月份不公布。`,
  head: ['月份', '订单（笔）', '金额'],
  rows: months.map(({ month, orders, amount }) => [
    month,
    number(orders),
    amount === null ? '未公布' : bigMoney(amount),
  ]),
  chart: {
    kind: 'months',
    months: months.map(({ month }) => short(month)),
    bars: [{ name: '成交订单', values: months.map(({ orders }) => orders), unit: '笔' }],
    line: {
      name: '成交金额',
      values: months.map(({ amount }) => (amount === null ? null : Math.round(amount / 1_000_000))),
      unit: '万元',
    },
  },
})

/** Offers that a demand of the month got, on average. */
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
      months: months.map(({ month }) => short(month)),
      bars: [],
      line: { name: '平均报价', values: ratios, unit: '份' },
    },
  }
}

/** What is offered beside what is asked for, by field. */
export function fieldPairs(fields: PlatformFigures['fields']): Panel {
  const asked = fields.toSorted((a, b) => b.demands - a.demands)[0]
  const offered = fields.toSorted((a, b) => b.services - a.services)[0]
  return {
    title: '各领域供需',
    words:
      asked === undefined || offered === undefined
        ? '暂无数据。'
        : `服务最多的是${offered.name}，${number(offered.services)} 项；需求最多的是${asked.name}，${number(asked.demands)} 条。`,
    head: ['领域', '在售服务（项）', '公开需求（条）'],
    rows: fields.map(({ name, services, demands }) => [name, number(services), number(demands)]),
    chart: {
      kind: 'pairs',
      names: fields.map(({ name }) => name),
      left: { name: '在售服务', values: fields.map(({ services }) => services), unit: '项' },
      right: { name: '公开需求', values: fields.map(({ demands }) => demands), unit: '条' },
    },
  }
}

const named = ({ name }: Counted) => name !== anyPlace

/** Provinces that demands name; the others are told in words. */
export function demandPlacesPanel({ demandPlaces }: PlatformFigures, most = 10): Panel {
  const free = demandPlaces.find((row) => !named(row))?.count ?? 0
  const panel = rankingPanel('需求所在地区', demandPlaces.filter(named), '条', most)
  return free === 0 ? panel : { ...panel, words: `${panel.words}另有 ${number(free)} 条不限地区。` }
}

/** Demands by field and province, the provinces with the most. */
export function demandHeat(figures: PlatformFigures, most = 10): Panel {
  const { demandPlaces, fields } = figures
  const demandCells = figures.demandCells.filter(({ place }) => place !== anyPlace)
  const columns = demandPlaces
    .filter(named)
    .slice(0, most)
    .map(({ name }) => name)
  const rows = fields.map(({ name }) => name)
  const cells = demandCells.flatMap(({ field, place, count }): [number, number, number][] => {
    const [column, row] = [columns.indexOf(place), rows.indexOf(field)]
    return column < 0 || row < 0 ? [] : [[column, row, count]]
  })
  const top = demandCells.toSorted((a, b) => b.count - a.count)[0]
  return {
    title: '需求的领域与地区',
    words: top === undefined ? '暂无数据。' : `最集中的是${top.place}的${top.field}，${number(top.count)} 条。`,
    head: ['领域', '地区', '公开需求（条）'],
    rows: demandCells
      .toSorted((a, b) => b.count - a.count)
      .map(({ field, place, count }) => [field, place, number(count)]),
    chart: { kind: 'heat', columns, rows, cells },
  }
}
