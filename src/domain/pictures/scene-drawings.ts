import {
  circlePath,
  dots,
  ellipsePath,
  line,
  rectPath,
  roundedPath,
  shape,
  short,
  through,
  type Colour,
  range,
} from './pen.ts'
import type { Seeded } from './seeded-numbers.ts'

/** Drawn places of suppliers, 320 × 200: generic rooms and buildings, of nobody in particular. */

type Point = readonly [x: number, y: number]

const tree = (x: number, base: number, size: number): string =>
  line(`M${short(x)} ${base}v${short(-size)}`, 'soft', 1.5) +
  shape(ellipsePath(x, base - size * 1.5, size * 0.62, size * 0.86), 'faint', 'soft', 1)

function person(x: number, base: number, size: number, ink: Colour): string {
  return (
    shape(circlePath(x, base - size * 0.86, size * 0.13), 'paper', ink, 1.4) +
    shape(
      `M${short(x - size * 0.19)} ${short(base)}V${short(base - size * 0.52)}q0-${short(size * 0.16)} ${short(size * 0.19)}-${short(size * 0.16)}t${short(size * 0.19)} ${short(size * 0.16)}V${short(base)}z`,
      ink === 'accent' ? 'tint' : 'paper',
      ink,
      1.4,
    )
  )
}

/** The front of a research building. */
export function building(s: Seeded): string {
  const floors = s.int(3, 6)
  const wide = s.int(120, 176)
  const x = s.int(52, 268 - wide)
  const high = floors * 21 + 8
  const top = 168 - high
  const across = Math.floor(wide / s.int(17, 24))
  const step = (wide - 12) / across
  const wing = s.chance(0.6)
  const lit = range(floors * across).filter(() => s.chance(0.22))
  const pane = (at: number) =>
    rectPath(x + 6 + (at % across) * step + 2, top + 10 + Math.floor(at / across) * 21, step - 4, 12)
  return [
    line('M10 168H310', 'ink', 1.5),
    wing
      ? shape(rectPath(x + wide, 168 - high * 0.5, 56, high * 0.5), 'paper', 'ink', 1.4) +
        line(
          range(3)
            .map((row) => `M${x + wide + 6} ${short(168 - high * 0.5 + 12 + row * 14)}h44`)
            .join(''),
          'soft',
          1,
        )
      : '',
    shape(rectPath(x, top, wide, high), 'paper', 'ink', 1.6),
    shape(
      range((floors - 1) * across)
        .map(pane)
        .join(''),
      'faint',
      'none',
      0,
      0.8,
    ),
    shape(
      lit
        .filter((at) => at < (floors - 1) * across)
        .map(pane)
        .join(''),
      'tint',
      'accent',
      1,
    ),
    shape(rectPath(x + wide / 2 - 16, 144, 32, 24), 'tint', 'accent', 1.4),
    line(`M${short(x + wide / 2)} 144v24M${short(x + wide / 2 - 24)} 140h48`, 'accent', 1.5),
    s.chance(0.5)
      ? shape(rectPath(x + 14, top - 12, 34, 12), 'paper', 'ink', 1.3) +
        line(`M${x + 22} ${top - 12}v-10m12 10v-16`, 'ink', 1.3)
      : line(`M${short(x + wide * 0.7)} ${top}v-22m-8 8h16`, 'ink', 1.3),
    tree(x - 22, 168, s.int(13, 18)),
    tree(x + wide + (wing ? 66 : 22), 168, s.int(11, 17)),
    person(x + wide / 2 - 44, 168, 20, 'ink'),
  ].join('')
}

