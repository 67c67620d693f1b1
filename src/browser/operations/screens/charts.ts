import { BarChart, HeatmapChart, LineChart, TreemapChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from 'echarts/components'
import { type EChartsCoreOption, type EChartsType, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { ChartSpec, Series } from '../../../domain/operations/charts.ts'
import { provinceColumns, provinceGrid, provinceRows } from '../../../domain/operations/province-grid.ts'
import { type ChartTheme, readChartTheme } from './chart-theme.ts'

type SpecOf<K extends ChartSpec['kind']> = Extract<ChartSpec, { kind: K }>

const px = (theme: ChartTheme, size: number) => Math.round(size * theme.unit)
const textStyle = (theme: ChartTheme) => ({
  color: theme.ink2,
  fontSize: Math.max(12, px(theme, 15)),
  fontFamily: theme.font,
})
const lineStyle = (theme: ChartTheme) => ({ lineStyle: { color: theme.line } })

const tooltip = (theme: ChartTheme) => ({
  trigger: 'item',
  confine: true,
  backgroundColor: theme.panel,
  borderColor: theme.line,
  textStyle: { ...textStyle(theme), color: theme.ink },
})
/** Options of all charts. */
const base = (theme: ChartTheme) => ({ textStyle: textStyle(theme), animationDuration: 600, tooltip: tooltip(theme) })
const legend = (theme: ChartTheme, names: readonly string[]) => ({
  data: [...names],
  right: 0,
  top: 0,
  itemWidth: px(theme, 14),
  itemHeight: px(theme, 10),
  textStyle: textStyle(theme),
})
const category = (theme: ChartTheme, names: readonly string[]) => ({
  type: 'category' as const,
  data: [...names],
  axisLabel: { ...textStyle(theme), hideOverlap: true },
  axisLine: lineStyle(theme),
  axisTick: { show: false },
})
const value = (theme: ChartTheme, name = '') => ({
  type: 'value' as const,
  name,
  nameTextStyle: { ...textStyle(theme), color: theme.ink3 },
  axisLabel: { ...textStyle(theme), color: theme.ink3 },
  splitLine: lineStyle(theme),
  minInterval: 1,
})
const formatTooltip = (unit: string) => (shown: unknown) =>
  typeof shown === 'number' ? `${shown.toLocaleString('en-US')} ${unit}` : '未公布'

function months({ months: names, bars, line }: SpecOf<'months'>, theme: ChartTheme): EChartsCoreOption {
  const colours = [theme.dim, theme.glow]
  const bar = ({ name, values, unit }: Series, at: number) => ({
    name,
    type: 'bar',
    data: [...values],
    barMaxWidth: px(theme, 22),
    itemStyle: { color: colours[at] },
    tooltip: { valueFormatter: formatTooltip(unit) },
  })
  const drawn = line && {
    name: line.name,
    type: 'line',
    data: [...line.values],
    yAxisIndex: bars.length > 0 ? 1 : 0,
    symbolSize: px(theme, 7),
    itemStyle: { color: theme.glow },
    lineStyle: { width: px(theme, 2.5) },
    tooltip: { valueFormatter: formatTooltip(line.unit) },
  }
  const axes = [
    ...(bars[0] ? [value(theme, bars.map(({ unit }) => unit).join(' / '))] : []),
    ...(line
      ? [{ ...value(theme, line.unit), splitLine: { show: bars.length === 0, ...lineStyle(theme) }, minInterval: 0 }]
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

function ranking({ rows, unit }: SpecOf<'ranking'>, theme: ChartTheme): EChartsCoreOption {
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
        type: 'bar',
        data: rows.map(({ count }) => count),
        barMaxWidth: px(theme, 16),
        showBackground: true,
        backgroundStyle: { color: theme.deep, borderRadius: px(theme, 3) },
        itemStyle: { color: theme.dim, borderRadius: px(theme, 3) },
        label: { ...textStyle(theme), show: true, position: 'right', color: theme.ink },
        tooltip: { valueFormatter: formatTooltip(unit) },
      },
    ],
  }
}

/** Two bar lists back to back, each with its own scale. */
function pairs({ names, left, right }: SpecOf<'pairs'>, theme: ChartTheme, width: number): EChartsCoreOption {
  const side = (series: Series, at: 0 | 1) => ({
    name: series.name,
    type: 'bar',
    data: [...series.values],
    xAxisIndex: at,
    yAxisIndex: at,
    barMaxWidth: px(theme, 14),
    itemStyle: { color: at === 0 ? theme.dim : theme.glow, borderRadius: px(theme, 3) },
    label: { ...textStyle(theme), show: true, position: at === 0 ? 'left' : 'right' },
    tooltip: { valueFormatter: formatTooltip(series.unit) },
  })
  const room = px(theme, 40)
  // Room for the names between the two.
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

function heat({ columns, rows, cells }: SpecOf<'heat'>, theme: ChartTheme): EChartsCoreOption {
  const maxCount = Math.max(1, ...cells.map(([, , count]) => count))
  return {
    ...base(theme),
    grid: { left: 0, right: 0, top: 0, bottom: 0, outerBoundsMode: 'same' },
    xAxis: category(theme, columns),
    yAxis: { ...category(theme, rows), inverse: true },
    visualMap: { show: false, min: 0, max: maxCount, inRange: { color: [theme.deep, theme.dim, theme.glow] } },
    series: [
      {
        type: 'heatmap',
        data: cells.map((cell) => [...cell]),
        itemStyle: { borderColor: theme.panel, borderWidth: px(theme, 3), borderRadius: px(theme, 4) },
        label: { ...textStyle(theme), show: true, color: '#0b1220', fontWeight: 600 },
        tooltip: { valueFormatter: formatTooltip('条') },
      },
    ],
  }
}

/** A heat map whose cells are provinces; all of them are drawn, so that their places are recognised. */
function provinces({ rows, unit }: SpecOf<'provinces'>, theme: ChartTheme): EChartsCoreOption {
  const counts = new Map(rows.map(({ name, count }) => [name, count]))
  const maxCount = Math.max(1, ...counts.values())
  const axis = (length: number) => ({
    type: 'category' as const,
    data: Array.from({ length }, (_, at) => at),
    show: false,
  })
  return {
    ...base(theme),
    grid: { left: 0, right: 0, top: 0, bottom: 0 },
    xAxis: axis(provinceColumns),
    yAxis: { ...axis(provinceRows), inverse: true },
    visualMap: { show: false, min: 0, max: maxCount, inRange: { color: [theme.deep, theme.dim, theme.glow] } },
    series: [
      {
        type: 'heatmap',
        data: Object.entries(provinceGrid).map(([name, [column, row]]) => {
          const count = counts.get(name) ?? 0
          const color = count > maxCount / 2 ? '#0b1220' : '#fff'
          return { name, value: [column, row, count], label: { color } }
        }),
        itemStyle: { borderColor: theme.panel, borderWidth: px(theme, 4), borderRadius: px(theme, 6) },
        label: {
          ...textStyle(theme),
          show: true,
          formatter: ({ name, value }: { readonly name: string; readonly value: readonly number[] }) =>
            (value[2] ?? 0) === 0 ? name : `${name}\n${value[2]}`,
        },
        tooltip: { valueFormatter: formatTooltip(unit) },
      },
    ],
  }
}

function tree({ rows, unit }: SpecOf<'tree'>, theme: ChartTheme): EChartsCoreOption {
  const maxCount = Math.max(1, ...rows.map(({ count }) => count))
  return {
    ...base(theme),
    series: [
      {
        type: 'treemap',
        left: 0,
        right: 0,
        top: 0,
        bottom: 0,
        roam: false,
        nodeClick: false,
        breadcrumb: { show: false },
        data: rows.map(({ name, count }) => ({ name, value: count })),
        visualMin: 0,
        visualMax: maxCount,
        levels: [{ color: [theme.deep, theme.dim], colorMappingBy: 'value' }],
        itemStyle: { borderColor: theme.panel, borderWidth: px(theme, 2), gapWidth: px(theme, 2) },
        label: {
          ...textStyle(theme),
          color: '#fff',
          formatter: `{b}\n{c} ${unit}`,
          fontSize: Math.max(12, px(theme, 16)),
        },
        tooltip: { valueFormatter: formatTooltip(unit) },
      },
    ],
  }
}

/** Narrow screens show a treemap as a ranking, with the smallest values combined. */
function asRanking({ rows, unit }: SpecOf<'tree'>): SpecOf<'ranking'> {
  const maxRows = 9
  if (rows.length <= maxRows + 1) return { kind: 'ranking', rows, unit }
  const rest = rows.slice(maxRows)
  const together = { name: `其余 ${rest.length} 个`, count: rest.reduce((sum, { count }) => sum + count, 0) }
  return { kind: 'ranking', rows: [...rows.slice(0, maxRows), together], unit }
}
const minTreeWidth = 480

/** ECharts options of a chart; `width` in pixels. */
export function chartOption(spec: ChartSpec, theme: ChartTheme, width: number): EChartsCoreOption {
  switch (spec.kind) {
    case 'months':
      return months(spec, theme)
    case 'ranking':
      return ranking(spec, theme)
    case 'pairs':
      return pairs(spec, theme, width)
    case 'heat':
      return heat(spec, theme)
    case 'provinces':
      return provinces(spec, theme)
    case 'tree':
      return width < minTreeWidth ? ranking(asRanking(spec), theme) : tree(spec, theme)
  }
}

register([BarChart, HeatmapChart, LineChart, TreemapChart, GridComponent, LegendComponent, TooltipComponent])
// The SVG renderer writes style elements, which the content security policy forbids.
register([VisualMapComponent, CanvasRenderer])

const chartKinds: Readonly<Record<ChartSpec['kind'], true>> = {
  months: true,
  ranking: true,
  pairs: true,
  heat: true,
  provinces: true,
  tree: true,
}
/** Checks the kind only: the server rendered the data for this script. */
const isSpec = (value: unknown): value is ChartSpec =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  typeof value.kind === 'string' &&
  value.kind in chartKinds

const chartByBox = new Map<HTMLElement, EChartsType>()

/** Renders every visible chart, each in a task of its own to avoid long tasks. */
export function renderCharts(screen: HTMLElement): void {
  const theme = readChartTheme(screen)
  for (const box of screen.querySelectorAll<HTMLElement>('[data-chart]')) setTimeout(() => renderChart(box, theme))
}

function renderChart(box: HTMLElement, theme: ChartTheme): void {
  const spec: unknown = JSON.parse(box.dataset['chart'] ?? 'null')
  if (!isSpec(spec) || box.clientWidth === 0) return
  const chart = chartByBox.get(box) ?? init(box)
  chartByBox.set(box, chart)
  chart.resize({ silent: true })
  chart.setOption(chartOption(spec, theme, box.clientWidth))
}
