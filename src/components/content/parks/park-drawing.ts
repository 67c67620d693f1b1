import type { ParkView } from '../../../domain/content/parks.ts'

/** SVG paths of a drawing by style; one path each, to keep the markup small. */
export interface Drawing {
  /** Hairlines behind: roads, grids. */
  readonly faint: string
  /** Closed shapes on paper: buildings, rooms. */
  readonly plates: string
  readonly lines: string
  /** What is to let. */
  readonly chosen: string
  readonly accent: string
}

const rect = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}z`
const round = (value: number) => Math.round(value * 10) / 10

/** Pseudo-random numbers from 0 to 1, seeded by the park id, so that its drawing is always the same. */
function seededNumbers(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Blocks along two roads, one of them to let, water and trees. */
function site(seed: number): Drawing {
  const roll = seededNumbers(seed)
  const roadX = 120 + Math.floor(roll() * 80)
  const roadY = 84 + Math.floor(roll() * 30)
  const sides: readonly (readonly [number, number, number, number])[] = [
    [20, 22, roadX - 30, roadY - 32],
    [roadX + 10, 22, 300 - roadX - 10, roadY - 32],
    [20, roadY + 10, roadX - 30, 178 - roadY - 10],
    [roadX + 10, roadY + 10, 300 - roadX - 10, 178 - roadY - 10],
  ]
  const blocks = sides.flatMap(([x, y, w, h]) => {
    const across = w > 130 ? 3 : 2
    const cut = round(w / across)
    return Array.from({ length: across }, (_, column) => {
      const deep = round(h * (0.55 + roll() * 0.4))
      return [round(x + column * cut + 3), y + 3, cut - 8, deep - 6] as const
    })
  })
  const free = Math.floor(roll() * blocks.length)
  const trees = Array.from(
    { length: 9 },
    () => [24 + Math.floor(roll() * 272), roadY + (roll() > 0.5 ? 4 : -6)] as const,
  )
  return {
    faint: `M0 ${roadY}H320M${roadX} 0V200M0 ${roadY + 4}H320M${roadX + 4} 0V200`,
    plates: blocks.map(([x, y, w, h]) => rect(x, y, w, h)).join(''),
    lines:
      blocks.map(([x, y, w, h]) => `M${x + 4} ${round(y + h / 2)}h${round(w - 8)}`).join('') +
      'M292 182v-14m-3 4 3-4 3 4',
    chosen: blocks[free] === undefined ? '' : rect(...blocks[free]),
    accent: trees.map(([x, y]) => `M${x} ${y}m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0`).join(''),
  }
}

/** A floor of laboratories along a corridor. */
function lab(seed: number): Drawing {
  const roll = seededNumbers(seed + 7)
  const rooms = 4 + Math.floor(roll() * 2)
  const w = round(272 / rooms)
  const xs = Array.from({ length: rooms }, (_, index) => round(24 + index * w))
  const free = Math.floor(roll() * rooms)
  const benches = xs.flatMap((x) => [
    rect(x + 8, 34, w - 16, 8),
    rect(x + 8, 52, w - 16, 8),
    rect(x + 8, 146, w - 16, 8),
  ])
  return {
    faint: xs.map((x) => `M${x} 24v150`).join(''),
    plates: rect(24, 24, 272, 152),
    lines: `M24 80H296M24 120H296${xs.map((x) => `M${round(x + w / 2)} 80v-8m0 48v8`).join('')}${benches.join('')}`,
    chosen: rect(xs[free] ?? 24, 24, w, 56),
    accent: 'M36 100H284m-8-4 8 4-8 4',
  }
}

/** A clean production building cut open: two floors, air handling above. */
function gmp(seed: number): Drawing {
  const roll = seededNumbers(seed + 13)
  const tanks = 3 + Math.floor(roll() * 2)
  const xs = Array.from({ length: tanks }, (_, index) => round(52 + index * (216 / tanks)))
  return {
    faint: 'M10 176H310M24 46H296',
    plates: rect(36, 52, 248, 124) + rect(60, 28, 70, 24) + rect(190, 28, 70, 24),
    lines: `M36 112H284M36 104H284M36 60H284${xs.map((x) => `M${x} 128h26v34q-13 10-26 0zm13 44v4`).join('')}M78 40h34m96 0h34`,
    chosen: rect(36, 60, 248, 44),
    accent: `M96 52v8M224 52v8M48 66H272${xs.map((x) => `M${x + 13} 66v10m-3-4 3 4 3-4`).join('')}`,
  }
}

/** Animal rooms between a clean and a return corridor. */
function animal(seed: number): Drawing {
  const roll = seededNumbers(seed + 29)
  const rooms = 4 + Math.floor(roll() * 2)
  const w = round(264 / rooms)
  const xs = Array.from({ length: rooms }, (_, index) => round(28 + index * w))
  const cages = xs.flatMap((x) =>
    [0, 1, 2].flatMap((row) => [rect(x + 7, 66 + row * 22, 10, 12), rect(round(x + w - 17), 66 + row * 22, 10, 12)]),
  )
  return {
    faint: 'M28 40H292M28 160H292',
    plates: rect(28, 22, 264, 156),
    lines: `M28 54H292M28 146H292${xs.map((x) => `M${x} 54v92`).join('')}${cages.join('')}`,
    chosen: rect(xs[1] ?? 28, 54, w, 92),
    accent: `M40 38H280m-8-4 8 4-8 4M280 162H40m8-4-8 4 8 4`,
  }
}

/** The front of a research building with its free floors. */
function tower(seed: number): Drawing {
  const roll = seededNumbers(seed + 41)
  const floors = 7
  const free = 1 + Math.floor(roll() * (floors - 2))
  const wide = 150 + Math.floor(roll() * 50)
  const left = round(160 - wide / 2)
  const rows = Array.from({ length: floors }, (_, floor) => 24 + floor * 21)
  const columns = Math.floor(wide / 18)
  const windows = rows.flatMap((y) =>
    Array.from({ length: columns }, (_, column) => rect(left + 7 + column * 18, y + 6, 11, 10)),
  )
  return {
    faint: 'M10 176H310M20 176v-30h40v30M262 176v-44h38v44',
    plates: rect(left, 20, wide, 156),
    lines: rows.map((y) => `M${left} ${y + 20}h${wide}`).join('') + windows.join(''),
    chosen: rect(left, (rows[free] ?? 24) - 1, wide, 21),
    accent: `M${left - 14} ${rows[free] ?? 24}v19m-3-4 3 4 3-4`,
  }
}

const drawings: Readonly<Record<ParkView, (seed: number) => Drawing>> = { site, lab, gmp, animal, tower }

/** A generic drawing of a park, 320 × 200, not to scale. */
export const parkDrawing = (view: ParkView, parkId: number): Drawing => drawings[view](parkId)