/** A bench with its equipment. */
export function bench(s: Seeded): string {
  const things = range(s.int(4, 5))
  const step = 232 / things.length
  const marked = s.int(0, things.length - 1)
  return [
    line('M14 178H306', 'soft', 1.25),
    shape(rectPath(30, 26, 260, 44), 'paper', 'soft', 1.2),
    line(
      `M30 48h260${range(4)
        .map((at) => `M${82 + at * 52} 26v44`)
        .join('')}`,
      'soft',
      1,
    ),
    ...range(10).map((at) => {
      const high = s.int(7, 15)
      return shape(
        roundedPath(36 + at * 25 + s.int(0, 5), (at % 2 === 0 ? 47 : 69) - high, 9, high, 2),
        s.chance(0.4) ? 'tint' : 'faint',
        'soft',
        0.9,
      )
    }),
    person(s.int(128, 190), 176, 84, 'ink'),
    shape(rectPath(22, 128, 276, 9), 'paper', 'ink', 1.6),
    shape(rectPath(32, 137, 74, 41) + rectPath(214, 137, 74, 41), 'paper', 'ink', 1.4),
    line('M69 137v41M251 137v41M60 150v10m18-10v10M242 150v10m18-10v10', 'soft', 1.2),
    ...things.map((index) => {
      const x = 44 + step * index
      const on = index === marked
      const ink: Colour = on ? 'accent' : 'ink'
      const fill: Colour = on ? 'tint' : 'paper'
      const kind = (index + s.int(0, 5)) % 5
      if (kind === 0)
        return (
          shape(roundedPath(x, 90, 34, 38, 3), fill, ink, 1.5) +
          line(
            through(range(5).map((at): Point => [x + 6 + at * 5.5, 108 - s.between(0, 10)])) +
              `M${short(x + 6)} 116h14`,
            ink,
            1.2,
          )
        )
      if (kind === 1)
        return (
          shape(`M${short(x + 12)} 88v14l-12 22q-2 4 3 4h24q5 0 3-4l-12-22v-14z`, fill, ink, 1.5) +
          line(`M${short(x + 9)} 88h12M${short(x + 5)} 116h20`, ink, 1.3)
        )
      if (kind === 2)
        return (
          line(`M${short(x + 4)} 128h26m-6 0q10-14 0-26m-3 6-14-18m-4 6 10-8`, ink, 2.2) +
          shape(rectPath(x + 2, 114, 18, 4), fill, ink, 1.2)
        )
      if (kind === 3)
        return (
          shape(roundedPath(x + 2, 104, 32, 24, 2), fill, ink, 1.4) +
          line(
            range(5)
              .map((at) => `M${short(x + 7 + at * 5.6)} 104v-10`)
              .join(''),
            ink,
            3,
          )
        )
      return (
        shape(
          roundedPath(x, 82, 38, 13, 2) + roundedPath(x, 97, 38, 13, 2) + roundedPath(x, 112, 38, 16, 2),
          fill,
          ink,
          1.4,
        ) +
        dots(
          [
            [x + 31, 88.5],
            [x + 31, 103.5],
            [x + 31, 120],
          ],
          4,
          ink,
        )
      )
    }),
  ].join('')
}

/** A plant of vessels on a platform. */
export function plant(s: Seeded): string {
  const count = s.int(3, 5)
  const step = 252 / count
  const marked = s.int(0, count - 1)
  const platform = s.int(112, 122)
  return [
    line('M10 180H310', 'ink', 1.5),
    line(
      `M22 ${platform}H298M26 ${platform}v${180 - platform}M294 ${platform}v${180 - platform}M160 ${platform}v${180 - platform}`,
      'ink',
      2,
    ),
    line(
      `M22 ${platform - 18}H298${range(12)
        .map((at) => `M${26 + at * 24} ${platform - 18}v18`)
        .join('')}`,
      'soft',
      1,
    ),
    line(`M24 ${s.int(24, 30)}H296`, 'soft', 3),
    ...range(count).map((index) => {
      const wide = Math.min(48, step - s.int(12, 20))
      const x = 34 + step * (index + 0.5) - wide / 2
      const on = index === marked
      const tall = s.int(0, 12)
      const level = platform + s.int(2, 16)
      return [
        shape(
          `M${short(x)} ${62 - tall}q${short(wide / 2)}-18 ${short(wide)} 0v78q${short(-wide / 2)} 24 ${short(-wide)} 0z`,
          'paper',
        ),
        shape(
          `M${short(x)} ${level}h${short(wide)}V${140 - tall}q${short(-wide / 2)} 24 ${short(-wide)} 0z`,
          on ? 'tint' : 'faint',
        ),
        line(
          `M${short(x)} ${62 - tall}q${short(wide / 2)}-18 ${short(wide)} 0v78q${short(-wide / 2)} 24 ${short(-wide)} 0z`,
          on ? 'accent' : 'ink',
          1.6,
        ),
        line(`M${short(x + wide / 2)} ${53 - tall}V28`, on ? 'accent' : 'soft', 1.8),
        shape(circlePath(x + wide / 2, 88, 5), 'paper', on ? 'accent' : 'ink', 1.3),
        line(`M${short(x + wide / 2)} ${152 - tall}V168h${short(step * 0.4)}`, on ? 'accent' : 'soft', 1.6),
      ].join('')
    }),
    person(s.int(40, 280), platform, 24, 'ink'),
    person(s.int(40, 280), 180, 26, 'accent'),
  ].join('')
}

