import {
  circlePath,
  colour,
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

/** Drawings of goods, 240 × 240: what such goods look like, with blank labels. */

type Point = readonly [x: number, y: number]

/** Lines of print on a label, without words. */
const print = (s: Seeded, x: number, y: number, wide: number, rows: number, gap = 9): string =>
  range(rows)
    .map((row) => `M${short(x)} ${short(y + row * gap)}h${short(wide * (row === 0 ? 0.6 : s.between(0.45, 1)))}`)
    .join('')

/** A label with a bar, a code or a sign. */
function label(s: Seeded, x: number, y: number, wide: number, high: number): string {
  const kind = s.int(0, 3)
  const rows = Math.max(2, Math.floor((high - 14) / 10))
  return [
    shape(rectPath(x, y, wide, high), kind === 1 ? 'paper' : 'tint', 'accent', 1.75),
    kind === 1 ? shape(rectPath(x, y, wide, 11), 'accent') : '',
    line(
      print(s, x + 8, y + (kind === 1 ? 21 : 12), wide - 16 - (kind === 2 ? 18 : 0), kind === 1 ? rows - 1 : rows),
      'ink',
      1.5,
    ),
    kind === 2 ? shape(`M${short(x + wide - 16)} ${short(y + 8)}l8 8-8 8-8-8z`, 'paper', 'accent', 1.5) : '',
    kind === 3
      ? line(
          range(9)
            .map((at) => `M${short(x + 9 + (at * (wide - 18)) / 8)} ${short(y + high - 14)}v8`)
            .join(''),
          'ink',
          1.5,
        )
      : '',
  ].join('')
}

const cap = (s: Seeded, x: number, y: number, wide: number, high: number, fill: Colour = 'paper'): string =>
  shape(roundedPath(x, y, wide, high, Math.min(4, high / 3)), fill, 'ink', 2) +
  (s.chance(0.7)
    ? line(
        range(Math.floor(wide / 8) - 1)
          .map((at) => `M${short(x + 8 + at * 8)} ${short(y + 3)}v${short(high - 6)}`)
          .join(''),
        'ink',
        1.25,
      )
    : '')

/** Reagent bottles, narrow, wide or square. */
export function bottle(s: Seeded): string {
  const wide = s.between(70, 108)
  const high = s.between(108, 136)
  const neck = wide * s.between(0.36, 0.62)
  const count = s.chance(0.25) ? 2 : 1
  return range(count)
    .map((index) => {
      const scale = count === 2 ? (index === 0 ? 0.82 : 0.66) : 1
      const [w, h, n] = [wide * scale, high * scale, neck * scale]
      const x = (count === 2 ? (index === 0 ? 82 : 168) : 120) - w / 2
      const bottom = 208
      const top = bottom - h
      const shoulder = s.between(10, 26) * scale
      const [nl, nr] = [x + w / 2 - n / 2, x + w / 2 + n / 2]
      const body = `M${short(x)} ${short(bottom - 8)}V${short(top + shoulder)}C${short(x)} ${short(top)} ${short(nl)} ${short(top + 6)} ${short(nl)} ${short(top - 10 * scale)}H${short(nr)}C${short(nr)} ${short(top + 6)} ${short(x + w)} ${short(top)} ${short(x + w)} ${short(top + shoulder)}V${short(bottom - 8)}q0 8-8 8H${short(x + 8)}q-8 0-8-8z`
      const level = top + shoulder + s.between(2, h * 0.2)
      const full = s.chance(0.6)
      return [
        shape(body, 'paper'),
        full
          ? shape(
              `M${short(x + 1)} ${short(level)}h${short(w - 2)}V${short(bottom - 8)}q0 7-8 7H${short(x + 9)}q-8 0-8-7z`,
              s.chance(0.6) ? 'faint' : 'tint',
              'none',
              0,
              0.8,
            )
          : '',
        line(body, 'ink', 2),
        cap(s, nl - 4, top - 10 * scale - 26 * scale, n + 8, 24 * scale, s.chance(0.35) ? 'tint' : 'paper'),
        label(s, x + 1, top + h * 0.34, w - 2, h * 0.46),
      ].join('')
    })
    .join('')
}

/** One to three small bottles with a crimped or screwed cap. */
export function vial(s: Seeded): string {
  const count = s.int(1, 3)
  const wide = count === 1 ? s.between(58, 76) : count === 2 ? s.between(46, 56) : s.between(36, 44)
  const high = wide * s.between(1.5, 2.1)
  const gap = wide + s.between(12, 20)
  const crimp = s.chance(0.5)
  const powder = s.chance(0.45)
  const marked = s.int(0, count - 1)
  return (
    (count > 1 && s.chance(0.4)
      ? shape(roundedPath(120 - (gap * count) / 2 - 6, 168, gap * count + 12, 40, 5), 'paper', 'soft', 1.5)
      : line('M40 206H200', 'soft', 1.25)) +
    range(count)
      .map((index) => {
        const x = 120 + gap * (index - (count - 1) / 2) - wide / 2
        const top = 204 - high
        const neck = wide * 0.56
        const nl = x + (wide - neck) / 2
        const body = `M${short(x)} 198V${short(top + 14)}q0-10 ${short((wide - neck) / 2)}-14v-10h${short(neck)}v10q${short((wide - neck) / 2)} 4 ${short((wide - neck) / 2)} 14V198q0 6-6 6H${short(x + 6)}q-6 0-6-6z`
        const level = powder ? 204 - high * s.between(0.14, 0.24) : 204 - high * s.between(0.42, 0.66)
        return [
          shape(body, 'paper'),
          shape(
            powder
              ? `M${short(x + 2)} ${short(level + 6)}q${short(wide / 2)} -14 ${short(wide - 4)} 0V198q0 5-5 5H${short(x + 7)}q-5 0-5-5z`
              : `M${short(x + 1)} ${short(level)}h${short(wide - 2)}V198q0 5-5 5H${short(x + 6)}q-5 0-5-5z`,
            index === marked ? 'tint' : 'faint',
            'none',
            0,
            0.9,
          ),
          line(body, 'ink', 2),
          crimp
            ? shape(
                `M${short(nl - 4)} ${short(top - 10)}v-12h${short(neck + 8)}v12z`,
                index === marked ? 'accent' : 'soft',
                'ink',
                1.75,
              ) + shape(rectPath(nl + 3, top - 30, neck - 6, 8), 'paper', 'ink', 1.75)
            : cap(s, nl - 4, top - 30, neck + 8, 20, index === marked ? 'tint' : 'paper'),
          label(s, x + 0.5, top + high * 0.3, wide - 1, high * 0.38),
        ].join('')
      })
      .join('')
  )
}

/** Sealed glass ampoules. */
export function ampoule(s: Seeded): string {
  const count = s.int(2, 4)
  const gap = 148 / count
  const wide = Math.min(34, gap * 0.64)
  const marked = s.int(0, count - 1)
  return (
    line('M40 206H200', 'soft', 1.25) +
    range(count)
      .map((index) => {
        const cx = 120 + gap * (index - (count - 1) / 2)
        const r = wide / 2
        const body = `M${short(cx - r)} 198V108q0-10 ${short(r - 5)}-16q-3-4 0-8q-2-10 1-28q1-12 4-12t4 12q3 18 1 28q3 4 0 8q${short(r - 5)} 6 ${short(r - 5)} 16v90q0 6-6 6h${short(12 - wide)}q-6 0-6-6z`
        return (
          shape(body, 'paper') +
          shape(
            `M${short(cx - r + 1)} ${s.int(118, 150)}h${short(wide - 2)}V198q0 5-5 5h${short(12 - wide)}q-5 0-5-5z`,
            index === marked ? 'tint' : 'faint',
            'none',
            0,
            0.9,
          ) +
          line(body, index === marked ? 'accent' : 'ink', 1.9) +
          line(`M${short(cx - 7)} 86h14`, 'accent', 2) +
          line(print(s, cx - r + 6, 162, wide - 12, 3, 8), 'ink', 1.25)
        )
      })
      .join('')
  )
}

/** A chromatography column, level or upright, alone or with a guard. */
export function column(s: Seeded): string {
  const turn = s.pick(-32, -18, 0, 24, 38, 90)
  const long = s.between(120, 158)
  const thick = s.between(18, 32)
  const x = 120 - long / 2
  const y = 120 - thick / 2
  const guard = s.chance(0.35)
  const nuts = (at: number) =>
    shape(roundedPath(at, 120 - thick * 0.72, 18, thick * 1.44, 3), 'paper', 'ink', 2) +
    line(
      `M${short(at + 6)} ${short(120 - thick * 0.6)}v${short(thick * 1.2)}M${short(at + 12)} ${short(120 - thick * 0.6)}v${short(thick * 1.2)}`,
      'soft',
      1.25,
    )
  return `<g transform="rotate(${turn} 120 120)">${[
    line(`M${short(x - 38)} 120H${short(x + long + 38)}`, 'ink', 4),
    shape(rectPath(x, y, long, thick), 'paper', 'ink', 2),
    nuts(x - 14),
    nuts(x + long - 4),
    shape(rectPath(x + long * 0.24, y, long * 0.42, thick), 'tint', 'accent', 1.75),
    line(print(s, x + long * 0.28, y + thick * 0.3, long * 0.34, thick > 24 ? 3 : 2, thick * 0.25), 'ink', 1.25),
    line(
      `M${short(x + long * 0.74)} ${short(120 + thick / 2 + 9)}h${short(long * 0.18)}m-5-3.5 5 3.5-5 3.5`,
      'accent',
      1.75,
    ),
    guard ? shape(roundedPath(x - 34, 120 - thick * 0.42, 16, thick * 0.84, 2), 'tint', 'ink', 1.75) : '',
    s.chance(0.4)
      ? `<g transform="translate(0 ${short(thick * 1.9)})">${line(`M${short(x - 20)} 120H${short(x + long * 0.7)}`, 'soft', 3)}${shape(rectPath(x, y + thick * 0.2, long * 0.5, thick * 0.6), 'paper', 'soft', 1.5)}</g>`
      : '',
  ].join('')}</g>`
}

/** A plate with 6, 24 or 96 wells. */
export function plate(s: Seeded): string {
  const [rows, across] = s.pick<readonly [number, number]>([8, 12], [4, 6], [2, 3], [6, 9])
  const [w, h] = [176, 118]
  const lid = s.chance(0.4)
  const y = lid ? 84 : 62
  const [dx, dy] = [(w - 16) / across, (h - 14) / rows]
  const size = Math.min(dx, dy) * 0.78
  const all = range(rows).flatMap((row) =>
    range(across).map((at): Point => [40 + dx * (at + 0.5), y + 7 + dy * (row + 0.5)]),
  )
  const edge = s.int(0, 2)
  const some = all.filter(([px, py]) =>
    edge === 0 ? px < 32 + w * 0.35 : edge === 1 ? py > y + h * 0.6 : s.chance(0.3),
  )
  return [
    lid ? shape(`M44 50H204l10 22H52z`, 'paper', 'soft', 1.5) : '',
    shape(roundedPath(32, y, w, h, 8), 'paper', 'ink', 2),
    line(`M32 ${y + h - 4}v10q0 6 6 6H202q6 0 6-6v-10`, 'ink', 1.75),
    dots(all, size, 'soft'),
    dots(all, size - 2, 'paper'),
    dots(some, size - 2, s.chance(0.3) ? 'accent' : 'tint'),
    s.chance(0.5) ? label(s, 56, y + h + 18, 60, 26) : '',
  ].join('')
}

/** A box of reagents with what is in it. */
export function kit(s: Seeded): string {
  const count = s.int(3, 6)
  const step = 132 / count
  const open = s.chance(0.6)
  const wide = Math.min(24, step - 5)
  return [
    open ? shape('M42 112l14-34h128l14 34z', 'paper', 'ink', 2) : '',
    ...range(count).map((index) => {
      const x = 54 + step * (index + 0.5) - wide / 2
      const high = s.between(28, 48)
      const on = index % 2 === 0
      return (
        shape(roundedPath(x, 112 - high, wide, high + 6, 3), on ? 'tint' : 'paper', on ? 'accent' : 'ink', 1.75) +
        shape(roundedPath(x + 2, 104 - high, wide - 4, 9, 2), on ? 'accent' : 'paper', 'ink', 1.5)
      )
    }),
    shape(rectPath(38, 112, 164, 82), 'paper', 'ink', 2),
    s.chance(0.5)
      ? shape(rectPath(38, 112, 164, 16), 'tint') + line('M38 128h164', 'accent', 1.5)
      : shape('M38 112h40l-26 82H38z', 'tint'),
    label(s, s.pick(58, 88, 112), 138, 74, 42),
    s.chance(0.4)
      ? shape(roundedPath(150, 176, 64, 32, 3), 'paper', 'ink', 1.75) +
        dots(
          range(4).flatMap((at) => [0, 1].map((row): Point => [160 + at * 14, 186 + row * 12])),
          7,
          'tint',
        )
      : '',
  ].join('')
}

/** Small tubes with a snap or screw cap. */
export function tube(s: Seeded): string {
  const count = s.int(1, 3)
  const wide = count === 1 ? 62 : count === 2 ? 46 : 36
  const gap = wide + 18
  const long = s.between(96, 134)
  const screw = s.chance(0.6)
  const marked = s.int(0, count - 1)
  return range(count)
    .map((index) => {
      const x = 120 + gap * (index - (count - 1) / 2) - wide / 2
      const top = 78
      const body = `M${short(x)} ${top}h${wide}v${short(long * 0.56)}l${short(-wide * 0.34)} ${short(long * 0.4)}q${short(-wide * 0.16)} 8 ${short(-wide * 0.32)} 0L${short(x)} ${short(top + long * 0.56)}z`
      const level = top + long * s.between(0.28, 0.5)
      const liquid = `M${short(x + 1)} ${short(level)}h${wide - 2}V${short(top + long * 0.56)}l${short(-wide * 0.33)} ${short(long * 0.38)}q${short(-wide * 0.16)} 8 ${short(-wide * 0.32)} 0L${short(x + 1)} ${short(top + long * 0.56)}z`
      return [
        shape(body, 'paper'),
        shape(liquid, index === marked ? 'tint' : 'faint', 'none', 0, 0.9),
        line(body, index === marked ? 'accent' : 'ink', 2),
        screw
          ? cap(s, x - 4, top - 32, wide + 8, 30, index === marked ? 'tint' : 'paper')
          : shape(roundedPath(x - 5, top - 14, wide + 10, 12, 3), index === marked ? 'tint' : 'paper', 'ink', 2) +
            line(`M${short(x + wide + 5)} ${top - 8}q14-4 10-22`, 'ink', 2),
        line(
          range(4)
            .map((at) => `M${short(x + wide)} ${short(top + 14 + at * long * 0.12)}h${at % 2 === 0 ? -12 : -7}`)
            .join(''),
          'soft',
          1.25,
        ),
      ].join('')
    })
    .join('')
}

/** Pipettes with one tip or eight. */
export function pipette(s: Seeded): string {
  const many = s.chance(0.35)
  const turn = s.int(-32, 32)
  const tips = many
    ? range(8)
        .map((at) => `M${85 + at * 10} 176l1.6 26h1.8l1.6-26z`)
        .join('')
    : 'M112 172l5 38h6l5-38z'
  return `<g transform="rotate(${turn} 120 120)">${[
    shape(roundedPath(108, 20, 24, 16, 5), 'accent', 'ink', 1.75),
    line('M120 36v14', 'ink', 3),
    shape('M98 50h44q6 0 6 8l-6 52q-2 8-8 8h-28q-6 0-8-8l-6-52q0-8 6-8z', 'paper', 'ink', 2),
    shape(roundedPath(108, 66, 24, 34, 3), 'tint', 'accent', 1.75),
    line(`M113 ${s.int(74, 78)}h14m-14 9h14m-14 9h14`, 'ink', 1.5),
    shape(many ? 'M112 118h16v24h32v22H80v-22h32z' : 'M110 118h20l-4 54h-12z', 'paper', 'ink', 2),
    shape(tips, 'tint', 'ink', 1.25),
    line('M98 54q-16 4-14 22', 'ink', 2.5),
  ].join('')}</g>`
}

/** A rack of tips. */
export function tips(s: Seeded): string {
  const across = s.int(7, 10)
  const step = 144 / across
  const gone = s.int(0, across - 2)
  return [
    s.chance(0.6) ? shape('M46 92l8-44h132l8 44z', 'paper', 'soft', 1.5) : '',
    ...range(3).map((row) =>
      shape(
        range(across)
          .filter((at) => row > 0 || at >= gone)
          .map((at) => {
            const x = 48 + step * (at + 0.2) + row * 2
            return `M${short(x)} ${88 + row * 10}h${short(step * 0.52)}l${short(-step * 0.14)}-22h${short(-step * 0.24)}z`
          })
          .join(''),
        row === 2 ? 'tint' : 'paper',
        row === 2 ? 'accent' : 'soft',
        1.25,
      ),
    ),
    shape(roundedPath(36, 108, 168, 84, 8), 'paper', 'ink', 2),
    line('M36 124h168', 'ink', 1.5),
    label(s, s.pick(60, 84, 104), 138, 72, 38),
  ].join('')
}

/** Flasks: for culture, conical, round. */
export function flask(s: Seeded): string {
  const kind = s.int(0, 2)
  const level = s.int(128, 158)
  if (kind === 0)
    return [
      shape('M58 204V112l34-38V52h32v22l58 30v100z', 'paper', 'ink', 2),
      shape(`M59 ${level + 16}h122V203H59z`, s.pick('tint', 'faint')),
      line('M58 204V112l34-38V52h32v22l58 30v100z', 'ink', 2),
      cap(s, 86, 30, 44, 22, 'tint'),
      label(s, 96, 118, 62, 36),
      line(
        range(4)
          .map((at) => `M66 ${132 + at * 15}h10`)
          .join(''),
        'soft',
        1.25,
      ),
    ].join('')
  if (kind === 1)
    return [
      shape('M102 46v52L56 190q-6 14 10 14H174q16 0 10-14L138 98V46z', 'paper'),
      shape(
        `M${short(102 - (level - 98) * 0.5)} ${level}h${short(36 + (level - 98))}L184 190q6 14-10 14H66q-16 0-10-14z`,
        'tint',
      ),
      line('M102 46v52L56 190q-6 14 10 14H174q16 0 10-14L138 98V46M96 46h48', 'ink', 2),
      line(
        range(4)
          .map((at) => `M${short(92 - at * 8)} ${124 + at * 17}h14`)
          .join(''),
        'soft',
        1.5,
      ),
      dots(
        range(s.int(3, 6)).map((): Point => [s.between(88, 150), s.between(level + 10, 194)]),
        6,
        'accent',
      ),
      s.chance(0.5) ? label(s, 104, 150, 46, 30) : '',
    ].join('')
  return [
    shape(circlePath(120, 144, 58), 'paper'),
    shape(
      `M${short(120 - Math.sqrt(58 ** 2 - (level - 144) ** 2))} ${level}A58 58 0 0 0 ${short(120 + Math.sqrt(58 ** 2 - (level - 144) ** 2))} ${level}z`,
      'tint',
    ),
    line('M108 87V40h24v47a58 58 0 1 1-24 0zM102 40h36', 'ink', 2),
    line('M92 96 74 58l14-8 20 40', 'ink', 2),
    shape(ellipsePath(120, 206, 62, 7), 'paper', 'soft', 1.5),
    dots(
      range(s.int(3, 5)).map((): Point => [s.between(90, 150), s.between(level + 8, 186)]),
      6,
      'accent',
    ),
  ].join('')
}

/** Dishes with colonies or a layer of cells. */
export function dish(s: Seeded): string {
  const count = s.int(1, 2)
  return range(count)
    .map((index) => {
      const [cx, cy, r] = count === 1 ? [120, 122, 82] : index === 0 ? [96, 98, 60] : [148, 150, 54]
      const colonies = range(s.int(9, 22)).map((): Point => {
        const [angle, away] = [s.between(0, 6.28), Math.sqrt(s.between(0, 1)) * r * 0.78]
        return [cx + Math.cos(angle) * away, cy + Math.sin(angle) * away]
      })
      const some = colonies.filter((_, at) => at % 4 === 0)
      return (
        shape(circlePath(cx, cy, r), 'paper', 'ink', 2) +
        shape(circlePath(cx, cy, r - 7), 'tint', 'soft', 1.25, 0.7) +
        (s.chance(0.5)
          ? dots(colonies, s.between(6, 10), 'soft')
          : line(colonies.map(([x, y]) => ellipsePath(x, y, s.between(4, 8), 3)).join(''), 'soft', 1.25)) +
        dots(some, 8, 'accent') +
        line(
          `M${short(cx - r * 0.6)} ${short(cy - r * 0.6)}a${short(r * 0.85)} ${short(r * 0.85)} 0 0 1 ${short(r * 0.5)} ${short(-r * 0.24)}`,
          'faint',
          3,
        )
      )
    })
    .join('')
}

/** Bags of plasma or medium. */
export function bag(s: Seeded): string {
  const wide = s.between(86, 108)
  const x = 120 - wide / 2
  const level = s.int(84, 116)
  const ports = s.int(1, 3)
  return [
    line('M104 34q16-14 32 0', 'ink', 2),
    shape(
      `M${short(x)} 62q0-16 16-16H${short(x + wide - 16)}q16 0 16 16V172q0 18-18 18H${short(x + 18)}q-18 0-18-18z`,
      'paper',
    ),
    shape(
      `M${short(x + 2)} ${level}q${short(wide / 4)} 7 ${short(wide / 2)} 0t${short(wide / 2 - 4)} 0V172q0 16-16 16H${short(x + 18)}q-16 0-16-16z`,
      s.pick('tint', 'tint', 'faint'),
    ),
    line(
      `M${short(x)} 62q0-16 16-16H${short(x + wide - 16)}q16 0 16 16V172q0 18-18 18H${short(x + 18)}q-18 0-18-18z`,
      'ink',
      2,
    ),
    line(
      range(ports)
        .map((at) => `M${short(120 + (at - (ports - 1) / 2) * 24)} 190v${at % 2 === 0 ? 26 : 18}`)
        .join(''),
      'ink',
      4,
    ),
    label(s, x + 14, 118, wide - 28, 46),
  ].join('')
}

/** Drums, cartons and sacks of raw material. */
export function drum(s: Seeded): string {
  const kind = s.int(0, 2)
  if (kind === 0) {
    const wide = s.between(96, 118)
    const x = 120 - wide / 2
    return [
      shape(`M${short(x)} 60V194q${short(wide / 2)} 22 ${short(wide)} 0V60z`, 'paper', 'ink', 2),
      shape(ellipsePath(120, 60, wide / 2, 14), s.pick('paper', 'tint'), 'ink', 2),
      line(
        `M${short(x)} 96q${short(wide / 2)} 22 ${short(wide)} 0M${short(x)} 166q${short(wide / 2)} 22 ${short(wide)} 0M${short(x)} 74q${short(wide / 2)} 22 ${short(wide)} 0`,
        'soft',
        1.5,
      ),
      label(s, 120 - wide * 0.3, 120, wide * 0.6, 44),
    ].join('')
  }
  if (kind === 1)
    return [
      shape('M60 54q60 14 120 0l8 12v126q-68 16-136 0V66z', 'paper', 'ink', 2),
      line('M60 54q60 14 120 0M56 74q64 14 128 0', 'ink', 1.75),
      line('M66 62h108', 'soft', 1.5, '5 4'),
      label(s, 82, s.between(100, 114), 76, s.between(46, 60)),
      line('M64 92q6 40 0 84M176 92q-6 40 0 84', 'faint', 2),
    ].join('')
  return [
    shape('M48 92l72-28 72 28v84l-72 30-72-30z', 'paper', 'ink', 2),
    shape('M48 92l72 28v86l-72-30z', 'tint'),
    line('M48 92l72 28 72-28M120 120v86M84 78l72 28v22', 'ink', 1.75),
    line(`M136 ${s.int(140, 152)}l${s.int(22, 40)}-15M136 164l${s.int(14, 34)}-11`, 'soft', 1.75),
  ].join('')
}

/** A tower of modules, as of liquid chromatography. */
export function tower(s: Seeded): string {
  const units = s.int(3, 5)
  const high = 150 / units
  const main = s.int(0, units - 1)
  return [
    range(units)
      .map((unit) => {
        const y = 54 + high * unit
        return (
          shape(
            roundedPath(58, y, 112, high - 4, 4),
            unit === main ? 'tint' : 'paper',
            unit === main ? 'accent' : 'ink',
            2,
          ) +
          line(`M68 ${short(y + high / 2 - 2)}h${s.int(26, 56)}`, 'soft', 1.75) +
          dots([[158, y + high / 2 - 2]], 6, unit === main ? 'accent' : 'soft')
        )
      })
      .join(''),
    range(s.int(2, 4))
      .map((at) => shape(roundedPath(70 + at * 24, 30, 15, 22, 3), at === 1 ? 'tint' : 'paper', 'ink', 1.75))
      .join(''),
    line(`M170 ${s.int(80, 100)}h14v${s.int(60, 90)}h-14`, 'accent', 1.75),
    line('M40 206H200', 'soft', 1.5),
  ].join('')
}

/** A benchtop instrument with its screen. */
export function analyser(s: Seeded): string {
  return [
    shape(roundedPath(36, 78, 168, 112, 10), 'paper', 'ink', 2),
    shape(roundedPath(52, 94, 76, 52, 4), 'tint', 'accent', 1.75),
    line(through(range(8).map((at): Point => [58 + at * 9, 136 - s.between(2, 32)])), 'accent', 2),
    dots(
      range(3).map((at): Point => [146 + at * 18, 102]),
      8,
      'soft',
    ),
    shape(circlePath(166, 142, 19), 'paper', 'ink', 1.75),
    line(`M166 142l${s.int(6, 12)}-${s.int(6, 11)}`, 'ink', 2),
    line('M52 162h76m-76 12h54', 'soft', 1.75),
    s.chance(0.5)
      ? shape('M60 78V56h70v22', 'paper', 'ink', 2)
      : shape(roundedPath(136, 58, 46, 20, 4), 'paper', 'ink', 2),
    line('M52 190v8M188 190v8', 'ink', 4),
  ].join('')
}

/** A centrifuge from above. */
export function rotor(s: Seeded): string {
  const holes = s.pick(6, 8, 12)
  const [turn, away] = [s.between(0, 1), s.between(38, 52)]
  return [
    shape('M38 110q82-34 164 0v78q0 8-8 8H46q-8 0-8-8z', 'paper', 'ink', 2),
    s.chance(0.5) ? shape('M44 104q-2-58 76-58t76 58', 'paper', 'soft', 1.5) : '',
    shape(ellipsePath(120, 112, 64, 22), 'tint', 'accent', 1.75),
    dots(
      range(holes).map((at): Point => [
        120 + Math.cos(((at + turn) / holes) * 6.283) * away,
        112 + Math.sin(((at + turn) / holes) * 6.283) * away * 0.3,
      ]),
      9,
      'accent',
    ),
    dots([[120, 112]], 14, 'ink'),
    shape(roundedPath(62, 152, 60, 28, 4), 'paper', 'ink', 1.75),
    line('M70 166h20m6 0h14', 'accent', 2),
    dots(
      [
        [144, 166],
        [162, 166],
        [180, 166],
      ],
      8,
      'soft',
    ),
  ].join('')
}

/** A cabinet with shelves: incubators, freezers, dryers. */
export function cabinet(s: Seeded): string {
  const shelves = s.int(2, 4)
  const handle = s.int(96, 128)
  return [
    shape(roundedPath(56, 34, 128, 168, 8), 'paper', 'ink', 2),
    shape(roundedPath(68, 66, 104, 124, 4), 'tint', 'accent', 1.5, 0.7),
    line(
      range(shelves)
        .map((at) => `M68 ${short(66 + (124 * (at + 1)) / (shelves + 0.4))}h104`)
        .join(''),
      'ink',
      1.5,
    ),
    ...range(shelves).map((at) => {
      const y = 66 + (124 * (at + 1)) / (shelves + 0.4)
      return shape(
        range(s.int(2, 4))
          .map((each) => roundedPath(76 + each * 24, y - 15, 17, 14, 2))
          .join(''),
        'paper',
        'soft',
        1.5,
      )
    }),
    line('M68 50h44', 'ink', 2),
    dots(
      [
        [150, 50],
        [164, 50],
      ],
      7,
      'accent',
    ),
    line(`M178 ${handle}v${s.int(26, 44)}`, 'ink', 3),
    line('M70 202v6M170 202v6', 'ink', 4),
  ].join('')
}

/** Cartridges for extraction. */
export function cartridge(s: Seeded): string {
  const count = s.int(1, 4)
  const gap = count === 1 ? 0 : 148 / count
  const wide = count === 1 ? 54 : Math.min(38, gap - 8)
  const high = s.between(96, 118)
  return range(count)
    .map((index) => {
      const x = 120 + gap * (index - (count - 1) / 2) - wide / 2
      const top = 54
      const bed = top + high * s.between(0.5, 0.62)
      return (
        shape(rectPath(x, top, wide, high), 'paper', 'ink', 2) +
        shape(rectPath(x + 1, bed, wide - 2, top + high - bed - 8), index % 2 === 0 ? 'tint' : 'faint') +
        line(
          `M${short(x)} ${short(bed)}h${short(wide)}m0 ${short(top + high - bed - 8)}h${short(-wide)}`,
          'accent',
          2,
        ) +
        line(`M${short(x - 6)} ${top}h${short(wide + 12)}`, 'ink', 2.5) +
        shape(`M${short(x + wide / 2 - 8)} ${short(top + high)}h16l-4 30h-8z`, 'paper', 'ink', 2) +
        line(print(s, x + 7, top + 14, wide - 14, 3), 'soft', 1.5)
      )
    })
    .join('')
}

/** An animal with its cage card. */
export function animal(s: Seeded): string {
  const flip = s.chance(0.5)
  const card = s.chance(0.6)
  const scale = s.between(0.72, 0.94)
  const spots = s.chance(0.4)
  return [
    `<g transform="translate(${short(flip ? 120 + 118 * scale : 120 - 118 * scale)} ${short(128 - 128 * scale + 18)})scale(${(flip ? -scale : scale).toFixed(2)} ${scale.toFixed(2)})"><path d="M42 150c6-30 24-44 44-50 30-12 76-8 96 22 12 18 10 40-2 46H74c-14 0-30-8-32-18z" fill="${colour.paper}" stroke="${colour.ink}" stroke-width="2.2"/><path d="M112 168c-4-26 10-46 36-48 24 0 40 18 38 40-1 4-3 7-6 8z" fill="${colour.tint}"/>${spots ? `<path d="M120 112h0M146 104h0" stroke="${colour.soft}" stroke-width="11"/>` : ''}<path d="M182 156c22 0 34-12 26-26-6-10 2-20 10-18M74 168h106M84 168c-2 8-8 10-14 10h20M152 168c2 8 0 10-4 10h22" stroke="${colour.ink}" stroke-width="2.2"/><ellipse cx="88" cy="96" rx="14" ry="16" fill="${colour.tint}" stroke="${colour.ink}" stroke-width="2.2"/><circle cx="66" cy="126" r="3.5" fill="${colour.accent}"/><path d="M46 146l-20-6M46 150l-22 2" stroke="${colour.soft}" stroke-width="1.5"/></g>`,
    line('M30 198H210', 'soft', 1.5),
    card
      ? line(`M${flip ? 73 : 167} 72v18`, 'soft', 1.5) + label(s, flip ? 44 : 138, 34, 58, 38)
      : line(`M${s.int(40, 60)} 198q8-12 16 0m-8 0q8-10 16 0M170 198q8-12 16 0`, 'soft', 1.5),
  ].join('')
}
