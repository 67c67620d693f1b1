import { dots, ellipsePath, line, rectPath, roundedPath, shape, short, words, range } from './pen.ts'
import type { Seeded } from './seeded-numbers.ts'

/** Drawn plans, sections and fronts of parks, 320 × 200: generic, not to scale, of no park in particular. */

type Point = readonly [x: number, y: number]
type Box = readonly [x: number, y: number, wide: number, high: number]

/** A building seen from above, and the middle of its name. */
interface Footprint {
  readonly path: string
  readonly at: Point
}

const bar = ([x, y, w, h]: Box): Footprint => ({ path: rectPath(x, y, w, h), at: [x + w / 2, y + h / 2] })

/** Two wings with a corner; `flip` puts the corner at the right. */
function corner([x, y, w, h]: Box, flip: boolean): Footprint {
  const t = Math.min(w, h) * 0.42
  return flip
    ? {
        path: `M${short(x)} ${short(y)}h${short(w)}v${short(h)}h${short(-t)}v${short(t - h)}h${short(t - w)}z`,
        at: [x + w - t / 2, y + t / 2],
      }
    : {
        path: `M${short(x)} ${short(y)}h${short(w)}v${short(t)}h${short(t - w)}v${short(h - t)}h${short(-t)}z`,
        at: [x + t / 2, y + t / 2],
      }
}

/** Three wings around a court that is open to the street. */
function court([x, y, w, h]: Box): Footprint {
  const t = Math.min(w, h) * 0.3
  return {
    path: `M${short(x)} ${short(y)}h${short(w)}v${short(h)}h${short(-t)}v${short(t - h)}h${short(2 * t - w)}v${short(h - t)}h${short(-t)}z`,
    at: [x + w / 2, y + t / 2],
  }
}

/** The buildings of a parcel. */
function buildParcel(s: Seeded, [x, y, w, h]: Box): Footprint[] {
  if (h < 40 && w > 100) {
    const count = s.int(2, 4)
    return range(count).map((at) => bar([x + (at * w) / count, y, w / count - 9, h * s.between(0.7, 1)]))
  }
  if (w < 44 || h < 40) return [bar([x, y, w, h * s.between(0.6, 1)])]
  if (w > h * 1.35) {
    const kind = s.int(0, 2)
    if (kind === 0) {
      const count = Math.max(2, Math.round(w / 38))
      const cut = w / count
      return range(count).map((at) => bar([x + at * cut, y + s.between(0, h * 0.2), cut - 8, h * s.between(0.6, 0.8)]))
    }
    if (kind === 1) {
      return [corner([x, y, w / 2 - 6, h], false), corner([x + w / 2 + 2, y, w / 2 - 6, h], true)]
    }
    return [court([x, y, w * 0.6, h]), bar([x + w * 0.6 + 9, y + s.between(0, h * 0.3), w * 0.4 - 12, h * 0.6])]
  }
  const kind = s.int(0, 2)
  if (kind === 0) {
    const count = Math.max(2, Math.round(h / 26))
    const cut = h / count
    return range(count).map((at) => bar([x, y + at * cut, w * s.between(0.72, 1), cut - 8]))
  }
  if (kind === 1) {
    const flip = s.chance(0.5)
    const inner = Math.min(w, h) * 0.42 + 8
    const place: Box = [flip ? x : x + inner, y + inner, w - inner, h - inner]
    return [corner([x, y, w, h], flip), bar(place)]
  }
  return [court([x, y, w, h])]
}

const trees = (points: readonly Point[]) => dots(points, 3.4, 'soft')

/** A green with a pond. */
const green = (s: Seeded, [x, y, w, h]: Box): string =>
  shape(roundedPath(x, y, w, h, 5), 'faint', 'none', 0, 0.55) +
  shape(ellipsePath(x + w * s.between(0.54, 0.62), y + h / 2, w * 0.25, h * 0.24), 'tint', 'accent', 1) +
  trees(range(7).map((at): Point => [x + 24 + (at * (w - 32)) / 6, y + (at % 2 === 0 ? 6 : h - 6)]))