/** A clean room seen along its corridor. */
export function cleanRoom(s: Seeded): string {
  const vp = s.int(140, 180)
  const [x0, y0, x1, y1] = [vp - 58, 64, vp + 58, 132]
  const rows = s.int(2, 3)
  return [
    shape(rectPath(14, 16, 292, 168), 'paper', 'ink', 1.5),
    shape(`M14 184L${x0} ${y1}H${x1}L306 184z`, 'faint', 'none', 0, 0.55),
    line(`M14 16L${x0} ${y0}M306 16L${x1} ${y0}M14 184L${x0} ${y1}M306 184L${x1} ${y1}`, 'soft', 1.2),
    shape(rectPath(x0, y0, x1 - x0, y1 - y0), 'paper', 'ink', 1.4),
    shape(rectPath(vp - 16, 84, 32, 48), 'tint', 'accent', 1.4),
    line(`M${vp} 84v48M${vp - 5} 108h2m6 0h2`, 'accent', 1.4),
    ...range(rows).map((row) => {
      const t = (row + 0.4) / (rows + 0.4)
      const y = 16 + (y0 - 16) * t
      const half = 146 + (58 - 146) * t
      return shape(
        `M${short(vp + (160 - vp) * (1 - t) - half * 0.5)} ${short(y)}h${short(half)}l${short(-half * 0.06)} 7h${short(-half * 0.88)}z`,
        'tint',
        'soft',
        1,
      )
    }),
    ...range(3).map((at) => {
      const t = at / 3
      const x = 14 + (x0 - 14) * (t + 0.08)
      const high = 96 * (1 - t * 0.5)
      const y = 100 - high / 2
      const wide = (x0 - 14) * 0.22
      return shape(
        `M${short(x)} ${short(y)}l${short(wide)} ${short(high * 0.08)}v${short(high * 0.5)}l${short(-wide)} ${short(high * 0.02)}z`,
        'tint',
        'soft',
        1,
      )
    }),
    ...range(2).map((at) => {
      const t = at * 0.42
      const x = 296 - (300 - x1) * (t + 0.42)
      const size = 66 * (1 - t)
      return (
        shape(rectPath(x, 158 - t * 44 - size * 0.62, size * 0.62, size * 0.62), 'paper', 'ink', 1.4) +
        line(`M${short(x + 5)} ${short(158 - t * 44 - size * 0.4)}h${short(size * 0.4)}`, 'accent', 1.5)
      )
    }),
    person(s.int(76, 112), 176, 60, 'accent'),
  ].join('')
}

/** Racks of cages with somebody who looks after them. */
export function animalRoom(s: Seeded): string {
  const racks = s.int(2, 3)
  const step = 214 / racks
  const rows = s.int(4, 5)
  const high = 132 / rows
  return [
    line('M10 182H310', 'ink', 1.5),
    shape(roundedPath(86, 12, 150, 12, 3), 'tint', 'soft', 1),
    ...range(racks).map((rack) => {
      const x = 26 + step * rack
      const wide = step - 16
      const across = Math.max(2, Math.floor(wide / 32))
      const cell = (wide - 6) / across
      return [
        shape(rectPath(x, 38, wide, 138), 'paper', 'ink', 1.6),
        shape(
          range(rows)
            .flatMap((row) =>
              range(across)
                .filter(() => s.chance(0.92))
                .map(
                  (at) =>
                    `M${short(x + 4 + at * cell)} ${short(42 + row * high + 8)}h${short(cell - 3)}l-2 ${short(high - 12)}h${short(7 - cell)}z`,
                ),
            )
            .join(''),
          'faint',
          'soft',
          1,
        ),
        line(
          range(rows)
            .map((row) => `M${short(x)} ${short(42 + (row + 1) * high - 1)}h${short(wide)}`)
            .join(''),
          'ink',
          1.2,
        ),
        dots(
          range(s.int(3, 5)).map((): Point => [x + 10 + s.int(0, across - 1) * cell, 54 + s.int(0, rows - 1) * high]),
          4,
          'accent',
        ),
        dots(
          [
            [x + 6, 180],
            [x + wide - 6, 180],
          ],
          5,
          'ink',
        ),
      ].join('')
    }),
    person(s.int(262, 282), 182, 84, 'accent'),
    shape(rectPath(236, 152, 20, 26), 'paper', 'ink', 1.3),
  ].join('')
}

