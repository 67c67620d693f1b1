import { BarChart, HeatmapChart, LineChart, TreemapChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from 'echarts/components'
import { init, use as register, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { ChartSpec } from '../../../domain/operations/charts.ts'
import { optionOf } from './options.ts'
import { themeOf, type Theme } from './theme.ts'

register([BarChart, HeatmapChart, LineChart, TreemapChart, GridComponent, LegendComponent, TooltipComponent])
// On canvas: the other renderer writes style elements, which the content policy refuses.
register([VisualMapComponent, CanvasRenderer])

const specs: Readonly<Record<ChartSpec['kind'], true>> = {
  months: true,
  ranking: true,
  pairs: true,
  heat: true,
  tree: true,
}
/** The server wrote it for this very script. */
const isSpec = (value: unknown): value is ChartSpec =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  typeof value.kind === 'string' &&
  value.kind in specs

const drawn = new Map<HTMLElement, EChartsType>()

/** Draws every chart that has a size, and those drawn before anew; each in a task of its own, so that nothing waits long. */
export function drawCharts(screen: HTMLElement): void {
  const theme = themeOf(screen)
  for (const box of screen.querySelectorAll<HTMLElement>('[data-chart]')) setTimeout(() => drawChart(box, theme))
}

function drawChart(box: HTMLElement, theme: Theme): void {
  const spec: unknown = JSON.parse(box.dataset['chart'] ?? 'null')
  if (!isSpec(spec) || box.clientWidth === 0) return
  const chart = drawn.get(box) ?? init(box)
  drawn.set(box, chart)
  chart.resize({ silent: true })
  chart.setOption(optionOf(spec, theme, box.clientWidth))
}