const road = (path: string): string => line(path, 'faint', 9) + line(path, 'paper', 1, '5 5')

/** Roads and parcels of a site. */
interface Layout {
  readonly roads: string
  readonly parcels: readonly Box[]
  /** Where one drives in. */
  readonly gate: Point
}

function crossing(s: Seeded): Layout {
  const [x, y] = [s.int(118, 202), s.int(84, 108)]
  return {
    roads: `M0 ${y}H320M${x} 0V200`,
    parcels: [
      [18, 18, x - 30, y - 30],
      [x + 12, 18, 278 - x, y - 30],
      [18, y + 12, x - 30, 164 - y],
      [x + 12, y + 12, 278 - x, 164 - y],
    ],
    gate: [x, 186],
  }
}

function ring(s: Seeded): Layout {
  const [left, right] = [s.int(70, 92), s.int(226, 250)]
  const middle = (left + right) / 2
  return {
    roads: `${roundedPath(left, 34, right - left, 122, 18)}M0 96H${left}M${right} 96H320`,
    parcels: [
      [18, 18, left - 30, 66],
      [18, 108, left - 30, 68],
      [left + 14, 48, middle - left - 20, 94],
      [middle + 6, 48, right - middle - 20, 94],
      [right + 12, 18, 290 - right, 66],
      [right + 12, 108, 290 - right, 68],
    ],
    gate: [8, 96],
  }
}

function streets(s: Seeded): Layout {
  const y = s.int(120, 134)
  const [a, b] = [s.int(96, 116), s.int(198, 222)]
  return {
    roads: `M0 ${y}H320M${a} 0V${y}M${b} 0V${y}`,
    parcels: [
      [18, 18, a - 30, y - 30],
      [a + 12, 18, b - a - 24, y - 30],
      [b + 12, 18, 290 - b, y - 30],
      [18, y + 12, 136, 164 - y],
      [166, y + 12, 136, 164 - y],
    ],
    gate: [312, y],
  }
}

/** Along a river that cuts off the lower right. */
function riverside(s: Seeded): Layout {
  const x = s.int(104, 132)
  return {
    roads: `M${x} 0V200M0 92H${x}M${x} 64H320`,
    parcels: [
      [18, 18, x - 30, 62],
      [18, 104, x - 30, 72],
      [x + 12, 18, 290 - x, 34],
      [x + 12, 76, 150 - x / 2, 62],
    ],
    gate: [x, 8],
  }
}

/** The plan of a whole site, with the building that is to let. */
export function siteplan(s: Seeded): string {
  const kind = s.int(0, 3)
  const { roads, parcels, gate } =
    kind === 0 ? crossing(s) : kind === 1 ? ring(s) : kind === 2 ? streets(s) : riverside(s)
  const open = s.int(0, parcels.length - 1)
  const built = parcels.flatMap((box, at) => (at === open ? [] : buildParcel(s, box)))
  const free = built[s.int(0, built.length - 1)]
  const meadow = parcels[open]
  const letters = built.map(({ at: [x, y] }, index) =>
    words(x, y + 2.5, `${String.fromCharCode(65 + (index % 6))}${Math.floor(index / 6) + 1}`, {
      size: 6.5,
      anchor: 'middle',
    }),
  )
  return [
    kind === 3
      ? shape('M312 92C262 106 266 150 210 156S150 186 150 186H312z', 'tint') +
        line(
          'M312 92C262 106 266 150 210 156S150 186 150 186M300 118c-12 8-18 18-22 30M252 168c12-4 22-4 34 0',
          'accent',
          1,
        )
      : '',
    road(roads),
    meadow === undefined ? '' : green(s, meadow),
    shape(built.map(({ path }) => path).join(''), 'paper', 'ink', 1.3),
    free === undefined ? '' : shape(free.path, 'tint', 'accent', 1.6),
    line(roundedPath(8, 8, 304, 178, 6), 'soft', 1, '7 4'),
    shape(`M${gate[0] - 5} ${gate[1] - 5}h10v10h-10z`, 'accent'),
    meadow === undefined ? '' : line(`M${short(meadow[0] + 11)} ${meadow[1] + 31}v-17m-4 6 4-7 4 7`, 'ink', 1.3),
    ...letters,
  ].join('')
}

