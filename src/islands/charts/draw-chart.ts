import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { shortValue, valueText, type ChartSeries, type ChartSpec, type ChartUnit } from './chart-spec.ts'
import { cssColours } from './css-colours.ts'

// The SVG renderer writes style elements, which the content security policy forbids.
register([BarChart, LineChart, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent, CanvasRenderer])

interface Theme {
  readonly ink: string
  readonly ink2: string
  readonly ink3: string
  readonly line: string
  readonly surface: string
  /** Of the first, second and further series. */
  readonly series: readonly string[]
  readonly highlight: string
  readonly font: string
}

/** Colours of the design tokens: the accent of the area and its steps. */
function readTheme(box: HTMLElement): Theme {
  const { colour, done } = cssColours(box)
  const theme = {
    ink: colour('var(--ink)'),
    ink2: colour('var(--ink-2)'),
    ink3: colour('var(--ink-3)'),
    line: colour('var(--line)'),
    surface: colour('var(--surface)'),
    series: [colour('var(--accent)'), colour('var(--accent-line)'), colour('var(--ink-disabled)')],
    highlight: colour('var(--warn)'),
    font: getComputedStyle(box).fontFamily,
  }
  done()
  return theme
}

const fontSize = 12
const textStyle = (theme: Theme, color = theme.ink2) => ({ color, fontSize, fontFamily: theme.font })

const tooltip = (theme: Theme, trigger: 'axis' | 'item') => ({
  trigger,
  confine: true,
  axisPointer: { type: 'shadow' },
  backgroundColor: theme.surface,
  borderColor: theme.line,
  textStyle: textStyle(theme, theme.ink),
})
const valueAxis = (theme: Theme, unit: ChartUnit, isSecond = false) => ({
  type: 'value',
  axisLabel: { ...textStyle(theme, theme.ink3), formatter: (value: number) => shortValue(value, unit) },
  splitLine: { show: !isSecond, lineStyle: { color: theme.line } },
  ...(unit === 'count' && { minInterval: 1 }),
})
const formatter = (unit: ChartUnit) => (value: unknown) => valueText(typeof value === 'number' ? value : null, unit)

/** `2026-11` → `11 月`; January also names its year. */
const monthName = (month: string) =>
  month.endsWith('-01') ? `${month.slice(0, 4)}\n1 月` : `${Number(month.slice(5))} 月`

function monthsOption(spec: Extract<ChartSpec, { kind: 'months' }>, theme: Theme): EChartsCoreOption {
  const { months, bars, line, stacked = false } = spec
  const bar = ({ name, values, unit }: ChartSeries, at: number) => ({
    name,
    type: 'bar',
    data: [...values],
    barMaxWidth: 28,
    itemStyle: { color: theme.series[at], borderRadius: stacked ? 0 : [2, 2, 0, 0] },
    tooltip: { valueFormatter: formatter(unit) },
    ...(stacked && { stack: 'all' }),
  })
  const drawnLine = line && {
    name: line.name,
    type: 'line',
    data: [...line.values],
    yAxisIndex: 1,
    connectNulls: true,
    symbolSize: 6,
    itemStyle: { color: theme.highlight },
    lineStyle: { width: 2 },
    tooltip: { valueFormatter: formatter(line.unit) },
  }
  return {
    tooltip: tooltip(theme, 'axis'),
    legend: {
      show: bars.length > 1 || line !== undefined,
      right: 0,
      top: 0,
      itemWidth: 12,
      itemHeight: 8,
      textStyle: textStyle(theme),
    },
    grid: {
      left: 0,
      right: 0,
      top: bars.length > 1 || line !== undefined ? 36 : 12,
      bottom: 0,
      outerBoundsMode: 'same',
    },
    xAxis: {
      type: 'category',
      data: months.map(monthName),
      axisLabel: { ...textStyle(theme, theme.ink3), hideOverlap: true },
      axisLine: { lineStyle: { color: theme.line } },
      axisTick: { show: false },
    },
    yAxis: [valueAxis(theme, bars[0]?.unit ?? 'count'), ...(line ? [valueAxis(theme, line.unit, true)] : [])],
    series: [...bars.map(bar), ...(drawnLine ? [drawnLine] : [])],
  }
}

/** Names are cut: the table has them in full. */
const nameWidth = (width: number) => Math.max(72, Math.min(200, width * 0.34))

