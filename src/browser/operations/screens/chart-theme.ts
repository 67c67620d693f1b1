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

/** Reads the theme from the style sheet. Converts oklab colours to rgb, which ECharts requires. */
export function readChartTheme(screen: HTMLElement): ChartTheme {
  const probe = screen.appendChild(document.createElement('i'))
  // A transition would report the previous colour.
  probe.style.transitionProperty = 'none'
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const colour = (value: string): string => {
    probe.style.color = value
    if (pen === null) return value
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = getComputedStyle(probe).color
    pen.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  }
  probe.style.width = 'calc(100 * var(--u))'
  probe.style.display = 'block'
  const unit = probe.getBoundingClientRect().width / 100
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
  probe.remove()
  return theme
}