/** A floor of laboratories: rooms on both sides of a corridor, a core with stairs and lifts. */
export function floorplan(s: Seeded): string {
  const rooms = s.int(4, 6)
  const core = s.int(1, rooms - 2)
  const free = core === 0 ? 1 : s.int(0, core - 1)
  const cut = 272 / rooms
  const isDeep = s.chance(0.5)
  const [top, bottom] = isDeep ? [86, 114] : [80, 106]
  const xs = range(rooms).map((at) => 24 + at * cut)
  const door = (x: number, y: number, up: boolean) =>
    `M${short(x)} ${y}v${up ? -9 : 9}a9 9 0 0 ${up ? 1 : 0} 9 ${up ? 9 : -9}`
  const benches = xs.flatMap((x, at) =>
    at === core
      ? []
      : [rectPath(x + 7, 32, cut - 14, 6), rectPath(x + 12, 50, cut - 24, 9), rectPath(x + 7, 162, cut - 14, 6)],
  )
  const middle = xs.flatMap((x, at) => (s.chance(0.6) && at !== core ? [rectPath(x + 12, 136, cut - 24, 9)] : []))
  const stairs = xs[core] ?? 24
  return [
    shape(rectPath(24, 24, 272, 152), 'paper', 'ink', 2.2),
    shape(rectPath(xs[free] ?? 24, 24, cut, top - 24), 'tint', 'accent', 1.6),
    line(
      `M24 ${top}H296M24 ${bottom}H296${xs
        .slice(1)
        .map((x) => `M${short(x)} 24V${top}M${short(x)} ${bottom}V176`)
        .join('')}`,
      'ink',
      1.4,
    ),
    shape([...benches, ...middle].join(''), 'faint', 'soft', 0.9),
    line(xs.map((x) => door(x + cut * 0.66, top, true) + door(x + cut * 0.2, bottom, false)).join(''), 'soft', 1),
    shape(rectPath(stairs, 24, cut, top - 24), 'faint', 'ink', 1.2, 0.6),
    line(
      range(6)
        .map((at) => `M${short(stairs + 6)} ${30 + at * 5}h${short(cut * 0.4)}`)
        .join('') +
        rectPath(stairs + cut * 0.6, 32, cut * 0.3, 18) +
        `M${short(stairs + cut * 0.6)} 32l${short(cut * 0.3)} 18m0-18l${short(-cut * 0.3)} 18`,
      'ink',
      1,
    ),
    line(`M36 ${(top + bottom) / 2}H284m-7-4 7 4-7 4`, 'accent', 1.3),
    line('M24 14H296M24 10v8M296 10v8', 'soft', 1),
    dots(
      xs.slice(1).flatMap((x): Point[] => [
        [x, top],
        [x, bottom],
      ]),
      4,
      'ink',
    ),
  ].join('')
}

