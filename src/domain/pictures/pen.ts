/**
 * Marks of drawings in the style of src/ui/marks: hairlines in ink and grey, one accent. Colours are variables of the
 * page, with the standard area's values where the drawing is opened alone.
 */
export const colour = {
  ink: 'var(--fig-ink,#3A4454)',
  soft: 'var(--fig-soft,#8A94A3)',
  faint: 'var(--fig-faint,#DDE2E9)',
  paper: 'var(--fig-paper,#FFF)',
  accent: 'var(--accent,#1B56B0)',
  tint: 'var(--accent-tint,#DEE8F7)',
  /** The words 示意图; pages that say it themselves hide them. */
  note: 'var(--fig-note,var(--fig-soft,#8A94A3))',
  none: 'none',
} as const
export type Colour = keyof typeof colour

/** Width and height of a drawing. */
export const drawingSizes = { wide: [320, 200], square: [240, 240] } as const
export type DrawingShape = keyof typeof drawingSizes

/** The numbers from 0 to below `count`. */
export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** One decimal, as short as it can be written. */
export const short = (value: number): string => String(Math.round(value * 10) / 10)

/** Path through points: `M1 2L3 4`. */
export const through = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('')

export const rectPath = (x: number, y: number, w: number, h: number): string =>
  `M${short(x)} ${short(y)}h${short(w)}v${short(h)}h${short(-w)}z`

/** A rectangle with rounded corners. */
export const roundedPath = (x: number, y: number, w: number, h: number, r: number): string =>
  `M${short(x + r)} ${short(y)}h${short(w - 2 * r)}a${short(r)} ${short(r)} 0 0 1 ${short(r)} ${short(r)}v${short(h - 2 * r)}a${short(r)} ${short(r)} 0 0 1 ${short(-r)} ${short(r)}h${short(2 * r - w)}a${short(r)} ${short(r)} 0 0 1 ${short(-r)} ${short(-r)}v${short(2 * r - h)}a${short(r)} ${short(r)} 0 0 1 ${short(r)} ${short(-r)}z`

export const circlePath = (x: number, y: number, r: number): string =>
  `M${short(x - r)} ${short(y)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0z`

export const ellipsePath = (x: number, y: number, rx: number, ry: number): string =>
  `M${short(x - rx)} ${short(y)}a${short(rx)} ${short(ry)} 0 1 0 ${short(2 * rx)} 0a${short(rx)} ${short(ry)} 0 1 0 ${short(-2 * rx)} 0z`

/** Round dots as strokes without length: a fraction of the size of circles. */
export const dots = (points: readonly (readonly [number, number])[], width: number, ink: Colour): string =>
  points.length === 0
    ? ''
    : `<path d="${points.map(([x, y]) => `M${short(x)} ${short(y)}h0`).join('')}" stroke="${colour[ink]}" stroke-width="${short(width)}"/>`

/** A line; `dash` as in SVG. */
export const line = (path: string, ink: Colour, width = 1.5, dash = ''): string =>
  path === ''
    ? ''
    : `<path d="${path}" stroke="${colour[ink]}" stroke-width="${width}"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`

/** A closed shape, with or without an outline. */
export const shape = (path: string, fill: Colour, ink: Colour = 'none', width = 1.5, opacity = 1): string =>
  path === ''
    ? ''
    : `<path d="${path}" fill="${colour[fill]}"${opacity === 1 ? '' : ` fill-opacity="${short(opacity)}"`}${ink === 'none' ? '' : ` stroke="${colour[ink]}" stroke-width="${width}"`}/>`

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

interface WordStyle {
  readonly size?: number
  readonly ink?: Colour
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly bold?: boolean
  /** Turned to read upwards, as the name of a vertical axis. */
  readonly up?: boolean
}

/** Small words; hidden where the drawing is shown below 200 px. */
export function words(x: number, y: number, text: string, style: WordStyle = {}): string {
  const { size = 9, ink = 'soft', anchor = 'start', bold = false, up = false } = style
  const place = up ? `transform="translate(${short(x)} ${short(y)})rotate(-90)"` : `x="${short(x)}" y="${short(y)}"`
  return `<text visibility="var(--fig-words,visible)" ${place}${anchor === 'start' ? '' : ` text-anchor="${anchor}"`} font-size="${size}" fill="${colour[ink]}" stroke="none"${bold ? ' font-weight="600"' : ''}>${escapeText(text)}</text>`
}

/** A whole SVG file; `id="figure"` is what pages refer to. */
export function drawingFile(title: string, form: DrawingShape, body: string): string {
  const [width, height] = drawingSizes[form]
  return `<svg id="figure" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none" stroke-linecap="round" stroke-linejoin="round" font-family="system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', sans-serif" role="img"><title>${escapeText(title)}</title>${body}</svg>`
}
