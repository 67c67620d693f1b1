import {
  circlePath,
  colour,
  dots,
  line,
  rectPath,
  roundedPath,
  shape,
  short,
  through,
  words,
  type Colour,
  range,
} from './pen.ts'
import type { Seeded } from './seeded-numbers.ts'

/** Drawings of measurements, 320 × 200: what such a result looks like, with invented values. */

type Point = readonly [x: number, y: number]
interface Plot {
  readonly marks: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const curve = (from: number, to: number, steps: number, y: (t: number) => number): Point[] =>
  range(steps + 1).map((step) => [from + ((to - from) * step) / steps, y(step / steps)])
const inks: readonly Colour[] = ['accent', 'ink', 'soft', 'soft']
const inkOf = (index: number): Colour => inks[index] ?? 'soft'

/** Axes of a chart in one of three frames. */
function plot(s: Seeded, xName: string, yName: string): Plot {
  const left = s.int(44, 56)
  const right = s.int(284, 300)
  const top = s.int(20, 30)
  const bottom = s.int(160, 168)
  const frame = s.int(0, 2)
  const rows = s.int(3, 5)
  const columns = s.int(4, 6)
  const ys = range(rows).map((row) => bottom - ((bottom - top) * (row + 1)) / (rows + 0.4))
  const xs = range(columns).map((column) => left + ((right - left) * (column + 0.6)) / columns)
  const ticks = ys.map((y) => `M${left} ${short(y)}h-4`).join('') + xs.map((x) => `M${short(x)} ${bottom}v4`).join('')
  const grid = ys.map((y) => `M${left} ${short(y)}H${right}`).join('')
  const marks = [
    frame === 0 ? '' : shape(rectPath(left, top, right - left, bottom - top), 'paper'),
    frame === 2 ? line(grid + xs.map((x) => `M${short(x)} ${top}V${bottom}`).join(''), 'faint', 1) : '',
    frame === 1 ? line(grid, 'faint', 1, '2 3') : '',
    line(
      frame === 2 ? rectPath(left, top, right - left, bottom - top) : `M${left} ${top}V${bottom}H${right}`,
      'soft',
      1,
    ),
    line(ticks, 'soft', 1),
    words(left - 12, (top + bottom) / 2, yName, { anchor: 'middle', up: true }),
    words((left + right) / 2, bottom + 20, xName, { anchor: 'middle' }),
  ].join('')
  return { marks, left, right, top, bottom }
}

const bars = (points: readonly Point[], half: number): string =>
  points
    .map(
      ([x, y]) =>
        `M${short(x)} ${short(y - half)}v${short(2 * half)}M${short(x - 3)} ${short(y - half)}h6m-6 ${short(2 * half)}h6`,
    )
    .join('')

/** Sigmoid curves of one to four compounds with the half-maximal concentration. */
export function dose(s: Seeded): string {
  const rising = s.chance(0.6)
  // What rises with the concentration is an effect, what falls is what the compound inhibits.
  const [measure, mark] = rising
    ? s.pick(['抑制率 (%)', 'IC50'] as const, ['激活率 (%)', 'EC50'] as const)
    : (['活性 (%)', 'IC50'] as const)
  const p = plot(s, 'lg 浓度', measure)
  const count = s.int(1, 4)
  const [low, high] = [p.bottom - 8, p.top + 12]
  const drawn = range(count).map((index) => {
    const middle = (index + 0.7) / (count + 0.5) + s.between(-0.06, 0.06)
    const steep = s.between(7, 16)
    const reach = index === 0 ? 1 : s.between(0.6, 1)
    const y = (t: number) => {
      const part = reach / (1 + Math.exp(-steep * (t - middle)))
      return low - (low - high) * (rising ? part : 1 - part)
    }
    const line1 = curve(p.left + 6, p.right - 6, 24, y)
    const points = curve(p.left + 14, p.right - 16, s.int(6, 9), (t) => y(0.03 + t * 0.94) + s.between(-3, 3))
    return { points, line1, half: p.left + 6 + (p.right - p.left - 12) * middle, at: y(middle) }
  })
  const first = drawn[0]
  return [
    p.marks,
    first === undefined
      ? ''
      : line(`M${p.left} ${short(first.at)}H${short(first.half)}V${p.bottom}`, 'accent', 1, '3 3'),
    ...drawn.map(({ line1 }, index) => line(through(line1), inkOf(index), index === 0 ? 2 : 1.5)),
    ...drawn.map(
      ({ points }, index) =>
        (index === 0 ? line(bars(points, 4), 'accent', 1) : '') + dots(points, index === 0 ? 6 : 5, inkOf(index)),
    ),
    first === undefined ? '' : words(first.half + 4, p.bottom - 5, mark, { ink: 'accent' }),
  ].join('')
}

/** Plasma concentration after one dose or several, by mouth or injected. */
export function pk(s: Seeded): string {
  const p = plot(s, '时间 (h)', s.pick('血药浓度', 'lg 血药浓度', '浓度 (ng/mL)'))
  const repeated = s.chance(0.35)
  const count = repeated ? 1 : s.int(1, 3)
  const height = p.bottom - p.top - 14
  const doses = repeated ? s.int(3, 5) : 1
  const drawn = range(count).map((index) => {
    const ka = s.between(7, 26)
    const ke = s.between(2.2, 4.6)
    const injected = !repeated && index === 1
    const single = (t: number) =>
      t <= 0 ? 0 : injected ? Math.exp(-ke * 1.4 * t) : (ka / (ka - ke)) * (Math.exp(-ke * t) - Math.exp(-ka * t))
    const value = (t: number) =>
      range(doses).reduce((sum, each) => sum + single((t - each / doses) * (repeated ? doses * 0.55 : 1)), 0)
    const most = Math.max(...range(60).map((at) => value(at / 60)), 0.01)
    const scale = (index === 0 ? 1 : s.between(0.45, 0.85)) / most
    const y = (t: number) => p.bottom - 2 - height * value(t) * scale
    return {
      line1: curve(p.left + 1, p.right - 6, 56, y),
      points: [0.02, 0.06, 0.1, 0.16, 0.25, 0.36, 0.5, 0.68, 0.9].map((t): Point => [
        p.left + (p.right - 7 - p.left) * t,
        y(t) + s.between(-2, 2),
      ]),
    }
  })
  const first = drawn[0]?.line1 ?? []
  const area = s.chance(0.6)
  return [
    p.marks,
    area ? shape(`${through(first)}V${p.bottom}H${p.left}z`, 'tint', 'none', 0, 0.8) : '',
    repeated
      ? line(
          `M${p.left} ${short(p.top + height * 0.24)}H${p.right}M${p.left} ${short(p.top + height * 0.62)}H${p.right}`,
          'soft',
          1,
          '4 4',
        )
      : '',
    ...drawn.map(({ line1 }, index) => line(through(line1), inkOf(index), index === 0 ? 2 : 1.5)),
    ...drawn.map(({ points }, index) => (repeated ? '' : dots(points, 5, inkOf(index)))),
    area ? words(p.left + 40, p.bottom - 10, 'AUC', { ink: 'accent' }) : '',
  ].join('')
}

function trace(
  s: Seeded,
  left: number,
  right: number,
  base: number,
  peaks: readonly { at: number; high: number; wide: number }[],
  noise = 0.5,
): Point[] {
  const marks = new Set(range(41).map((step) => step / 40))
  // Narrow peaks are straight lines at this size.
  const near = (wide: number) => (wide < 0.006 ? [-1.6, 0, 1.6] : [-2.2, -1.4, -0.9, -0.45, 0, 0.45, 0.9, 1.4, 2.2])
  for (const { at, wide } of peaks) for (const off of near(wide)) marks.add(at + off * wide)
  return [...marks]
    .filter((t) => t >= 0 && t <= 1)
    .sort((a, b) => a - b)
    .map((t) => [
      left + (right - left) * t,
      base -
        peaks.reduce((sum, { at, high, wide }) => sum + high * Math.exp(-(((t - at) / wide) ** 2)), 0) +
        s.between(-noise, noise),
    ])
}

/** One to three chromatograms, a peak of interest marked. */
export function chromatogram(s: Seeded): string {
  const p = plot(s, '保留时间 (min)', s.pick('响应', 'mAU', '吸光度'))
  const count = s.int(1, 3)
  const step = (p.bottom - p.top - 8) / count
  const peaks = range(s.int(4, 8)).map((index, _, all) => ({
    at: 0.08 + (0.84 * (index + s.between(0.1, 0.8))) / all.length,
    high: s.between(0.12, 0.6),
    wide: s.between(0.008, 0.02),
  }))
  const main = s.int(1, peaks.length - 2)
  const drawn = range(count).map((index) => {
    const base = p.bottom - 4 - index * step
    return trace(
      s,
      p.left + 2,
      p.right - 4,
      base,
      peaks.map((peak, at) => ({ ...peak, high: (at === main ? 0.92 : peak.high * s.between(0.3, 1)) * (step - 6) })),
    )
  })
  const at = peaks[main]?.at ?? 0.5
  const x = p.left + 2 + (p.right - p.left - 6) * at
  return [
    p.marks,
    shape(rectPath(x - 9, p.top, 18, p.bottom - p.top), 'tint', 'none', 0, 0.7),
    ...drawn.map((points, index) =>
      line(through(points), index === 0 ? 'accent' : index === 1 ? 'ink' : 'soft', index === 0 ? 1.75 : 1.25),
    ),
    words(x + 12, p.top + 10, s.pick('主峰', '目标峰', 'tR'), { ink: 'accent' }),
  ].join('')
}

/** Stacked diffraction patterns, compared line by line. */
export function diffraction(s: Seeded): string {
  const p = plot(s, '2θ (°)', '强度')
  const count = s.int(2, 4)
  const step = (p.bottom - p.top - 6) / count
  return [
    p.marks,
    ...range(count).map((index) => {
      const peaks = range(s.int(7, 12)).map(() => ({
        at: s.between(0.05, 0.95),
        high: s.between(0.15, 0.9) * (step - 5),
        wide: 0.004,
      }))
      return line(
        through(trace(s, p.left + 2, p.right - 2, p.bottom - 4 - index * step, peaks, 0.4)),
        inkOf(index),
        index === 0 ? 1.5 : 1.1,
      )
    }),
    ...range(count).map((index) =>
      words(p.right - 4, p.bottom - 10 - index * step, `晶型 ${'ABCD'[index] ?? ''}`, {
        anchor: 'end',
        ink: index === 0 ? 'accent' : 'soft',
      }),
    ),
  ].join('')
}

/** A mass spectrum of sticks. */
export function spectrum(s: Seeded): string {
  const p = plot(s, 'm/z', '相对丰度 (%)')
  const width = p.right - p.left
  const groups = range(s.int(4, 7)).map(() => ({
    x: p.left + width * s.between(0.06, 0.9),
    high: s.between(0.12, 0.7),
  }))
  const main = { x: p.left + width * s.between(0.35, 0.85), high: 0.94 }
  const height = p.bottom - p.top - 6
  const sticks = (of: typeof groups) =>
    of
      .flatMap(({ x, high }) =>
        range(s.int(1, 4)).map((each) => `M${short(x + each * 4)} ${p.bottom}v${short(-height * high * 0.62 ** each)}`),
      )
      .join('')
  const small = range(s.int(14, 26)).map(
    () => `M${short(p.left + width * s.between(0.03, 0.97))} ${p.bottom}v${short(-height * s.between(0.02, 0.1))}`,
  )
  return [
    p.marks,
    line(small.join(''), 'soft', 1),
    line(sticks(groups), 'ink', 1.5),
    line(sticks([main]), 'accent', 2),
    words(main.x, p.bottom - height * main.high - 4, '[M+H]+', { anchor: 'middle', ink: 'accent' }),
  ].join('')
}

/** A nuclear resonance spectrum with its integrals. */
export function resonance(s: Seeded): string {
  const p = plot(s, 'δ (ppm)', '强度')
  const base = p.bottom - 8
  const groups = range(s.int(5, 8)).map((index, _, all) => ({
    at: 0.06 + (0.88 * (index + s.between(0.1, 0.7))) / all.length,
    parts: s.int(1, 4),
    high: s.between(0.25, 0.86),
  }))
  const peaks = groups.flatMap(({ at, parts, high }) =>
    range(parts).map((each) => ({
      at: at + (each - (parts - 1) / 2) * 0.011,
      high: high * (p.bottom - p.top - 30) * (parts > 2 && each % 3 === 0 ? 0.5 : 1),
      wide: 0.0028,
    })),
  )
  const width = p.right - p.left
  const steps = groups.slice(0, 5).map(({ at }) => {
    const x = p.left + width * at
    return `M${short(x - 10)} ${short(p.top + 22)}q8 0 10-7t10-7`
  })
  return [
    p.marks,
    line(steps.join(''), 'accent', 1.25),
    line(through(trace(s, p.left + 2, p.right - 2, base, peaks, 0.3)), 'ink', 1.25),
    words(p.right - 4, p.top + 12, '1H NMR', { anchor: 'end' }),
  ].join('')
}

/** Tumour volume or another effect over weeks, by group. */
export function growth(s: Seeded): string {
  const p = plot(s, '给药后天数', s.pick('肿瘤体积 (mm3)', '体重变化 (%)', '临床评分', '血糖 (mmol/L)'))
  const count = s.int(3, 4)
  const falling = s.chance(0.3)
  const height = p.bottom - p.top - 12
  const ends = range(count).map(
    (index) => (falling ? 0.15 + 0.24 * index : 0.94 - 0.22 * index) + s.between(-0.05, 0.05),
  )
  const bend = s.between(1.1, 2.4)
  const days = s.int(6, 8)
  const ordered = ends.map((end, index) => {
    const start = falling ? 0.9 : 0.1
    return curve(
      p.left + 8,
      p.right - 14,
      days,
      (t) =>
        p.bottom -
        4 -
        height * (start + (end - start) * (falling ? t ** (1 / bend) : t ** bend)) +
        (index === 0 ? 0 : s.between(-2, 2)),
    )
  })
  const accentAt = count - 1
  return [
    p.marks,
    ...ordered.map((points, index) =>
      line(through(points), index === accentAt ? 'accent' : index === 0 ? 'ink' : 'soft', index === accentAt ? 2 : 1.5),
    ),
    ...ordered.map(
      (points, index) =>
        line(bars(points.slice(2), 3 + index), index === accentAt ? 'accent' : index === 0 ? 'ink' : 'soft', 0.9) +
        dots(points, 5, index === accentAt ? 'accent' : index === 0 ? 'ink' : 'soft'),
    ),
  ].join('')
}

/** Survival in steps. */
export function survival(s: Seeded): string {
  const p = plot(s, s.pick('时间 (月)', '天数'), s.pick('生存率', '无事件比例'))
  const arms = s.int(2, 3)
  const height = p.bottom - p.top - 10
  return (
    p.marks +
    range(arms)
      .map((arm) => {
        let [x, y] = [p.left, p.top + 8]
        const speed = 0.05 + arm * 0.05 + s.between(0, 0.03)
        const path = [`M${short(x)} ${short(y)}`]
        const checks: string[] = []
        while (x < p.right - 26) {
          const dx = s.between(12, 34)
          x += dx
          path.push(`h${short(dx)}`)
          if (s.chance(0.4)) checks.push(`M${short(x - dx / 2)} ${short(y - 3)}v6`)
          const dy = Math.min(height * speed * s.between(0.6, 1.6), p.bottom - 6 - y)
          y += dy
          path.push(`v${short(dy)}`)
        }
        path.push(`h${short(p.right - 4 - x)}`)
        return line(path.join(''), inkOf(arm), arm === 0 ? 2 : 1.5) + line(checks.join(''), inkOf(arm), 1)
      })
      .join('')
  )
}

/** Box plots by dose group. */
export function boxes(s: Seeded): string {
  const p = plot(s, '剂量组', s.pick('ALT (U/L)', '体重 (g)', '计数', '评分'))
  const count = s.int(4, 6)
  const step = (p.right - p.left) / count
  const trend = s.between(-14, 18)
  const drawn = range(count).map((index) => {
    const x = p.left + step * (index + 0.5)
    const middle = (p.top + p.bottom) / 2 + 14 - (trend * index) / 1.5 + s.between(-10, 10)
    const half = s.between(9, 19)
    const whisker = half + s.between(8, 16)
    return { x, middle, half, whisker, wide: Math.min(15, step * 0.3) }
  })
  const marked = s.int(1, count - 1)
  return [
    p.marks,
    line(
      drawn
        .map(
          ({ x, middle, whisker }) =>
            `M${short(x)} ${short(middle - whisker)}v${short(2 * whisker)}M${short(x - 6)} ${short(middle - whisker)}h12m-12 ${short(2 * whisker)}h12`,
        )
        .join(''),
      'ink',
      1.25,
    ),
    ...drawn.map(({ x, middle, half, wide }, index) =>
      shape(
        rectPath(x - wide, middle - half, 2 * wide, 2 * half),
        index === marked ? 'tint' : 'paper',
        index === marked ? 'accent' : 'ink',
        1.5,
      ),
    ),
    line(
      drawn
        .map(({ x, middle, half, wide }) => `M${short(x - wide)} ${short(middle + half * 0.2)}h${short(2 * wide)}`)
        .join(''),
      'ink',
      1.5,
    ),
    s.chance(0.5)
      ? dots(
          drawn.flatMap(({ x, middle, half }) =>
            range(5).map((): Point => [x + s.between(-7, 7), middle + s.between(-half, half) * 1.3]),
          ),
          3,
          'soft',
        )
      : '',
  ].join('')
}

/** Columns by group with their spread; a bracket marks a difference. */
export function columns(s: Seeded): string {
  const p = plot(s, s.pick('组别', '样品', '批次'), s.pick('表达量', '信号', '回收率 (%)', '评分'))
  const groups = s.int(3, 5)
  const each = s.int(1, 3)
  const step = (p.right - p.left) / groups
  const wide = Math.min(24, (step * 0.66) / each)
  const height = p.bottom - p.top - 30
  const drawn = range(groups).flatMap((group) =>
    range(each).map((index) => {
      const x = p.left + step * (group + 0.5) + (index - each / 2) * wide
      return { x, y: p.bottom - height * s.between(0.22, 0.95), index, group }
    }),
  )
  const fillOf = (index: number, group: number): Colour =>
    each === 1
      ? group === groups - 1
        ? 'accent'
        : group === 0
          ? 'paper'
          : 'tint'
      : index === 0
        ? 'paper'
        : index === 1
          ? 'tint'
          : 'accent'
  const high = p.top + 14
  const [from, to] = [p.left + step * 0.5, p.left + step * (groups - 0.5)]
  return [
    p.marks,
    line(drawn.map(({ x, y }) => `M${short(x + wide / 2)} ${short(y - 8)}V${short(y)}m-4-8h8`).join(''), 'ink', 1.1),
    ...drawn.map(({ x, y, index, group }) =>
      shape(rectPath(x, y, wide - 2, p.bottom - y), fillOf(index, group), 'ink', 1.1),
    ),
    s.chance(0.6)
      ? line(`M${short(from)} ${high + 5}v-5H${short(to)}v5`, 'soft', 1) +
        words((from + to) / 2, high - 3, '*', { anchor: 'middle', ink: 'ink', size: 11 })
      : '',
  ].join('')
}

/** Release or another approach to a plateau, with its limits. */
export function release(s: Seeded): string {
  const p = plot(s, '时间 (min)', '累积释放 (%)')
  const count = s.int(2, 4)
  const height = p.bottom - p.top - 12
  const drawn = range(count).map((index) => {
    const rate = s.between(2, 9) / (1 + index * 0.4)
    const lag = s.chance(0.25) ? s.between(0.05, 0.2) : 0
    const y = (t: number) =>
      p.bottom - 2 - height * (t < lag ? 0 : (1 - Math.exp(-rate * (t - lag))) * (0.98 - index * 0.06))
    return {
      line1: curve(p.left, p.right - 6, 30, y),
      points: curve(p.left + 6, p.right - 10, 8, (t) => y(0.02 + t * 0.95)),
    }
  })
  const least = s.pick(80, 75, 85)
  const limit = p.bottom - (height * least) / 100
  return [
    p.marks,
    line(`M${p.left} ${short(limit)}H${p.right}`, 'soft', 1, '5 4'),
    words(p.right - 4, limit - 4, `Q = ${least}%`, { anchor: 'end' }),
    ...drawn.map(
      ({ line1, points }, index) =>
        line(through(line1), inkOf(index), index === 0 ? 2 : 1.4) + dots(points, 5, inkOf(index)),
    ),
  ].join('')
}

/** A content that falls slowly towards its limit, or impurities that rise, by storage condition. */
export function stability(s: Seeded): string {
  const rising = s.chance(0.3)
  const p = plot(s, '考察时间 (月)', rising ? '有关物质 (%)' : s.pick('含量 (%)', '纯度 (%)'))
  const count = s.int(2, 4)
  const height = p.bottom - p.top - 20
  const months = s.int(5, 7)
  const drawn = range(count).map((index) => {
    const fall = 0.08 + index * 0.2 + s.between(0, 0.08)
    return curve(
      p.left + 4,
      p.right - 10,
      months,
      (t) => (rising ? p.bottom - 10 - height * fall * t : p.top + 12 + height * fall * t) + s.between(-2, 2),
    )
  })
  const limit = rising ? p.top + height * 0.28 : p.bottom - height * 0.16
  return [
    p.marks,
    shape(
      rising
        ? rectPath(p.left, p.top, p.right - p.left, limit - p.top)
        : rectPath(p.left, limit, p.right - p.left, p.bottom - limit),
      'tint',
      'none',
      0,
      0.5,
    ),
    line(`M${p.left} ${short(limit)}H${p.right}`, 'accent', 1, '5 4'),
    words(p.right - 4, limit + (rising ? -4 : 11), '限度', { anchor: 'end', ink: 'accent' }),
    ...drawn.map(
      (points, index) =>
        line(through(points), index === 0 ? 'ink' : 'soft', 1.4) + dots(points, 5, index === 0 ? 'ink' : 'soft'),
    ),
  ].join('')
}

/** Binding to a surface and release from it, by concentration. */
export function binding(s: Seeded): string {
  const p = plot(s, '时间 (s)', '响应 (RU)')
  const count = s.int(3, 6)
  const turn = s.between(0.4, 0.58)
  const [on, off] = [s.between(4, 11), s.between(0.3, 3)]
  const height = p.bottom - p.top - 12
  const drawn = range(count).map((index) => {
    const top = (0.96 * (index + 1)) / count
    return curve(
      p.left + 2,
      p.right - 4,
      44,
      (t) =>
        p.bottom -
        3 -
        height *
          top *
          (t < 0.08
            ? 0
            : t < turn
              ? 1 - Math.exp(-on * (t - 0.08))
              : (1 - Math.exp(-on * (turn - 0.08))) * Math.exp(-off * (t - turn))),
    )
  })
  const x = p.left + 2 + (p.right - p.left - 6) * turn
  return [
    p.marks,
    line(`M${short(x)} ${p.top}V${p.bottom}`, 'soft', 1, '3 3'),
    ...drawn.map((points, index) =>
      line(
        through(points),
        index === count - 1 ? 'accent' : index % 2 === 0 ? 'soft' : 'ink',
        index === count - 1 ? 2 : 1.25,
      ),
    ),
    words(p.left + 10, p.top + 11, '结合'),
    words(x + 8, p.top + 11, '解离'),
  ].join('')
}

/** Heat flow with its events; a second line for the weight. */
export function thermal(s: Seeded): string {
  const p = plot(s, '温度 (℃)', '热流')
  const base = (p.top + p.bottom) / 2 + s.between(-10, 14)
  const events = range(s.int(2, 3)).map((index, _, all) => ({
    at: (index + s.between(0.35, 0.8)) / all.length,
    high: (s.chance(0.6) ? -1 : 1) * s.between(18, 46),
    wide: s.between(0.014, 0.04),
  }))
  const points = trace(s, p.left + 2, p.right - 4, base, events, 0.2)
  const fall = s.between(0.55, 0.8)
  const weight = curve(p.left + 2, p.right - 4, 30, (t) => p.top + 12 + 52 / (1 + Math.exp(-24 * (t - fall))))
  const first = events[0]
  const x = first === undefined ? 0 : p.left + (p.right - p.left) * first.at
  return [
    p.marks,
    s.chance(0.7) ? line(through(weight), 'soft', 1.4, '5 3') : '',
    first === undefined ? '' : line(`M${short(x)} ${p.top + 6}V${p.bottom}`, 'accent', 1, '2 3'),
    line(through(points), 'accent', 1.9),
  ].join('')
}

/** A distribution of sizes and its sum. */
export function sizes(s: Seeded): string {
  const p = plot(s, s.pick('粒径 (μm)', '粒径 (nm)'), '分布 (%)')
  const count = s.int(12, 18)
  const [middle, wide] = [s.between(0.3, 0.62), s.between(0.12, 0.22)]
  const step = (p.right - p.left - 8) / count
  const height = p.bottom - p.top - 14
  const value = (t: number) => Math.exp(-(((t - middle) / wide) ** 2)) + (s.chance(0.2) ? 0.04 : 0)
  const rest = range(count).map((index) => ({
    x: p.left + 4 + index * step,
    high: height * 0.9 * value((index + 0.5) / count),
  }))
  const sum = curve(
    p.left + 4,
    p.right - 6,
    28,
    (t) => p.bottom - 2 - height / (1 + Math.exp(-(t - middle) * (3.4 / wide))),
  )
  return [
    p.marks,
    shape(rest.map(({ x, high }) => rectPath(x, p.bottom - high, step - 2, high)).join(''), 'tint', 'accent', 1),
    line(through(sum), 'ink', 1.75),
    words(p.right - 6, p.top + 16, 'D90', { anchor: 'end' }),
  ].join('')
}

/** Cells as dots, with gates round two populations. */
export function cytometry(s: Seeded): string {
  const p = plot(s, s.pick('CD4', 'CD3', 'FSC', 'PD-1'), s.pick('CD8', 'CD19', 'SSC', 'Ki-67'))
  const [width, height] = [p.right - p.left, p.bottom - p.top]
  const clusters = range(s.int(2, 4)).map((index) => ({
    x: p.left + width * (0.2 + 0.6 * ((index * 0.62 + s.between(0, 0.25)) % 1)),
    y: p.top + height * (0.22 + 0.58 * ((index * 0.47 + s.between(0, 0.3)) % 1)),
    wide: s.between(11, 22),
    high: s.between(9, 15),
  }))
  const near = (c: (typeof clusters)[number], count: number): Point[] =>
    range(count)
      .map((): Point => [
        c.x + (s.between(-1, 1) + s.between(-1, 1) + s.between(-1, 1)) * 0.62 * c.wide,
        c.y + (s.between(-1, 1) + s.between(-1, 1) + s.between(-1, 1)) * 0.62 * c.high,
      ])
      .filter(([x, y]) => x > p.left + 2 && x < p.right - 2 && y > p.top + 2 && y < p.bottom - 2)
  const main = clusters[0]
  const quadrants = s.chance(0.4)
  return [
    p.marks,
    quadrants
      ? line(
          `M${short(p.left + width * 0.5)} ${p.top}V${p.bottom}M${p.left} ${short(p.top + height * 0.5)}H${p.right}`,
          'soft',
          1,
        )
      : '',
    dots(
      range(50).map((): Point => [p.left + 4 + s.between(0, width - 8), p.top + 4 + s.between(0, height - 8)]),
      1.8,
      'faint',
    ),
    ...clusters.map((cluster, index) => dots(near(cluster, 56), 2.2, index === 0 ? 'accent' : 'soft')),
    main === undefined || quadrants
      ? ''
      : `<ellipse cx="${short(main.x)}" cy="${short(main.y)}" rx="${short(main.wide * 1.6)}" ry="${short(main.high * 1.8)}" stroke="${colour.accent}" stroke-width="1.5"/>`,
    main === undefined
      ? ''
      : words(
          Math.min(main.x + main.wide, p.right - 34),
          Math.max(main.y - main.high * 1.9, p.top + 10),
          `${s.int(12, 68)}.${s.int(0, 9)}%`,
          { ink: 'accent' },
        ),
  ].join('')
}

/** Overlaid distributions of intensity. */
export function histograms(s: Seeded): string {
  const p = plot(s, s.pick('荧光强度', 'PE-A', 'FITC-A'), '细胞数')
  const count = s.int(2, 4)
  const gap = s.between(0.14, 0.22)
  const step = (p.bottom - p.top - 20) / (count + 1)
  return (
    p.marks +
    range(count)
      .toReversed()
      .map((index) => {
        const base = p.bottom - index * step * 0.9
        const points = trace(
          s,
          p.left + 2,
          p.right - 4,
          base,
          [
            {
              at: 0.24 + gap * index * s.between(0.7, 1.1),
              high: step * s.between(1.3, 1.8),
              wide: s.between(0.05, 0.11),
            },
            { at: 0.3 + gap * index, high: step * 0.4, wide: 0.14 },
          ],
          0.4,
        )
        return shape(
          `${through(points)}V${short(base)}H${p.left + 2}z`,
          index === count - 1 ? 'tint' : 'paper',
          index === count - 1 ? 'accent' : 'soft',
          index === count - 1 ? 1.75 : 1.2,
        )
      })
      .join('')
  )
}

/** Populations of cells after a reduction to two dimensions. */
export function clusters(s: Seeded): string {
  const count = s.int(5, 7)
  const centres = range(count).map((index): Point => {
    const angle = (index / count) * Math.PI * 2 + s.between(-0.3, 0.3)
    const away = index === 0 ? 10 : s.between(46, 66)
    return [164 + Math.cos(angle) * away * 1.7, 98 + Math.sin(angle) * away]
  })
  const tones: readonly Colour[] = ['accent', 'soft', 'ink', 'faint', 'soft', 'accent', 'ink']
  const cloud = ([x, y]: Point): Point[] =>
    range(s.int(34, 54)).map((): Point => [
      x + (s.between(-1, 1) + s.between(-1, 1)) * 17,
      y + (s.between(-1, 1) + s.between(-1, 1)) * 12,
    ])
  return [
    shape(roundedPath(20, 14, 280, 172, 6), 'paper', 'faint', 1),
    ...centres.map((centre, index) => dots(cloud(centre), 3, tones[index] ?? 'soft')),
    line('M36 172v-22M36 172h26M33 154l3-4 3 4M58 169l4 3-4 3', 'soft', 1),
    words(66, 175, 'UMAP 1'),
  ].join('')
}

/** A plate whose wells are shaded by their signal. */
export function wellPlate(s: Seeded): string {
  const [rows, across] = s.pick<readonly [number, number]>([8, 12], [6, 9], [8, 12], [10, 15])
  const [x0, y0, w, h] = [36, 24, 248, 152]
  const [dx, dy] = [(w - 20) / across, (h - 16) / rows]
  const wide = Math.min(dx, dy) * 0.78
  const pattern = s.int(0, 3)
  const lean = s.between(-0.5, 0.5)
  const levels: Point[][] = [[], [], [], []]
  for (const row of range(rows)) {
    for (const column of range(across)) {
      const [u, v] = [column / (across - 1), row / (rows - 1)]
      const value =
        pattern === 0
          ? 1 - u
          : pattern === 1
            ? Math.abs(u - 0.5 + lean * (v - 0.5)) * 1.6
            : pattern === 2
              ? v * 0.6 + u * 0.4
              : s.between(0, 0.7)
      const level = Math.max(0, Math.min(3, Math.floor((value + s.between(-0.12, 0.12)) * 3.6)))
      levels[s.chance(0.03) ? 3 : level]?.push([x0 + 14 + dx * (column + 0.4), y0 + 12 + dy * (row + 0.4)])
    }
  }
  const at = (level: number) => levels[level] ?? []
  const letters = range(rows).map((row) =>
    words(x0 - 6, y0 + 15 + dy * (row + 0.4), 'ABCDEFGHIJKL'[row] ?? '', { anchor: 'middle', size: 7 }),
  )
  return [
    shape(roundedPath(x0, y0, w, h, 7), 'paper', 'soft', 1.25),
    dots(levels.flat(), wide, 'soft'),
    dots(at(0), wide - 1.4, 'paper'),
    dots(at(1), wide - 1.4, 'faint'),
    dots(at(2), wide - 1.4, 'tint'),
    dots(at(3), wide - 1.4, 'accent'),
    rows > 8 ? '' : letters.join(''),
  ].join('')
}

/** A heat map with the tree that orders its rows. */
export function heatMap(s: Seeded): string {
  const [rows, across] = [s.int(8, 11), s.int(9, 15)]
  const [x0, y0] = [92, 36]
  const [dx, dy] = [200 / across, 142 / rows]
  const split = s.between(0.3, 0.7)
  const levels: string[][] = [[], [], [], []]
  for (const row of range(rows)) {
    for (const column of range(across)) {
      const inBlock = row / rows < split === column / across < split
      const level = Math.max(0, Math.min(3, Math.floor((inBlock ? 2.2 : 0.6) + s.between(-1.2, 1.7))))
      levels[level]?.push(rectPath(x0 + column * dx, y0 + row * dy, dx - 1.5, dy - 1.5))
    }
  }
  const at = (level: number) => levels[level]?.join('') ?? ''
  const tree = (from: number, to: number, x: number): string => {
    if (to - from < 1) return ''
    const middle = Math.floor((from + to) / 2)
    const y = (of: number) => y0 + dy * (of + 0.5)
    const [a, b] = [(from + middle) / 2, (middle + 1 + to) / 2]
    const next = x + s.between(10, 18)
    const reach = (one: number, two: number) => (one === two ? x0 - 5 : Math.min(next, x0 - 10))
    return `M${short(reach(from, middle))} ${short(y(a))}H${short(x)}V${short(y(b))}H${short(reach(middle + 1, to))}${tree(from, middle, reach(from, middle))}${tree(middle + 1, to, reach(middle + 1, to))}`
  }
  return [
    shape(at(0), 'paper', 'faint', 0.75),
    shape(at(1), 'faint'),
    shape(at(2), 'tint'),
    shape(at(3), 'accent'),
    line(tree(0, rows - 1, 34), 'soft', 1),
    line(
      range(across)
        .map((column) => `M${short(x0 + (column + 0.45) * dx)} ${y0 - 4}v-${s.int(4, 12)}`)
        .join(''),
      'soft',
      1,
    ),
  ].join('')
}

/** Lanes of a gel; the ladder at the left. */
export function gel(s: Seeded): string {
  const lanes = s.int(6, 9)
  const step = 226 / lanes
  const wide = step * 0.62
  const kept = range(s.int(2, 4)).map(() => s.between(52, 158))
  const lane = (index: number) => 52 + step * (index + 0.5)
  const ladder = range(8).map(
    (each) => `M${short(lane(0) - wide / 2)} ${short(46 + each * 15 + each * each * 0.4)}h${short(wide)}`,
  )
  const bands = range(lanes - 1).flatMap((index) =>
    kept.filter(() => s.chance(0.78)).map((y) => [lane(index + 1), y + s.between(-1.5, 1.5), s.chance(0.4)] as const),
  )
  const path = (of: typeof bands) => of.map(([x, y]) => `M${short(x - wide / 2)} ${short(y)}h${short(wide)}`).join('')
  const marked = s.int(1, lanes - 1)
  return [
    shape(roundedPath(44, 22, 242, 156, 5), 'paper', 'soft', 1.25),
    shape(rectPath(lane(marked) - step / 2, 23, step, 154), 'tint', 'none', 0, 0.7),
    line(
      range(lanes)
        .map((index) => `M${short(lane(index) - wide / 2)} 33h${short(wide)}`)
        .join(''),
      'faint',
      4,
    ),
    line(ladder.join(''), 'soft', 2),
    line(path(bands.filter(([, , strong]) => !strong)), 'soft', 3),
    line(path(bands.filter(([, , strong]) => strong)), 'ink', 5),
    words(38, 60, 'kDa', { anchor: 'end' }),
    ...range(lanes).map((index) =>
      words(lane(index), 190, index === 0 ? 'M' : String(index), {
        anchor: 'middle',
        ink: index === marked ? 'accent' : 'soft',
      }),
    ),
  ].join('')
}

/** Rows of a blot with a control below. */
export function blot(s: Seeded): string {
  const rows = s.int(3, 4)
  const lanes = s.int(5, 8)
  const names = s.pick(
    ['p-ERK', 'ERK', 'p-AKT', 'β-Actin'],
    ['靶蛋白', '磷酸化', '总蛋白', 'GAPDH'],
    ['LC3', 'p62', 'Caspase', 'β-Actin'],
  )
  const high = 132 / rows
  const step = 196 / lanes
  const trend = s.pick(1, -1)
  return range(rows)
    .map((row) => {
      const y = 34 + row * (high + 5)
      const control = row === rows - 1
      const band = range(lanes).map((lane) => {
        const part = lane / (lanes - 1)
        const strength = control
          ? 0.8
          : Math.max(
              0.12,
              Math.min(1, 0.5 + trend * (part - 0.5) * (row % 2 === 0 ? 1 : -0.3) + s.between(-0.15, 0.15)),
            )
        return `<path d="M${short(96 + step * (lane + 0.22))} ${short(y + high / 2)}h${short(step * 0.56)}" stroke="${row === 0 ? colour.accent : colour.ink}" stroke-width="${short(3 + strength * 5)}" stroke-opacity="${short(0.15 + strength * 0.85)}"/>`
      })
      return (
        shape(rectPath(92, y, 200, high), 'paper', 'soft', 1) +
        band.join('') +
        words(84, y + high / 2 + 3, names[control ? 3 : row] ?? '', {
          anchor: 'end',
          ink: row === 0 ? 'accent' : 'soft',
        })
      )
    })
    .join('')
}

/** The four-coloured trace of a sequence, here in four tones. */
export function sequence(s: Seeded): string {
  const bases = s.int(12, 15)
  const step = 264 / bases
  const letters = range(bases).map(() => s.int(0, 3))
  const marked = s.int(3, bases - 4)
  const base = s.int(146, 158)
  const tones: readonly Colour[] = ['accent', 'ink', 'soft', 'soft']
  const traces = range(4).map((letter) => {
    const path = letters.map((each, index) => {
      const high = short(each === letter ? s.between(54, 96) : index === marked && letter === 1 ? 42 : s.between(0, 7))
      const [wide, half, near] = [step * 0.3, step * 0.5, step * 0.2].map(short)
      return `c${wide} 0 ${wide} -${high} ${half}-${high}s${near} ${high} ${half} ${high}`
    })
    return line(
      `M28 ${base}${path.join('')}`,
      tones[letter] ?? 'soft',
      letter === 0 ? 1.75 : 1.2,
      letter === 3 ? '3 2' : '',
    )
  })
  const x = 28 + step * (marked + 0.5)
  return [
    shape(roundedPath(x - step * 0.6, 24, step * 1.2, base - 20, 4), 'tint'),
    line(`M24 ${base + 2}H298`, 'soft', 1),
    ...traces,
    ...letters.map((letter, index) =>
      words(28 + step * (index + 0.5), base + 18, 'ACGT'[letter] ?? '', {
        anchor: 'middle',
        ink: index === marked ? 'accent' : 'ink',
        size: 10,
        bold: index === marked,
      }),
    ),
    words(x, 20, s.pick('变异位点', '编辑位点', '突变'), { anchor: 'middle', ink: 'accent' }),
  ].join('')
}

/** Reads along a region with its genes. */
export function coverage(s: Seeded): string {
  const tracks = s.int(2, 3)
  const high = 92 / tracks
  const drawn = range(tracks).map((track) => {
    const base = 26 + (track + 1) * (high + 6)
    const peaks = range(s.int(3, 6)).map(() => ({
      at: s.between(0.06, 0.94),
      high: s.between(0.3, 0.95) * (high - 6),
      wide: s.between(0.015, 0.06),
    }))
    return (
      shape(
        `${through(trace(s, 24, 296, base, peaks, 1))}V${short(base)}H24z`,
        track === 0 ? 'tint' : 'faint',
        track === 0 ? 'accent' : 'soft',
        1,
      ) + line(`M24 ${short(base)}H296`, 'soft', 0.9)
    )
  })
  const y = 160
  let x = s.between(30, 50)
  const exons: string[] = []
  while (x < 280) {
    const wide = s.between(8, 30)
    exons.push(rectPath(x, y - 6, Math.min(wide, 292 - x), 12))
    x += wide + s.between(12, 40)
  }
  return [
    ...drawn,
    line(`M24 ${y}H296m-120-4 5 4-5 4m60-8 5 4-5 4`, 'ink', 1.1),
    shape(exons.join(''), 'ink'),
    words(24, 186, s.pick('chr17', 'chr7', 'chr2', 'chrX')),
    words(296, 186, `${s.int(2, 90)} kb`, { anchor: 'end' }),
  ].join('')
}

/** A ring of genes. */
export function plasmid(s: Seeded): string {
  const [cx, cy, r] = [160, 100, 62]
  const parts = s.int(4, 6)
  const names = ['ITR', 'CMV', 'GOI', 'polyA', 'AmpR', 'ori']
  const turn = s.between(0, Math.PI * 2)
  const arc = (from: number, to: number, radius: number) =>
    `M${short(cx + Math.cos(from) * radius)} ${short(cy + Math.sin(from) * radius)}A${radius} ${radius} 0 ${to - from > Math.PI ? 1 : 0} 1 ${short(cx + Math.cos(to) * radius)} ${short(cy + Math.sin(to) * radius)}`
  const drawn = range(parts).map((index) => {
    const from = turn + (index / parts) * Math.PI * 2
    const to = from + (Math.PI * 2 * s.between(0.45, 0.85)) / parts
    const middle = (from + to) / 2
    const out = Math.cos(middle) * (r + 20)
    const main = index === 2
    return (
      `<path d="${arc(from, to, r)}" stroke="${main ? colour.accent : index % 2 === 0 ? colour.soft : colour.ink}" stroke-width="${main ? 13 : 9}" stroke-linecap="butt"/>` +
      words(cx + out + Math.sign(out) * 2, cy + Math.sin(middle) * (r + 18) + 3, names[index] ?? '', {
        anchor: out < 0 ? 'end' : 'start',
        ink: main ? 'accent' : 'ink',
      })
    )
  })
  return [
    line(circlePath(cx, cy, r), 'soft', 1.5),
    line(circlePath(cx, cy, r - 12), 'faint', 1),
    ...drawn,
    words(cx, cy + 2, `${s.int(3, 9)}.${s.int(1, 9)} kb`, { anchor: 'middle', ink: 'ink', size: 11 }),
  ].join('')
}

/** Heart traces, one below the other. */
export function heartTrace(s: Seeded): string {
  const rows = s.int(2, 3)
  const beat = s.between(44, 66)
  const prolonged = s.between(0.26, 0.42)
  return [
    shape(roundedPath(20, 18, 280, 164, 5), 'paper', 'faint', 1),
    line(
      range(13)
        .map((at) => `M${20 + at * 21.6} 18v164`)
        .join('') +
        range(7)
          .map((at) => `M20 ${18 + at * 23.4}h280`)
          .join(''),
      'faint',
      0.75,
    ),
    ...range(rows).map((row) => {
      const base = 18 + (164 / rows) * (row + 0.62)
      const high = s.between(28, 44) / (rows - 1 || 1) + 8
      let path = `M24 ${short(base)}`
      let x = 24
      while (x + beat < 300) {
        path += `h${short(beat * 0.16)}q3-7 6 0h5l3 4 4-${short(high)} 4 ${short(high + 8)} 3-12h${short(beat * prolonged * 0.4)}q7-12 14 0H${short(x + beat)}`
        x += beat
      }
      return (
        line(`${path}H296`, row === 0 ? 'accent' : 'ink', row === 0 ? 1.75 : 1.25) +
        words(26, base - high - 2, ['II', 'aVF', 'V5'][row] ?? '')
      )
    }),
  ].join('')
}
