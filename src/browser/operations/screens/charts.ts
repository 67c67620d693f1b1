import { BarChart, HeatmapChart, LineChart, TreemapChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from 'echarts/components'
import { init, use as register, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { ChartSpec } from '../../../domain/operations/charts.ts'
import { chartOption } from './chart-options.ts'
import { readChartTheme, type ChartTheme } from './chart-theme.ts'

register([BarChart, HeatmapChart, LineChart, TreemapChart, GridComponent, LegendComponent, TooltipComponent])
// The SVG renderer writes style elements, which the content security policy forbids.
register([VisualMapComponent, CanvasRenderer])

const chartKinds: Readonly<Record<ChartSpec['kind'], true>> = {
  months: true,
  ranking: true,
  pairs: true,
  heat: true,
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