/** People at desks before a wall of documents. */
export function office(s: Seeded): string {
  const desks = s.int(2, 3)
  const step = 268 / desks
  return [
    line('M10 180H310', 'ink', 1.5),
    shape(rectPath(24, 24, s.int(96, 130), 66), 'tint', 'soft', 1.2),
    line('M24 57h100M74 24v66', 'soft', 1),
    shape(rectPath(176, 20, 122, 74), 'paper', 'ink', 1.4),
    line('M176 44h122m0 25H176', 'ink', 1.1),
    ...range(18).map((at) => {
      const row = at % 3
      const x = 181 + Math.floor(at / 3) * 19 + s.int(0, 4)
      const high = s.int(13, 20)
      return shape(
        rectPath(x, [43, 68, 93][row] ?? 43, s.int(6, 9), -high),
        s.chance(0.3) ? 'accent' : s.chance(0.5) ? 'tint' : 'faint',
        'soft',
        0.9,
      )
    }),
    ...range(desks).map((desk) => {
      const x = 30 + step * desk
      return [
        person(x + step * 0.36, 152, 54, desk === 0 ? 'accent' : 'ink'),
        shape(rectPath(x, 138, step - 22, 7), 'paper', 'ink', 1.5),
        line(`M${short(x + 6)} 145v35M${short(x + step - 28)} 145v35`, 'ink', 1.5),
        shape(roundedPath(x + step * 0.5, 112, 32, 22, 2), 'paper', 'ink', 1.4),
        line(`M${short(x + step * 0.5 + 16)} 134v4M${short(x + step * 0.5 + 6)} 128l5-6 5 3 8-8`, 'accent', 1.4),
      ].join('')
    }),
  ].join('')
}

/** A store of goods with its shelves. */
export function store(s: Seeded): string {
  const bays = s.int(3, 4)
  const step = 226 / bays
  return [
    line('M10 180H310', 'ink', 1.5),
    line(`M24 28L160 10 296 28`, 'soft', 1.4),
    ...range(bays + 1).map((bay) => line(`M${short(24 + step * bay)} 38v142`, 'ink', 2)),
    ...range(3).map((row) => line(`M24 ${80 + row * 44}H250`, 'ink', 1.6)),
    ...range(bays * 3).map((at) => {
      const x = 28 + step * (at % bays)
      const base = 79 + Math.floor(at / bays) * 44
      const boxes = s.int(1, 2)
      return range(boxes)
        .map((box) => {
          const wide = (step - 12) / boxes - 3
          const high = s.int(18, 32)
          const bx = x + box * (wide + 4)
          return s.chance(0.25)
            ? shape(
                `M${short(bx)} ${base - high}V${base}h${short(wide)}v${-high}q${short(-wide / 2)}-7 ${short(-wide)} 0z`,
                'tint',
                'accent',
                1.2,
              )
            : shape(rectPath(bx, base - high, wide, high), s.chance(0.3) ? 'tint' : 'paper', 'soft', 1.1) +
                line(`M${short(bx + wide / 2)} ${base - high}v${short(high * 0.36)}`, 'soft', 1)
        })
        .join('')
    }),
    shape('M262 150h22v22h-22z', 'tint', 'accent', 1.5),
    line('M258 176h40M290 176V120m0 20h-8M264 176v4m26-4v4', 'ink', 1.8),
  ].join('')
}