/** A production building cut open: air handling above, a clean floor, utilities below. */
export function section(s: Seeded): string {
  const tanks = s.int(3, 5)
  const step = 224 / tanks
  const units = s.int(2, 3)
  const upper = s.int(54, 60)
  const lower = s.int(112, 118)
  const marked = s.int(0, tanks - 1)
  return [
    line('M8 180H312', 'ink', 1.6),
    shape(rectPath(36, upper - 2, 248, 182 - upper), 'paper', 'ink', 1.8),
    shape(rectPath(36, upper + 14, 248, lower - upper - 22), 'tint', 'none', 0, 0.7),
    line(`M36 ${upper + 14}H284M36 ${lower - 8}H284M36 ${lower}H284`, 'ink', 1.2),
    ...range(units).map((at) => {
      const x = 56 + at * (208 / units)
      return (
        shape(rectPath(x, upper - 30, 58, 28), 'paper', 'ink', 1.4) +
        line(
          `M${short(x + 19)} ${upper - 30}v28m20-28v28M${short(x + 6)} ${upper - 22}l8 12m0-12l-8 12M${short(x + 46)} ${upper - 16}h6`,
          'soft',
          1,
        ) +
        line(`M${short(x + 29)} ${upper - 2}v16`, 'accent', 2)
      )
    }),
    line(`M44 ${upper + 6}H276`, 'accent', 2),
    line(
      range(9)
        .map((at) => `M${52 + at * 27} ${upper + 14}v8m-3-4 3 4 3-4`)
        .join(''),
      'accent',
      1,
    ),
    ...range(tanks).map((at) => {
      const x = 48 + step * at + (step - 30) / 2
      const [ink, fill] = at === marked ? (['accent', 'tint'] as const) : (['ink', 'paper'] as const)
      return (
        shape(`M${short(x)} ${lower - 36}q15-8 30 0v22q-15 9-30 0z`, fill, ink, 1.3) +
        line(`M${short(x + 15)} ${lower - 40}v-6M${short(x + 15)} ${lower - 9}v14`, ink, 1.2)
      )
    }),
    ...range(tanks).map((at) => {
      const x = 48 + step * at + (step - 34) / 2
      return s.chance(0.5)
        ? shape(rectPath(x, 146, 34, 32), 'faint', 'ink', 1.1) + line(`M${short(x + 6)} 156h22m-22 8h14`, 'soft', 1)
        : shape(`M${short(x)} 142q17-8 34 0v36h-34z`, 'faint', 'ink', 1.1)
    }),
    line(`M46 130H274`, 'soft', 2.4),
    line(`M24 ${upper - 2}v${182 - upper}m-4 0h8m-8-${182 - upper}h8`, 'soft', 1),
    words(288, upper + 26, '洁净区', { size: 7 }),
    words(288, 150, '公用工程', { size: 7 }),
  ].join('')
}

/** Animal rooms between a clean and a return corridor, with locks at both ends. */
export function zones(s: Seeded): string {
  const rooms = s.int(4, 6)
  const lock = s.int(26, 34)
  const cut = (272 - 2 * lock) / rooms
  const free = s.int(0, rooms - 1)
  const xs = range(rooms).map((at) => 24 + lock + at * cut)
  const racks = xs.flatMap((x) => {
    const rows = s.int(3, 4)
    const high = 76 / rows
    return range(rows).flatMap((row) => [
      rectPath(x + 5, 62 + row * high, 9, high - 6),
      rectPath(x + cut - 14, 62 + row * high, 9, high - 6),
    ])
  })
  return [
    shape(rectPath(24, 22, 272, 156), 'paper', 'ink', 2.2),
    shape(rectPath(24, 22, 272, 30), 'tint', 'none', 0, 0.7),
    shape(rectPath(24, 148, 272, 30), 'faint', 'none', 0, 0.7),
    shape(rectPath(xs[free] ?? 24, 52, cut, 96), 'tint', 'accent', 1.6),
    line(
      `M24 52H296M24 148H296M${24 + lock} 52V148M${296 - lock} 52V148M24 100h${lock}m${272 - 2 * lock} 0h${lock}${xs
        .slice(1)
        .map((x) => `M${short(x)} 52v96`)
        .join('')}`,
      'ink',
      1.4,
    ),
    shape(racks.join(''), 'faint', 'soft', 0.9),
    line(xs.map((x) => `M${short(x + cut / 2 - 6)} 52h12M${short(x + cut / 2 - 6)} 148h12`).join(''), 'paper', 2.6),
    line(
      xs.map((x) => `M${short(x + cut / 2)} 46v14m-3-4 3 4 3-4M${short(x + cut / 2)} 140v14m-3-4 3 4 3-4`).join(''),
      'accent',
      1,
    ),
    line('M34 37H284m-7-4 7 4-7 4M286 163H36m7-4-7 4 7 4', 'accent', 1.4),
    words(40, 32, '洁净走廊', { size: 7.5 }),
    words(40, 174, '回风走廊', { size: 7.5 }),
    dots(
      [
        [24 + lock / 2, 76],
        [24 + lock / 2, 124],
        [296 - lock / 2, 76],
        [296 - lock / 2, 124],
      ],
      6,
      'soft',
    ),
  ].join('')
}

