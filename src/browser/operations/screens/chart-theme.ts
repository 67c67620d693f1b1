import { cssColours } from '../../../islands/charts/css-colours.ts'

/** Colours and sizes of a display for charts: rgb and pixels. */
export interface ChartTheme {
  readonly ink: string
  readonly ink2: string
  readonly ink3: string
  readonly line: string
  readonly panel: string
  readonly glow: string
  readonly dim: string
  readonly deep: string
  /** Pixels of one unit of 1920 × 1080. */
  readonly unit: number
  readonly font: string
}

/** Reads the theme from the style sheet. */
export function readChartTheme(screen: HTMLElement): ChartTheme {
  const { colour, done } = cssColours(screen)
  const ruler = screen.appendChild(document.createElement('i'))
  ruler.style.width = 'calc(100 * var(--u))'
  ruler.style.display = 'block'
  const unit = ruler.getBoundingClientRect().width / 100
  const theme: ChartTheme = {
    ink: colour('var(--screen-ink)'),
    ink2: colour('var(--screen-ink-2)'),
    ink3: colour('var(--screen-ink-3)'),
    line: colour('var(--screen-line)'),
    panel: colour('var(--screen-panel)'),
    glow: colour('var(--screen-glow)'),
    dim: colour('var(--screen-dim)'),
    deep: colour('color-mix(in oklab, var(--accent) 34%, var(--screen-panel))'),
    unit: Math.max(unit, 0.72),
    font: getComputedStyle(screen).fontFamily,
  }
  ruler.remove()
  done()
  return theme
}
