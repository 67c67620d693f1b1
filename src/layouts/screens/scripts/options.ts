import type { EChartsCoreOption } from 'echarts/core'
import type { ChartSpec, Series } from '../../../domain/operations/charts.ts'
import type { Theme } from './theme.ts'

type Of<K extends ChartSpec['kind']> = Extract<ChartSpec, { kind: K }>

const px = (theme: Theme, size: number) => Math.round(size * theme.unit)
const words = (theme: Theme) => ({ color: theme.ink2, fontSize: Math.max(12, px(theme, 15)), fontFamily: theme.font })
const lines = (theme: Theme) => ({ lineStyle: { color: theme.line } })

const tooltip = (theme: Theme) => ({
  trigger: 'item',
  confine: true,
  backgroundColor: theme.panel,
  borderColor: theme.line,
  textStyle: { ...words(theme), color: theme.ink },
})
/** What all charts share. */
const base = (theme: Theme) => ({ textStyle: words(theme), animationDuration: 600, tooltip: tooltip(theme) })
const legend = (theme: Theme, names: readonly string[]) => ({
  data: [...names],
  right: 0,
  top: 0,
  itemWidth: px(theme, 14),
  itemHeight: px(theme, 10),
  textStyle: words(theme),
})
const category = (theme: Theme, names: readonly string[]) => ({
  type: 'category' as const,
  data: [...names],
  axisLabel: { ...words(theme), hideOverlap: true },
  axisLine: lines(theme),
  axisTick: { show: false },
})
const value = (theme: Theme, name = '') => ({
  type: 'value' as const,
  name,
  nameTextStyle: { ...words(theme), color: theme.ink3 },
  axisLabel: { ...words(theme), color: theme.ink3 },
  splitLine: lines(theme),
  minInterval: 1,
})
const tip = (unit: string) => (shown: unknown) =>
  typeof shown === 'number' ? `${shown.toLocaleString('en-US')} ${unit}` : '未公布'

function months({ months: names, bars, line }: Of<'months'>, theme: Theme): EChartsCoreOption {
  const colours = [theme.dim, theme.glow]
  const bar = ({ name, values, unit }: Series, at: number) => ({
    ...{ name, type: 'bar', data: [...values], barMaxWidth: px(theme, 22), itemStyle: { color: colours[at] } },
    tooltip: { valueFormatter: tip(unit) },
  })
  const drawn = line && {
    ...{ name: line.name, type: 'line', data: [...line.values], yAxisIndex: bars.length > 0 ? 1 : 0 },
    ...{ symbolSize: px(theme, 7), itemStyle: { color: theme.glow }, lineStyle: { width: px(theme, 2.5) } },
    tooltip: { valueFormatter: tip(line.unit) },
  }
  const axes = [
    ...(bars[0] ? [value(theme, bars.map(({ unit }) => unit).join(' / '))] : []),
    ...(line
      ? [{ ...value(theme, line.unit), splitLine: { show: bars.length === 0, ...lines(theme) }, minInterval: 0 }]
      : []),
  ]
  return {
    ...base(theme),
    tooltip: { ...tooltip(theme), trigger: 'axis' },
    legend: legend(
      theme,
      [...bars, ...(line ? [line] : [])].map(({ name }) => name),
    ),
    grid: { left: 0, right: 0, top: px(theme, 52), bottom: 0, outerBoundsMode: 'same' },
    xAxis: category(theme, names),
    yAxis: axes,
    series: [...bars.map(bar), ...(drawn ? [drawn] : [])],
  }
}

function ranking({ rows, unit }: Of<'ranking'>, theme: Theme): EChartsCoreOption {
  return {
    ...base(theme),
    grid: { left: 0, right: px(theme, 56), top: 0, bottom: 0, outerBoundsMode: 'same' },
    xAxis: { type: 'value', show: false },
    yAxis: {
      ...category(
        theme,
        rows.map(({ name }) => name),
      ),
      inverse: true,
      axisLine: { show: false },
    },
    series: [
      {
        ...{ type: 'bar', data: rows.map(({ count }) => count), barMaxWidth: px(theme, 16) },
        ...{ showBackground: true, backgroundStyle: { color: theme.deep, borderRadius: px(theme, 3) } },
        itemStyle: { color: theme.dim, borderRadius: px(theme, 3) },
        label: { ...words(theme), show: true, position: 'right', color: theme.ink },
        tooltip: { valueFormatter: tip(unit) },
      },
    ],
  }
}

