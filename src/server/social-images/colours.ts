/** The accent of an area and its lighter steps, as styles/tokens.css mixes them. */
export interface Tints {
  readonly accent: string
  readonly soft: string
  readonly tint: string
  readonly line: string
}

const mixed = (accent: string, share: number): string => {
  const parts = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16))
  const hex = (part: number) => Math.round(part * share + 255 * (1 - share)).toString(16)
  return `#${parts.map((part) => hex(part).padStart(2, '0')).join('')}`
}

/** Of an accent such as `#1b56b0`. */
export const tints = (accent: string): Tints => ({
  accent,
  soft: mixed(accent, 0.06),
  tint: mixed(accent, 0.13),
  line: mixed(accent, 0.34),
})

/**
 * Replaces the CSS variables in an SVG of ui/marks, since server-rendered images have no style sheet. Text elements are
 * removed, because the font of the machine is unknown.
 */
export const colouredSvg = (svg: string, { accent, soft, tint, line }: Tints): string => {
  const known: Readonly<Record<string, string>> = {
    '--accent': accent,
    '--accent-soft': soft,
    '--accent-tint': tint,
    '--accent-line': line,
    '--fig-ground': soft,
    '--fig-words': 'hidden',
  }
  return svg.replaceAll(/var\((--[\w-]+),\s*([^)]+)\)/g, (_, name: string, given: string) => known[name] ?? given)
}