function rankingOption(
  { names, values, unit }: Extract<ChartSpec, { kind: 'ranking' }>,
  theme: Theme,
  width: number,
): EChartsCoreOption {
  return {
    tooltip: { ...tooltip(theme, 'item'), valueFormatter: formatter(unit) },
    grid: { left: 0, right: 72, top: 0, bottom: 0, outerBoundsMode: 'same' },
    xAxis: { type: 'value', show: false },
    yAxis: {
      type: 'category',
      inverse: true,
      data: [...names],
      axisLabel: { ...textStyle(theme), width: nameWidth(width), overflow: 'truncate' },
      axisLine: { show: false },
      axisTick: { show: false },
    },
    series: [
      {
        type: 'bar',
        data: [...values],
        barMaxWidth: 16,
        itemStyle: { color: theme.series[0], borderRadius: [0, 2, 2, 0] },
        label: {
          ...textStyle(theme, theme.ink),
          show: true,
          position: 'right',
          formatter: ({ value }: { readonly value: unknown }) =>
            typeof value === 'number' ? shortValue(value, unit) : '',
        },
      },
    ],
  }
}

/** Lines over time; the limits are dashed lines with their names. */
function timesOption({ lines, min, max }: Extract<ChartSpec, { kind: 'times' }>, theme: Theme): EChartsCoreOption {
  const limits = [
    { name: '上限', value: max },
    { name: '下限', value: min },
  ].flatMap(({ name, value }) => (value === null ? [] : [{ name, yAxis: value }]))
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value))
  const all = [...values, ...limits.map(({ yAxis }) => yAxis)]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const room = Math.max(100, (high - low) * 0.1)
  return {
    tooltip: { ...tooltip(theme, 'axis'), axisPointer: { type: 'line' } },
    legend: { show: lines.length > 1, right: 0, top: 0, itemWidth: 12, itemHeight: 8, textStyle: textStyle(theme) },
    grid: { left: 0, right: 44, top: lines.length > 1 ? 36 : 16, bottom: 0, outerBoundsMode: 'same' },
    xAxis: {
      type: 'time',
      axisLabel: { ...textStyle(theme, theme.ink3), hideOverlap: true },
      axisLine: { lineStyle: { color: theme.line } },
      axisTick: { show: false },
    },
    yAxis: {
      ...valueAxis(theme, 'celsius'),
      min: Math.floor((low - room) / 100) * 100,
      max: Math.ceil((high + room) / 100) * 100,
    },
    series: lines.map(({ name, points }, at) => ({
      name,
      type: 'line',
      data: points.map(({ at: time, value }) => [Date.parse(time), value]),
      showSymbol: points.length < 40,
      symbolSize: 4,
      itemStyle: { color: theme.series[at % theme.series.length] },
      lineStyle: { width: 1.75 },
      tooltip: { valueFormatter: formatter('celsius') },
      ...(at === 0 && {
        markLine: {
          silent: true,
          symbol: 'none',
          animation: false,
          lineStyle: { color: theme.highlight, type: 'dashed', width: 1 },
          label: {
            ...textStyle(theme, theme.highlight),
            formatter: ({ value }: { readonly value: unknown }) =>
              typeof value === 'number' ? valueText(value, 'celsius') : '',
          },
          data: limits,
        },
      }),
    })),
  }
}

/** The option of a chart. */
function optionOf(spec: ChartSpec, theme: Theme, width: number): EChartsCoreOption {
  switch (spec.kind) {
    case 'months':
      return monthsOption(spec, theme)
    case 'ranking':
      return rankingOption(spec, theme, width)
    case 'times':
      return timesOption(spec, theme)
  }
}

/** A drawn chart. */
export interface DrawnChart {
  readonly update: (spec: ChartSpec) => void
  readonly dispose: () => void
}

/** Draws a chart into a box and follows its size. Without animation for people who prefer none. */
export function drawChart(box: HTMLElement, first: ChartSpec): DrawnChart {
  const chart = init(box)
  const theme = readTheme(box)
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  let spec = first
  const draw = () => {
    const option = optionOf(spec, theme, box.clientWidth)
    chart.setOption({ animation: !isCalm, animationDuration: 300, textStyle: textStyle(theme), ...option }, true)
  }
  let due = 0
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(due)
    due = requestAnimationFrame(() => {
      if (box.clientWidth === 0) return
      chart.resize({ silent: true })
      draw()
    })
  })
  observer.observe(box)
  draw()
  return {
    update: (next) => {
      spec = next
      draw()
    },
    dispose: () => {
      cancelAnimationFrame(due)
      observer.disconnect()
      chart.dispose()
    },
  }
}