/** The front of a research building with the floors that are to let. */
export function front(s: Seeded): string {
  const floors = s.int(5, 7)
  const tall = s.int(18, 20)
  const top = 178 - floors * tall
  const wide = s.int(112, 152)
  const left = s.int(56, 226 - wide)
  const columns = Math.floor((wide - 8) / s.int(15, 21))
  const pitch = (wide - 8) / columns
  const freeFrom = s.int(1, floors - 4)
  const freeFloors = s.int(1, 2)
  const annexFloors = s.int(2, 3)
  const annexRight = left + wide
  const pane = (floor: number, column: number) =>
    rectPath(left + 4 + column * pitch + 2, top + floor * tall + 5, pitch - 4, tall - 9)
  const level = (floor: number) => top + floor * tall
  return [
    line('M8 178H312', 'ink', 1.6),
    shape(rectPath(annexRight, 178 - annexFloors * tall, 62, annexFloors * tall), 'paper', 'ink', 1.4),
    line(
      range(annexFloors)
        .map((at) => `M${annexRight + 6} ${178 - at * tall - 8}h50`)
        .join(''),
      'soft',
      2,
    ),
    shape(rectPath(left, top, wide, floors * tall), 'paper', 'ink', 1.8),
    shape(rectPath(left, level(freeFrom), wide, tall * freeFloors), 'tint', 'accent', 1.6),
    shape(
      range((floors - 1) * columns)
        .map((at) => pane(Math.floor(at / columns), at % columns))
        .join(''),
      'faint',
      'none',
      0,
      0.9,
    ),
    line(
      range(floors - 1)
        .map((at) => `M${left} ${level(at + 1)}h${wide}`)
        .join(''),
      'soft',
      0.9,
    ),
    shape(rectPath(left + wide / 2 - 15, 178 - tall + 2, 30, tall - 2), 'tint', 'accent', 1.3),
    line(`M${short(left + wide / 2)} ${180 - tall}V178M${short(left + wide / 2 - 22)} ${178 - tall}h44`, 'accent', 1.5),
    shape(
      rectPath(left + s.int(8, 20), top - 12, 36, 12) + rectPath(left + wide - 40, top - 9, 26, 9),
      'paper',
      'ink',
      1.3,
    ),
    line(`M${left + wide - 60} ${top}v-20m-6 6h12`, 'ink', 1.3),
    line(`M${left - 12} ${level(freeFrom)}v${tall * freeFloors}m-3 0h6m-6-${tall * freeFloors}h6`, 'accent', 1.3),
    words(left - 18, level(freeFrom) + (tall * freeFloors) / 2 + 3, '可租', { size: 8, anchor: 'end', ink: 'accent' }),
    ...range(3).map((at) => {
      const x = at === 0 ? left - 34 : at === 1 ? annexRight + 72 : left - 14
      const size = s.int(11, 16)
      return (
        line(`M${short(x)} 178v${-size}`, 'soft', 1.5) +
        shape(ellipsePath(x, 178 - size * 1.5, size * 0.6, size * 0.85), 'faint', 'soft', 1)
      )
    }),
  ].join('')
}
