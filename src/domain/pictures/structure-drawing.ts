import { colour, line, shape, short, roundedPath, rectPath, escapeText, type Colour } from './pen.ts'
import type { StructureContainer } from './drawing-names.ts'
import type { Seeded } from './seeded-numbers.ts'

/** The plane structure of a compound, as `src/db/knowledge/structures.csv` has it. */
export interface Structure {
  readonly formula: string
  readonly atoms: readonly { readonly x: number; readonly y: number; readonly label: string }[]
  readonly bonds: readonly { readonly from: number; readonly to: number; readonly sign: string }[]
}

/**
 * Reads `formula` and `x,y,label x,y|0-1 1=2`; undefined for a text that is none. Bonds: `-` single, `=` double, `<` and
 * `>` double with the second line on one side, `#` triple, `^` and `v` wedges up and down, narrow at their first atom.
 */
export function readStructure(formula: string, text: string): Structure | undefined {
  const [atomPart = '', bondPart = ''] = text.split('|')
  const atoms = atomPart.split(' ').map((atom) => {
    const [x, y, label = ''] = atom.split(',')
    return { x: Number(x), y: Number(y), label }
  })
  const bonds = bondPart.split(' ').flatMap((bond) => {
    const [, from, sign = '-', to] = /^(\d+)([-=<>#^v])(\d+)$/.exec(bond) ?? []
    return from === undefined || to === undefined ? [] : [{ from: Number(from), to: Number(to), sign }]
  })
  return atoms.some(({ x, y }) => Number.isNaN(x) || Number.isNaN(y)) ? undefined : { formula, atoms, bonds }
}

interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** `NH2` turned to `H2N` where the bond comes from the right. */
function labelText(label: string, isTurned: boolean): string {
  const [, isotope = '', element = label, hydrogens = '', charge = ''] =
    /^(\d*)([A-Z][a-z]?)(H\d*)?(\d?[+-])?$/.exec(label) ?? []
  const low = (text: string) =>
    text.replace(
      /\d+/,
      (digits) => `<tspan dy=".22em" font-size=".72em">${digits}</tspan><tspan dy="-.16em">\u200b</tspan>`,
    )
  const high = charge === '' ? '' : `<tspan dy="-.4em" font-size=".72em">${charge.replace('-', '−')}</tspan>`
  const mass =
    isotope === '' ? '' : `<tspan dy="-.4em" font-size=".72em">${isotope}</tspan><tspan dy=".29em">\u200b</tspan>`
  const core = `${mass}${escapeText(element)}`
  return isTurned ? `${low(hydrogens)}${core}${high}` : `${core}${low(hydrogens)}${high}`
}

const noAtoms: ReadonlySet<number> = new Set()

/** The structure turned by an angle, as large as the box allows; matched atoms and their bonds stand on a tint. */
export function structureMarks(
  { atoms, bonds }: Pick<Structure, 'atoms' | 'bonds'>,
  box: Box,
  angle: number,
  matched = noAtoms,
): string {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const turned = atoms.map(({ x, y, label }) => ({ x: x * cos - y * sin, y: x * sin + y * cos, label }))
  const xs = turned.map(({ x }) => x)
  const ys = turned.map(({ y }) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top]
  // Twenty is the length of a bond: small molecules are not blown up.
  const scale = Math.min((box.w - 24) / Math.max(width, 1), (box.h - 18) / Math.max(height, 1), 1.9)
  const placed = turned.map(({ x, y, label }) => ({
    x: box.x + box.w / 2 + (x - left - width / 2) * scale,
    y: box.y + box.h / 2 + (y - top - height / 2) * scale,
    label,
  }))
  const unit = 20 * scale
  const size = Math.max(7, Math.min(15, unit * 0.46))
  const single: string[] = []
  const wedges: string[] = []
  const tinted = placed.flatMap(({ x, y }, index) => (matched.has(index) ? [`M${short(x)} ${short(y)}h0`] : []))
  const cut = (from: { x: number; y: number; label: string }, to: { x: number; y: number }) => {
    const long = Math.hypot(to.x - from.x, to.y - from.y) || 1
    const part = from.label === '' ? 0 : Math.min(0.42, (size * 0.68) / long)
    return [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part] as const
  }
  for (const { from, to, sign } of bonds) {
    const [a, b] = [placed[from], placed[to]]
    if (a === undefined || b === undefined) continue
    const [[x1, y1], [x2, y2]] = [cut(a, b), cut(b, a)]
    const long = Math.hypot(x2 - x1, y2 - y1) || 1
    if (matched.has(from) && matched.has(to)) tinted.push(`M${short(a.x)} ${short(a.y)}L${short(b.x)} ${short(b.y)}`)
    const gap = unit * 0.16
    const [nx, ny] = [(-(y2 - y1) / long) * gap, ((x2 - x1) / long) * gap]
    const at = (off: number, short1: number) => {
      const [dx, dy] = [(x2 - x1) * short1, (y2 - y1) * short1]
      single.push(
        `M${short(x1 + nx * off + dx)} ${short(y1 + ny * off + dy)}L${short(x2 + nx * off - dx)} ${short(y2 + ny * off - dy)}`,
      )
    }
    if (sign === '^') {
      const wide = unit * 0.13
      const [wx, wy] = [(-(y2 - y1) / long) * wide, ((x2 - x1) / long) * wide]
      wedges.push(`M${short(x1)} ${short(y1)}L${short(x2 + wx)} ${short(y2 + wy)}L${short(x2 - wx)} ${short(y2 - wy)}z`)
    } else if (sign === 'v') {
      // Strokes across, wider and wider.
      for (const step of [0.15, 0.32, 0.49, 0.66, 0.83, 1]) {
        const wide = unit * 0.13 * step
        const [cx, cy] = [x1 + (x2 - x1) * step, y1 + (y2 - y1) * step]
        const [wx, wy] = [(-(y2 - y1) / long) * wide, ((x2 - x1) / long) * wide]
        single.push(`M${short(cx + wx)} ${short(cy + wy)}L${short(cx - wx)} ${short(cy - wy)}`)
      }
    } else if (sign === '=') {
      at(0.5, 0)
      at(-0.5, 0)
    } else {
      at(0, 0)
      if (sign === '>' || sign === '#') at(1, 0.12)
      if (sign === '<' || sign === '#') at(-1, 0.12)
    }
  }
  const names = placed.flatMap(({ x, y, label }, index) => {
    if (label === '') return []
    const near = bonds.flatMap(({ from, to }) =>
      from === index ? (placed[to] ?? []) : to === index ? (placed[from] ?? []) : [],
    )
    const aside = near.reduce((sum, other) => sum + other.x - x, 0)
    const isTurned = /^\d*[A-Z][a-z]?H/.test(label) && aside > unit * 0.2
    const isLong = label.length > 1 && /H/.test(label)
    const anchor = !isLong ? 'middle' : isTurned ? 'end' : 'start'
    const dx = !isLong ? 0 : (isTurned ? 1 : -1) * size * 0.36
    const carbon = label.startsWith('C') && !label.startsWith('Cl')
    return [
      `<text x="${short(x + dx)}" y="${short(y + size * 0.36)}"${anchor === 'start' ? '' : ` text-anchor="${anchor}"`} fill="${carbon ? colour.ink : colour.accent}" font-size="${short(size)}">${labelText(label, isTurned)}</text>`,
    ]
  })
  return `${line(tinted.join(''), 'tint', unit * 0.62)}${shape(wedges.join(''), 'ink')}${line(single.join(''), 'ink', scale < 0.7 ? 1.4 : 2)}<g stroke="none" font-weight="500">${names.join('')}</g>`
}

function containerMarks(container: StructureContainer, x: number, y: number, s: Seeded): string {
  const fill: Colour = s.chance(0.5) ? 'tint' : 'faint'
  const label = (lx: number, ly: number, w: number, h: number) =>
    shape(rectPath(lx, ly, w, h), 'tint', 'accent', 1.25) +
    line(`M${short(lx + 4)} ${short(ly + 5)}h${short(w * 0.4)}m${short(-w * 0.4)} 5h${short(w - 9)}`, 'ink', 1)
  if (container === 'vial')
    return (
      shape(`M${x} ${y + 58}V${y + 20}q0-6 7-8v-8h18v8q7 2 7 8v38q0 4-4 4H${x + 4}q-4 0-4-4z`, 'paper', 'ink', 1.5) +
      shape(roundedPath(x + 4, y - 8, 24, 12, 2), s.pick('accent', 'soft', 'tint'), 'ink', 1.25) +
      label(x + 0.5, y + 28, 31, 20)
    )
  if (container === 'bottle')
    return (
      shape(
        `M${x} ${y + 58}V${y + 22}q0-8 11-12v-6h18v6q11 4 11 12v36q0 4-4 4H${x + 4}q-4 0-4-4z`,
        'paper',
        'ink',
        1.5,
      ) +
      shape(roundedPath(x + 8, y - 10, 24, 14, 2), s.pick('paper', 'tint'), 'ink', 1.25) +
      label(x + 0.5, y + 28, 39, 22)
    )
  if (container === 'ampoule')
    return [0, 22]
      .map(
        (dx) =>
          shape(
            `M${x + dx} ${y + 58}V${y + 24}q0-5 4-7q-2-12 3-25q5 13 3 25q4 2 4 7v34q0 4-4 4h-6q-4 0-4-4z`,
            'paper',
            'ink',
            1.4,
          ) + shape(`M${x + dx + 1} ${y + 36}h12v22q0 3-3 3h-6q-3 0-3-3z`, dx === 0 ? 'tint' : fill),
      )
      .join('')
  if (container === 'drum')
    return (
      shape(`M${x} ${y}V${y + 56}q20 9 40 0V${y}z`, 'paper', 'ink', 1.5) +
      shape(`M${x} ${y}a20 6 0 1 0 40 0a20 6 0 1 0-40 0z`, 'tint', 'ink', 1.5) +
      line(`M${x} ${y + 13}q20 8 40 0m0 32q-20 8-40 0`, 'soft', 1.1) +
      label(x + 8, y + 22, 24, 17)
    )
  return ''
}

const formulaText = (formula: string) =>
  escapeText(formula).replaceAll(
    /\d+/g,
    (digits) => `<tspan dy="2" font-size="7.5">${digits}</tspan><tspan dy="-2">\u200b</tspan>`,
  )

/** The structure of goods, 240 × 240; the angle, the formula's place and the container follow from the seed. */
export function structureDrawing(structure: Structure, container: StructureContainer, s: Seeded): string {
  const steps = s.int(0, 11)
  // Molecules lie rather flat, and the container leaves less room.
  const wide = flatAngle(structure) + (steps % 2 === 0 ? 0 : Math.PI) + ((s.int(0, 4) - 2) * Math.PI) / 30
  const right = s.chance(0.5)
  const box = container === 'none' ? { x: 14, y: 24, w: 212, h: 176 } : { x: 12, y: 14, w: 216, h: 136 }
  const x = right ? 176 : 22
  const words = `<text visibility="var(--fig-words,visible)" x="${container === 'none' ? 120 : right ? 24 : 216}" y="222"${container === 'none' ? ' text-anchor="middle"' : right ? '' : ' text-anchor="end"'} font-size="10.5" fill="${colour.soft}" stroke="none">${formulaText(structure.formula)}</text>`
  return (
    structureMarks(structure, box, wide) + (container === 'none' ? '' : containerMarks(container, x, 160, s)) + words
  )
}

/**
 * A structure as SVG of its own; undefined for a text that is none. `matched` are places of atoms. Everything in it is
 * drawn or escaped here: it may stand in a page.
 */
export function structureSvg(
  text: string,
  name: string,
  {
    width,
    height,
    matched = [],
  }: { readonly width: number; readonly height: number; readonly matched?: readonly number[] },
): string | undefined {
  const structure = readStructure('', text)
  if (structure === undefined) return undefined
  const marks = structureMarks(structure, { x: 0, y: 0, w: width, h: height }, flatAngle(structure), new Set(matched))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(name)}" fill="none" stroke-linecap="round" stroke-linejoin="round">${marks}</svg>`
}

/** The angle at which a structure is widest for its height. */
function flatAngle({ atoms }: Pick<Structure, 'atoms'>): number {
  const [mx, my] = [
    atoms.reduce((sum, { x }) => sum + x, 0) / atoms.length,
    atoms.reduce((sum, { y }) => sum + y, 0) / atoms.length,
  ]
  const sum = (of: (dx: number, dy: number) => number) => atoms.reduce((all, { x, y }) => all + of(x - mx, y - my), 0)
  return -0.5 * Math.atan2(2 * sum((dx, dy) => dx * dy), sum((dx) => dx * dx) - sum((_, dy) => dy * dy))
}