/** Two lists back to back, each on a scale of its own: a hundred services stand beside ten demands. */
function pairs({ names, left, right }: Of<'pairs'>, theme: Theme, width: number): EChartsCoreOption {
  const side = (series: Series, at: 0 | 1) => ({
    ...{ name: series.name, type: 'bar', data: [...series.values], xAxisIndex: at, yAxisIndex: at },
    ...{
      barMaxWidth: px(theme, 14),
      itemStyle: { color: at === 0 ? theme.dim : theme.glow, borderRadius: px(theme, 3) },
    },
    label: { ...words(theme), show: true, position: at === 0 ? 'left' : 'right' },
    tooltip: { valueFormatter: tip(series.unit) },
  })
  const room = px(theme, 40)
  // The names stand between the two.
  const half = (width - px(theme, 140)) / 2
  const axis = { ...category(theme, names), inverse: true, axisLine: { show: false } }
  return {
    ...base(theme),
    legend: { ...legend(theme, [left.name, right.name]), left: 'center', right: undefined },
    grid: [
      { left: room, width: half - room, top: px(theme, 36), bottom: 0 },
      { right: room, width: half - room, top: px(theme, 36), bottom: 0 },
    ],
    xAxis: [
      { type: 'value', show: false, inverse: true, gridIndex: 0 },
      { type: 'value', show: false, gridIndex: 1 },
    ],
    yAxis: [
      { ...axis, gridIndex: 0, axisLabel: { show: false } },
      { ...axis, gridIndex: 1 },
    ],
    series: [side(left, 0), side(right, 1)],
  }
}

function heat({ columns, rows, cells }: Of<'heat'>, theme: Theme): EChartsCoreOption {
  const most = Math.max(1, ...cells.map(([, , count]) => count))
  return {
    ...base(theme),
    grid: { left: 0, right: 0, top: 0, bottom: 0, outerBoundsMode: 'same' },
    xAxis: category(theme, columns),
    yAxis: { ...category(theme, rows), inverse: true },
    visualMap: { show: false, min: 0, max: most, inRange: { color: [theme.deep, theme.dim, theme.glow] } },
    series: [
      {
        ...{ type: 'heatmap', data: cells.map((cell) => [...cell]) },
        itemStyle: { borderColor: theme.panel, borderWidth: px(theme, 3), borderRadius: px(theme, 4) },
        label: { ...words(theme), show: true, color: '#0b1220', fontWeight: 600 },
        tooltip: { valueFormatter: tip('条') },
      },
    ],
  }
}

function tree({ rows, unit }: Of<'tree'>, theme: Theme): EChartsCoreOption {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return {
    ...base(theme),
    series: [
      {
        ...{ type: 'treemap', left: 0, right: 0, top: 0, bottom: 0, roam: false, nodeClick: false },
        breadcrumb: { show: false },
        data: rows.map(({ name, count }) => ({ name, value: count })),
        visualMin: 0,
        visualMax: most,
        levels: [{ color: [theme.deep, theme.dim], colorMappingBy: 'value' }],
        itemStyle: { borderColor: theme.panel, borderWidth: px(theme, 2), gapWidth: px(theme, 2) },
        label: { ...words(theme), color: '#fff', formatter: `{b}\n{c} ${unit}`, fontSize: Math.max(12, px(theme, 16)) },
        tooltip: { valueFormatter: tip(unit) },
      },
    ],
  }
}

/** On a telephone the boxes of a tree are smaller than their names: it is a ranking there, what is least put together. */
function asRanking({ rows, unit }: Of<'tree'>): Of<'ranking'> {
  const most = 9
  if (rows.length <= most + 1) return { kind: 'ranking', rows, unit }
  const rest = rows.slice(most)
  const together = { name: `其余 ${rest.length} 个`, count: rest.reduce((sum, { count }) => sum + count, 0) }
  return { kind: 'ranking', rows: [...rows.slice(0, most), together], unit }
}
const treeFrom = 480

/** A chart as ECharts wants it; `width` in pixels. */
export function optionOf(spec: ChartSpec, theme: Theme, width: number): EChartsCoreOption {
  switch (spec.kind) {
    case 'months':
      return months(spec, theme)
    case 'ranking':
      return ranking(spec, theme)
    case 'pairs':
      return pairs(spec, theme, width)
    case 'heat':
      return heat(spec, theme)
    case 'tree':
      return width < treeFrom ? ranking(asRanking(spec), theme) : tree(spec, theme)
  }
}
