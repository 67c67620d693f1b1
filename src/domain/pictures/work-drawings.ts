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
  words,
  type Colour,
  range,
} from './pen.ts'
import type { Seeded } from './seeded-numbers.ts'

/** Drawings of work and its documents, 320 × 200: studies, processes, tissues, files. */

type Point = readonly [x: number, y: number]

const arrow = (x: number, y: number, to: number): string => `M${short(x)} ${short(y)}H${short(to)}m-4-3.5 4 3.5-4 3.5`

/** A closed smooth line round a centre. */
function blob(s: Seeded, cx: number, cy: number, rx: number, ry: number, corners = 8, rough = 0.16): string {
  const points = range(corners).map((index): Point => {
    const angle = (index / corners) * Math.PI * 2
    const away = 1 + s.between(-rough, rough)
    return [cx + Math.cos(angle) * rx * away, cy + Math.sin(angle) * ry * away]
  })
  const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  const at = (index: number): Point => points[index % corners] ?? [cx, cy]
  const [x, y] = middle(at(corners - 1), at(0))
  return `M${short(x)} ${short(y)}${points
    .map((point, index) => {
      const [mx, my] = middle(point, at(index + 1))
      return `Q${short(point[0])} ${short(point[1])} ${short(mx)} ${short(my)}`
    })
    .join('')}z`
}

/** Cells with nuclei in a square or round field; some of them stained. */
export function cells(s: Seeded): string {
  const round = s.chance(0.5)
  const gap = s.between(34, 42)
  const centres: Point[] = []
  for (let row = 0; row * gap * 0.86 < 168; row += 1) {
    for (let column = 0; column * gap < 270; column += 1) {
      const x = 30 + column * gap + (row % 2) * gap * 0.5 + s.between(-4, 4)
      const y = 26 + row * gap * 0.86 + s.between(-4, 4)
      const inside = round ? ((x - 160) / 1) ** 2 + (y - 100) ** 2 < 74 ** 2 : x > 34 && x < 286 && y > 30 && y < 170
      if (inside) centres.push([x, y])
    }
  }
  const size = gap * 0.46
  const stained = centres.filter(() => s.chance(0.22))
  const clear = centres.filter((centre) => !stained.includes(centre))
  return [
    shape(round ? circlePath(160, 100, 88) : roundedPath(20, 16, 280, 168, 6), 'paper', 'soft', 1.25),
    shape(clear.map(([x, y]) => blob(s, x, y, size, size * 0.9, 5, 0.12)).join(''), 'paper', 'soft', 1),
    shape(stained.map(([x, y]) => blob(s, x, y, size, size * 0.9, 5, 0.12)).join(''), 'tint', 'accent', 1.25),
    dots(
      clear.map(([x, y]) => [x + s.between(-2, 2), y + s.between(-2, 2)]),
      size * 0.56,
      'faint',
    ),
    dots(stained, size * 0.7, 'accent'),
    line('M262 174h24', 'ink', 2),
    words(274, 170, s.pick('20 μm', '50 μm', '100 μm'), { anchor: 'middle' }),
  ].join('')
}

/** Tissue sections on a glass slide. */
export function slide(s: Seeded): string {
  const pieces = s.int(1, 3)
  const label = s.chance(0.5) ? 20 : 246
  const left = label === 20 ? 90 : 26
  const step = 206 / pieces
  return [
    shape(roundedPath(14, 46, 292, 108, 5), 'paper', 'ink', 1.5),
    shape(rectPath(label, 52, 54, 96), 'tint', 'accent', 1),
    line(`M${label + 10} 70h34m-34 12h26m-26 12h30`, 'soft', 1.25),
    ...range(pieces).map((index) => {
      const [cx, cy] = [left + step * (index + 0.5), 100 + s.between(-4, 4)]
      const [rx, ry] = [Math.min(66, step * 0.42), s.between(30, 40)]
      const glands = range(pieces === 1 ? 12 : 6).map(
        () => [cx + s.between(-0.6, 0.6) * rx, cy + s.between(-0.6, 0.6) * ry] as const,
      )
      return (
        shape(blob(s, cx, cy, rx, ry, 10, 0.2), index === 0 ? 'tint' : 'faint', index === 0 ? 'accent' : 'soft', 1.25) +
        line(
          glands.map(([x, y]) => ellipsePath(x, y, s.between(4, 8), s.between(3, 5))).join(''),
          index === 0 ? 'accent' : 'soft',
          1,
        ) +
        dots(
          range(22).map((): Point => [cx + s.between(-0.7, 0.7) * rx, cy + s.between(-0.65, 0.65) * ry]),
          2,
          'ink',
        )
      )
    }),
  ].join('')
}

/** A schedule of dosing, sampling and recovery. */
export function schedule(s: Seeded): string {
  const groups = s.int(2, 4)
  const weeks = s.int(6, 10)
  const step = 236 / weeks
  const stop = s.int(Math.ceil(weeks * 0.6), weeks - 1)
  const gap = 116 / groups
  const samples = range(weeks + 1).filter((week) => week > 0 && s.chance(0.4))
  return [
    line(
      range(weeks + 1)
        .map((week) => `M${short(62 + step * week)} 32v128`)
        .join(''),
      'faint',
      1,
    ),
    ...range(groups).map((group) => {
      const y = 50 + gap * group
      const main = group === groups - 1
      return (
        shape(roundedPath(62, y, step * stop, 14, 4), main ? 'tint' : 'paper', main ? 'accent' : 'ink', 1.25) +
        (group % 2 === 0 || main
          ? shape(roundedPath(62 + step * stop, y, step * (weeks - stop), 14, 4), 'paper', 'soft', 1)
          : '') +
        words(54, y + 10, ['对照', '低', '中', '高'][main ? 3 : group] ?? '', {
          anchor: 'end',
          ink: main ? 'accent' : 'soft',
        }) +
        line(
          range(stop * 2)
            .map((each) => `M${short(62 + (step * (each + 0.5)) / 2)} ${short(y + 5)}v4`)
            .join(''),
          main ? 'accent' : 'soft',
          1,
        )
      )
    }),
    line(`M62 160H304`, 'ink', 1.25),
    dots(
      samples.map((week) => [62 + step * week, 160]),
      8,
      'accent',
    ),
    ...range(weeks + 1)
      .filter((week) => week % 2 === 0)
      .map((week) => words(62 + step * week, 178, String(week), { anchor: 'middle' })),
    words(62, 26, s.pick('给药期', '暴露期')),
    words(62 + step * stop + 3, 26, s.pick('恢复期', '观察期')),
  ].join('')
}

/** People through a trial: screening, random allocation, arms. */
export function allocation(s: Seeded): string {
  const arms = s.int(2, 4)
  const periods = s.int(1, 2)
  const gap = 140 / arms
  const names = ['A', 'B', 'C', 'D']
  const top = s.between(25, 35)
  const y = (arm: number) => top + gap * (arm + 0.5)
  const wide = periods === 2 ? 50 : 92
  return [
    shape(roundedPath(16, 82, 46, 36, 6), 'paper', 'ink', 1.5),
    words(39, 103, '筛选', { anchor: 'middle', ink: 'ink' }),
    line(arrow(62, 100, 82), 'ink', 1.25),
    shape('M98 84l16 16-16 16-16-16z', 'tint', 'accent', 1.5),
    words(98, 103.5, 'R', { anchor: 'middle', ink: 'accent', bold: true, size: 11 }),
    line(
      range(arms)
        .map((arm) => `M114 100C128 100 122 ${short(y(arm))} 136 ${short(y(arm))}${arrow(136, y(arm), 144)}`)
        .join(''),
      'ink',
      1.25,
    ),
    ...range(arms).flatMap((arm) =>
      range(periods).map((period) => {
        const x = 146 + period * (wide + 18)
        const active = (arm + period) % arms === 0
        const high = Math.min(28, gap - 8)
        return (
          shape(
            roundedPath(x, y(arm) - high / 2, wide, high, 5),
            active ? 'tint' : 'paper',
            active ? 'accent' : 'ink',
            1.5,
          ) +
          words(
            x + wide / 2,
            y(arm) + 3,
            `${periods === 2 ? '' : s.pick('试验组 ', '队列 ')}${names[(arm + period) % arms] ?? ''}`,
            { anchor: 'middle', ink: active ? 'accent' : 'ink' },
          ) +
          (period + 1 < periods ? line(arrow(x + wide + 3, y(arm), x + wide + 15), 'soft', 1.25) : '')
        )
      }),
    ),
    line(
      range(arms)
        .map((arm) => arrow(146 + periods * wide + (periods - 1) * 18 + 3, y(arm), 272))
        .join(''),
      'soft',
      1.25,
    ),
    line(`M276 ${short(y(0))}V${short(y(arms - 1))}`, 'soft', 1.25),
    shape(roundedPath(280, 78, 28, 44, 5), 'paper', 'ink', 1.5),
    words(294, 103, '终点', { anchor: 'middle', ink: 'ink' }),
  ].join('')
}

/** Phases of a project along its months. */
export function phases(s: Seeded): string {
  const rows = s.int(5, 7)
  const gap = 134 / rows
  let x = 30
  const bars = range(rows).map((row) => {
    const wide = s.between(40, 92)
    const from = Math.min(x, 288 - wide)
    x = from + wide * s.between(0.5, 0.95)
    return { from, wide, y: 38 + gap * row }
  })
  const main = s.int(1, rows - 2)
  const now = (bars[main]?.from ?? 100) + (bars[main]?.wide ?? 40) * 0.6
  return [
    shape(roundedPath(20, 18, 280, 164, 6), 'paper', 'soft', 1.25),
    line(
      `M20 32H300${range(7)
        .map((at) => `M${short(58 + at * 36)} 32v150`)
        .join('')}`,
      'faint',
      1,
    ),
    ...bars.map(({ from, wide, y }, row) =>
      shape(
        roundedPath(from, y, wide, gap * 0.56, 3),
        row === main ? 'accent' : row < main ? 'tint' : 'paper',
        row === main ? 'accent' : 'ink',
        1.1,
      ),
    ),
    line(
      bars
        .slice(1)
        .map(({ from, y }, row) => {
          const before = bars[row]
          return before === undefined
            ? ''
            : `M${short(Math.min(before.from + before.wide, from + 8))} ${short(before.y + gap * 0.56)}V${short(y)}`
        })
        .join(''),
      'soft',
      1,
    ),
    line(`M${short(now)} 26v150`, 'accent', 1.25, '3 3'),
    dots(
      bars.slice(-1).map(({ from, wide, y }) => [from + wide + 9, y + gap * 0.28]),
      7,
      'accent',
    ),
  ].join('')
}

/** One to three vessels with stirrer, jacket and lines. */
export function vessels(s: Seeded): string {
  const count = s.int(1, 3)
  const step = 250 / count
  const wide = count === 1 ? 84 : count === 2 ? 66 : 50
  const main = s.int(0, count - 1)
  return [
    line('M16 178H304', 'soft', 1.25),
    ...range(count).map((index) => {
      const x = 36 + step * (index + 0.5) - (count === 1 ? 24 : 0) - wide / 2
      const high = s.between(74, 94)
      const top = 52
      const level = top + high * s.between(0.34, 0.62)
      const r = wide / 2
      const active = index === main
      const stirrer = s.int(0, 2)
      const cx = x + r
      const foot = top + high + r * 0.4
      return [
        shape(
          `M${short(x)} ${top}h${short(wide)}v${short(high - 14)}q0 ${short(r * 0.8)} ${short(-r)} ${short(r * 0.8)}t${short(-r)} ${short(-r * 0.8)}z`,
          'paper',
        ),
        shape(
          `M${short(x)} ${short(level)}h${short(wide)}V${short(top + high - 14)}q0 ${short(r * 0.8)} ${short(-r)} ${short(r * 0.8)}t${short(-r)} ${short(-r * 0.8)}z`,
          active ? 'tint' : 'faint',
          'none',
          0,
          active ? 1 : 0.6,
        ),
        line(
          `M${short(x)} ${top}h${short(wide)}v${short(high - 14)}q0 ${short(r * 0.8)} ${short(-r)} ${short(r * 0.8)}t${short(-r)} ${short(-r * 0.8)}z`,
          active ? 'accent' : 'ink',
          1.75,
        ),
        line(
          `M${short(x - 6)} ${short(top + 22)}v${short(high - 34)}q0 ${short(r * 0.9)} ${short(r + 6)} ${short(r * 0.9)}t${short(r + 6)} ${short(-r * 0.9)}v${short(34 - high)}`,
          'soft',
          1,
        ),
        line(`M${short(x - 5)} ${top}h${short(wide + 10)}M${short(cx)} ${top - 8}V${short(foot - 16)}`, 'ink', 1.5),
        shape(roundedPath(cx - 9, top - 24, 18, 16, 3), 'paper', 'ink', 1.25),
        stirrer === 0
          ? line(
              `M${short(cx - r * 0.5)} ${short(foot - 18)}h${short(r)}M${short(cx - r * 0.4)} ${short(foot - 38)}h${short(r * 0.8)}`,
              'ink',
              2,
            )
          : stirrer === 1
            ? line(
                `M${short(cx - r * 0.6)} ${short(foot - 44)}v14q0 14 ${short(r * 0.6)} 14t${short(r * 0.6)}-14v-14`,
                'ink',
                1.75,
              )
            : line(`M${short(cx - r * 0.5)} ${short(foot - 24)}l${short(r)} 8m0-8l${short(-r)} 8`, 'ink', 1.75),
        line(`M${short(cx)} ${short(top + high - 14 + r * 0.8)}V174`, 'ink', 1.5),
        index + 1 < count
          ? line(arrow(cx, 166, cx + step - r - 12), active ? 'accent' : 'ink', 1.5) +
            line(`M${short(cx + step - r - 12)} 166V${top + 12}`, active ? 'accent' : 'ink', 1.5)
          : '',
        dots(
          [
            [x + 8, level + 16],
            [x + wide - 12, level + 9],
            [x + 14, level + 27],
          ],
          3,
          active ? 'accent' : 'soft',
        ),
        shape(circlePath(x + wide + 14, top + 34, 8), 'paper', 'ink', 1.1),
        words(x + wide + 14, top + 37, s.pick('TI', 'PI', 'pH', 'FI'), { anchor: 'middle', size: 7, ink: 'ink' }),
      ].join('')
    }),
    count === 1
      ? shape(roundedPath(226, 78, 54, 64, 4), 'paper', 'ink', 1.5) +
        line('M226 100h54M240 78v64', 'soft', 1) +
        line(arrow(186, 166, 250) + 'M253 166v-24', 'accent', 1.75)
      : '',
  ].join('')
}

/** Pumps, a coil and a collector. */
export function flowLine(s: Seeded): string {
  const pumps = s.int(2, 3)
  const turns = s.int(5, 9)
  const gap = 110 / pumps
  const y = (pump: number) => 46 + gap * (pump + 0.5)
  const wide = 96 / turns
  return [
    ...range(pumps).map(
      (pump) =>
        shape(circlePath(46, y(pump), 15), pump === 0 ? 'tint' : 'paper', pump === 0 ? 'accent' : 'ink', 1.5) +
        line(`M40 ${short(y(pump) - 8)}l16 8-16 8z`, pump === 0 ? 'accent' : 'ink', 1.25) +
        line(`M20 ${short(y(pump))}h10`, 'soft', 1.25),
    ),
    line(
      range(pumps)
        .map((pump) => `M62 ${short(y(pump))}C86 ${short(y(pump))} 80 100 104 100`)
        .join(''),
      'ink',
      1.5,
    ),
    shape(roundedPath(108, 58, 124, 84, 6), 'paper', 'soft', 1.25),
    line(
      `M104 100h12${range(turns)
        .map((turn) => {
          const bend = turn % 2 === 0 ? -46 : 46
          return `c0 ${bend} ${short(wide)} ${bend} ${short(wide)} 0`
        })
        .join('')}H246`,
      'accent',
      2,
    ),
    words(170, 156, `${s.int(20, 160)} ℃`, { anchor: 'middle' }),
    line('M246 100h22v24', 'ink', 1.5),
    shape('M254 126h28v34a8 8 0 0 1-8 8h-12a8 8 0 0 1-8-8z', 'paper', 'ink', 1.5),
    shape(`M255 ${s.int(138, 150)}H281V160a8 8 0 0 1-8 8h-10a8 8 0 0 1-8-8z`, 'tint'),
    shape(circlePath(268, 82, 9), 'paper', 'ink', 1.25),
    words(268, 85, 'UV', { anchor: 'middle', size: 7, ink: 'ink' }),
    line('M268 91v9', 'ink', 1.1),
  ].join('')
}

const pageLines = (s: Seeded, x: number, y: number, wide: number, count: number): string =>
  range(count)
    .map((row) => `M${short(x)} ${short(y + row * 9)}h${short(wide * (row === count - 1 ? 0.5 : s.between(0.7, 1)))}`)
    .join('')

/** Modules of a submission as a stack or a pyramid. */
export function modules(s: Seeded): string {
  if (s.chance(0.4)) {
    const levels = s.int(3, 5)
    const high = 150 / levels
    const at = (level: number) => 24 + high * level
    const reach = s.between(96, 122)
    const half = (level: number) => 8 + (reach * level) / levels
    const marked = s.int(0, levels - 1)
    return (
      range(levels)
        .map((level) =>
          shape(
            `M${short(160 - half(level))} ${short(at(level))}H${short(160 + half(level))}L${short(160 + half(level + 1))} ${short(at(level + 1) - 4)}H${short(160 - half(level + 1))}z`,
            level === marked ? 'tint' : 'paper',
            level === marked ? 'accent' : 'ink',
            1.5,
          ),
        )
        .join('') +
      range(levels)
        .map((level) =>
          words(160, at(level) + high / 2 + 2, `模块 ${level + 1}`, {
            anchor: 'middle',
            ink: level === marked ? 'accent' : 'ink',
          }),
        )
        .join('')
    )
  }
  const count = s.int(4, 5)
  const step = 248 / count
  const marked = s.int(0, count - 1)
  return (
    line('M24 168H296', 'ink', 1.75) +
    range(count)
      .map((index) => {
        const x = 36 + step * index
        const high = s.between(96, 128)
        const wide = step - s.between(8, 14)
        const on = index === marked
        return (
          shape(roundedPath(x, 168 - high, wide, high, 3), on ? 'tint' : 'paper', on ? 'accent' : 'ink', 1.5) +
          line(
            `M${short(x)} ${short(168 - high + 20)}h${short(wide)}M${short(x)} 152h${short(wide)}`,
            on ? 'accent' : 'soft',
            1,
          ) +
          words(x + wide / 2, 168 - high + 14, `M${index + 1}`, { anchor: 'middle', ink: on ? 'accent' : 'ink' }) +
          line(pageLines(s, x + 8, 168 - high + 34, wide - 16, 4), on ? 'accent' : 'soft', 1)
        )
      })
      .join('')
  )
}

/** Folders and files of an electronic submission. */
export function folders(s: Seeded): string {
  const rows = s.int(7, 9)
  const gap = 146 / rows
  let depth = 0
  const marked = s.int(3, rows - 2)
  const lines = range(rows).map((row) => {
    depth = row === 0 ? 0 : Math.max(1, Math.min(3, depth + s.int(-1, 1)))
    return { depth, y: 30 + gap * row, wide: s.between(56, 128) }
  })
  return [
    shape(roundedPath(34, 16, 252, 168, 6), 'paper', 'soft', 1.25),
    shape(roundedPath(42, (lines[marked]?.y ?? 60) - 4, 236, gap - 1, 3), 'tint'),
    ...lines.map(({ depth: level, y, wide }, row) => {
      const x = 50 + level * 22
      const on = row === marked
      const icon =
        level < 2 ? `M${short(x)} ${short(y)}h5l2 2.4h6v8h-13z` : `M${short(x + 1)} ${short(y - 1)}h6l4 4v8h-10z`
      return (
        shape(icon, on ? 'accent' : level < 2 ? 'tint' : 'paper', on ? 'accent' : 'ink', 1) +
        line(`M${short(x + 20)} ${short(y + 5)}h${short(wide)}`, on ? 'accent' : 'soft', 2)
      )
    }),
    line(
      lines
        .slice(1)
        .map(({ depth: level, y }) => `M${short(46 + (level - 1) * 22 + 8)} ${short(y - gap + 12)}V${short(y + 5)}h8`)
        .join(''),
      'faint',
      1,
    ),
  ].join('')
}

/** Sheets that are checked line by line. */
export function checkSheet(s: Seeded): string {
  const sheets = s.int(1, 2)
  const rows = s.int(5, 7)
  const gap = 118 / rows
  const x0 = sheets === 1 ? 84 : 38
  const wide = sheets === 1 ? 136 : 112
  return range(sheets)
    .map((sheet) => {
      const x = x0 + sheet * 128
      const open = s.int(2, rows - 1)
      return [
        shape(`M${x} 18h${wide - 18}l18 18v146h-${wide}z`, 'paper', 'ink', 1.5),
        line(`M${x + wide - 18} 18v18h18M${x + 14} 34h${short(wide * 0.4)}`, 'ink', 1.5),
        ...range(rows).map((row) => {
          const y = 54 + gap * row
          const isDone = row < open
          return (
            shape(roundedPath(x + 14, y, 10, 10, 2), isDone ? 'tint' : 'paper', isDone ? 'accent' : 'soft', 1.25) +
            (isDone ? line(`M${x + 16.5} ${short(y + 5)}l2 2.4 4-5`, 'accent', 1.4) : '') +
            line(`M${x + 32} ${short(y + 5)}h${short((wide - 50) * s.between(0.55, 1))}`, 'soft', 1.5)
          )
        }),
      ].join('')
    })
    .concat(
      sheets === 1
        ? [shape(circlePath(236, 142, 24), 'paper', 'accent', 1.75) + line('M225 142l8 9 14-17', 'accent', 2.5)]
        : [],
    )
    .join('')
}

/** Steps that return to their beginning. */
export function cycle(s: Seeded): string {
  const count = s.int(4, 6)
  const names = ['计划', '执行', '检查', '纠正', '复核', '关闭']
  const turn = -Math.PI / 2 + s.between(-0.2, 0.2)
  const place = (index: number): Point => [
    160 + Math.cos(turn + (index / count) * Math.PI * 2) * 98,
    100 + Math.sin(turn + (index / count) * Math.PI * 2) * 66,
  ]
  const marked = s.int(0, count - 1)
  return [
    `<ellipse cx="160" cy="100" rx="98" ry="66" stroke="${colour.soft}" stroke-width="1.5" stroke-dasharray="${s.pick('5 5', '2 4', '9 4')}"/>`,
    ...range(count).map((index) => {
      const [x, y] = place(index)
      const on = index === marked
      return (
        shape(
          roundedPath(x - 27, y - 15, 54, 30, s.pick(15, 6, 6)),
          on ? 'tint' : 'paper',
          on ? 'accent' : 'ink',
          1.5,
        ) + words(x, y + 3.5, names[index] ?? '', { anchor: 'middle', ink: on ? 'accent' : 'ink', size: 10 })
      )
    }),
    shape(circlePath(160, 100, 20), 'paper', 'accent', 1.5),
    line('M152 100l6 7 11-13', 'accent', 2),
  ].join('')
}

/** A table of requirements against evidence. */
export function matrix(s: Seeded): string {
  const [rows, across] = [s.int(5, 7), s.int(4, 6)]
  const [dx, dy] = [190 / across, 136 / rows]
  const marked = s.int(0, across - 1)
  const full: Point[] = []
  const part: Point[] = []
  for (const row of range(rows))
    for (const column of range(across))
      (s.chance(0.52) ? full : s.chance(0.5) ? part : []).push([92 + dx * (column + 0.5), 42 + dy * (row + 0.5)])
  return [
    shape(roundedPath(26, 18, 268, 164, 5), 'paper', 'soft', 1.25),
    shape(rectPath(92 + dx * marked, 18, dx, 164), 'tint', 'none', 0, 0.7),
    line(
      `M26 40H294M88 18v164${range(rows - 1)
        .map((row) => `M26 ${short(42 + dy * (row + 1))}H294`)
        .join('')}`,
      'faint',
      1,
    ),
    line(
      range(rows)
        .map((row) => `M36 ${short(42 + dy * (row + 0.5))}h${s.int(22, 42)}`)
        .join(''),
      'soft',
      2,
    ),
    line(
      range(across)
        .map((column) => `M${short(92 + dx * (column + 0.28))} 30h${short(dx * 0.44)}`)
        .join(''),
      'ink',
      2,
    ),
    dots(full, 10, 'accent'),
    dots(part, 10, 'soft'),
    dots(part, 7, 'paper'),
  ].join('')
}

/** Two documents that say the same. */
export function pair(s: Seeded): string {
  const gap = s.int(26, 54)
  const wide = 104
  const left = 160 - gap / 2 - wide
  const right = 160 + gap / 2
  const sheet = (x: number, on: boolean, head: string) =>
    shape(roundedPath(x, 24, wide, 152, 4), on ? 'tint' : 'paper', on ? 'accent' : 'ink', 1.5) +
    words(x + wide / 2, 44, head, { anchor: 'middle', ink: on ? 'accent' : 'ink', size: 11 }) +
    line(pageLines(s, x + 14, 60, wide - 28, 6), on ? 'accent' : 'soft', 1.5) +
    (s.chance(0.6)
      ? line(rectPath(x + 14, 122, wide - 28, 38), on ? 'accent' : 'soft', 1) +
        line(
          through(range(7).map((at): Point => [x + 18 + at * 11.5, 150 - s.between(0, 22)])),
          on ? 'accent' : 'ink',
          1.5,
        )
      : line(pageLines(s, x + 14, 122, wide - 28, 5), on ? 'accent' : 'soft', 1.5))
  const [one, two] = s.pick<readonly [string, string]>(
    ['中文', 'English'],
    ['NMPA', 'FDA'],
    ['申报', '对照'],
    ['原研', '仿制'],
  )
  return [
    sheet(left, false, one),
    sheet(right, true, two),
    line(
      range(3)
        .map((row) => {
          const y = 72 + row * 36
          return `M${left + wide + 4} ${y}H${right - 4}m-4-3 4 3-4 3`
        })
        .join(''),
      'accent',
      1.5,
    ),
  ].join('')
}

/** Reports that are written: pages, a magnifier over a finding. */
export function review(s: Seeded): string {
  const pages = s.int(2, 4)
  const [mx, my] = [s.between(170, 240), s.between(92, 140)]
  return [
    ...range(pages)
      .toReversed()
      .map((page) =>
        shape(
          roundedPath(58 + page * 16, 22 + page * 7, 120, 148 - page * 3, 4),
          'paper',
          page === 0 ? 'ink' : 'soft',
          1.4,
        ),
      ),
    line('M74 42h56', 'ink', 2),
    line(pageLines(s, 74, 58, 88, 5) + pageLines(s, 74, 112, 88, 5), 'soft', 1.4),
    shape(rectPath(72, s.pick(74, 92, 118), 92, 12), 'tint'),
    line(`M${short(mx + 23)} ${short(my + 23)}l22 22`, 'ink', 5),
    shape(circlePath(mx, my, 31), 'paper', 'ink', 2),
    shape(circlePath(mx, my, 25), 'tint', 'accent', 1),
    s.chance(0.5)
      ? line(`M${short(mx - 12)} ${short(my)}l8 10 17-20`, 'accent', 3)
      : line(through(range(6).map((at): Point => [mx - 18 + at * 7, my + 8 - s.between(0, 22)])), 'accent', 2),
  ].join('')
}

/** A table with people and a subject. */
export function meeting(s: Seeded): string {
  const people = s.int(4, 7)
  const places = range(people).map((index): Point => {
    const angle = Math.PI + (Math.PI * (index + 0.5)) / people
    return [160 + Math.cos(angle) * 112, 150 + Math.sin(angle) * 84]
  })
  const speaker = s.int(0, people - 1)
  return [
    shape(roundedPath(112, 22 + 8, 96, 34, 4), 'paper', 'soft', 1.25),
    line(through(range(8).map((at): Point => [120 + at * 11.5, 58 - s.between(2, 22)])), 'accent', 1.5),
    shape(ellipsePath(160, 146, 92, 30), 'paper', 'ink', 1.5),
    ...places.map(
      ([x, y], index) =>
        shape(
          circlePath(x, y - 12, 8.5),
          index === speaker ? 'tint' : 'paper',
          index === speaker ? 'accent' : 'ink',
          1.5,
        ) +
        shape(
          `M${short(x - 14)} ${short(y + 16)}v-6a14 12 0 0 1 28 0v6z`,
          index === speaker ? 'tint' : 'paper',
          index === speaker ? 'accent' : 'ink',
          1.5,
        ),
    ),
    shape(roundedPath(140, 136, 40, 20, 2), 'tint', 'accent', 1),
    line('M146 143h28m-28 6h18', 'accent', 1.1),
  ].join('')
}

/** An implant or a part with its dimensions. */
export function device(s: Seeded): string {
  const kind = s.int(0, 2)
  if (kind === 0) {
    const rings = s.int(7, 11)
    const step = 216 / rings
    const high = s.between(26, 40)
    const rows = 3
    const row = (at: number) =>
      range(rings)
        .map((index) => {
          const x = 52 + step * index
          const y = 100 - high + (high * 2 * (at + 0.5)) / rows
          const half = high / rows
          return `M${short(x)} ${short(y)}q${short(step / 4)} ${short(-half * 1.5)} ${short(step / 2)} 0t${short(step / 2)} 0`
        })
        .join('')
    return [
      shape(roundedPath(44, 100 - high - 6, 232, 2 * high + 12, 10), 'tint', 'none', 0, 0.6),
      ...range(rows).map((at) => line(row(at), at === 1 ? 'accent' : 'ink', 1.75)),
      line(
        range(rings - 1)
          .map((index) => `M${short(52 + step * (index + 1))} ${short(100 - high * 0.67)}v${short(high * 1.34)}`)
          .join(''),
        'soft',
        1,
      ),
      line(
        `M52 ${short(100 + high + 22)}H268m-5-3 5 3-5 3M57 ${short(100 + high + 19)}l-5 3 5 3M36 ${short(100 - high)}v${short(2 * high)}m-3-5 3 5 3-5`,
        'soft',
        1,
      ),
      words(160, 100 + high + 36, `${s.int(12, 38)} mm`, { anchor: 'middle' }),
    ].join('')
  }
  if (kind === 1) {
    const threads = s.int(7, 12)
    const step = 130 / threads
    return [
      shape('M56 70h26l8 12v36l-8 12H56q-8-30 0-60z', 'tint', 'accent', 1.5),
      shape('M90 86h140l34 14-34 14H90z', 'paper', 'ink', 1.5),
      line(
        range(threads)
          .map((at) => `M${short(96 + step * at)} 82l${short(step * 0.6)} 36`)
          .join(''),
        'ink',
        1.5,
      ),
      line('M60 92h18M60 108h18', 'accent', 1.25),
      line('M56 146H264m-5-3 5 3-5 3M61 143l-5 3 5 3', 'soft', 1),
      words(160, 161, `Φ ${s.int(2, 6)}.${s.pick(0, 5)} × ${s.int(10, 60)} mm`, { anchor: 'middle' }),
    ].join('')
  }
  return [
    shape(roundedPath(64, 40, 150, 104, 8), 'paper', 'ink', 1.5),
    shape(roundedPath(76, 52, 126, 62, 4), 'tint', 'accent', 1.25),
    line(`M80 ${s.int(78, 90)}h20l5-16 8 30 7-20 4 6h18l5-14 7 26 6-18 4 6h28`, 'accent', 1.75),
    dots(
      range(4).map((at): Point => [86 + at * 16, 130]),
      7,
      'soft',
    ),
    shape(circlePath(192, 130, 7), 'paper', 'ink', 1.25),
    line('M214 92h20q14 0 14 14v40q0 12 12 12', 'ink', 1.75),
    shape(roundedPath(248, 150, 28, 18, 5), 'paper', 'ink', 1.5),
    line('M100 144v14h78v-14M86 158h106', 'ink', 1.5),
  ].join('')
}

/** Antibodies; one with a load or a second arm. */
export function antibody(s: Seeded): string {
  const count = s.int(1, 3)
  const size = count === 1 ? 1.35 : count === 2 ? 1 : 0.78
  const step = 300 / count
  const marked = s.int(0, count - 1)
  return range(count)
    .map((index) => {
      const [x, y] = [10 + step * (index + 0.5), 108 + s.between(-6, 6)]
      const at = (dx: number, dy: number) => `${short(x + dx * size)} ${short(y + dy * size)}`
      const on = index === marked
      const arm = (side: number, ink: Colour) =>
        `<path d="M${at(side * 6, 4)}L${at(side * 34, -34)}" stroke="${colour[ink]}" stroke-width="${short(11 * size)}"/><path d="M${at(side * 18, 6)}L${at(side * 46, -30)}" stroke="${colour.soft}" stroke-width="${short(9 * size)}"/>` +
        `<path d="M${at(side * 36, -38)}L${at(side * 47, -53)}" stroke="${on ? colour.accent : colour.soft}" stroke-width="${short(11 * size)}"/><path d="M${at(side * 49, -34)}L${at(side * 59, -48)}" stroke="${colour.tint}" stroke-width="${short(9 * size)}"/>`
      const load = s.chance(0.5)
        ? dots(
            [
              [x - 6 * size, y + 44 * size],
              [x + 18 * size, y + 60 * size],
              [x - 18 * size, y + 26 * size],
            ],
            9 * size,
            'accent',
          )
        : ''
      return (
        arm(-1, 'ink') +
        arm(1, 'ink') +
        `<path d="M${at(-6, 12)}V${short(y + 62 * size)}M${at(6, 12)}V${short(y + 62 * size)}" stroke="${colour.ink}" stroke-width="${short(9 * size)}"/>` +
        line(`M${at(-10, 8)}H${short(x + 10 * size)}`, 'paper', 2) +
        (on ? load : '')
      )
    })
    .join('')
}

/** Mice, or larger animals, in housing. */
export function housing(s: Seeded): string {
  const count = s.int(1, 2)
  const wide = count === 1 ? 190 : 126
  return range(count)
    .map((index) => {
      const x = count === 1 ? 65 : 24 + index * 146
      const flip = s.chance(0.5)
      const scale = count === 1 ? s.between(0.56, 0.66) : s.between(0.4, 0.47)
      const [mx, my] = [x + wide / 2, 146]
      const animal = `<g transform="translate(${short(mx + (flip ? 104 : -104) * scale)} ${short(my - 178 * scale)})scale(${flip ? -scale : scale} ${scale})"><path d="M42 150c6-30 24-44 44-50 30-12 76-8 96 22 12 18 10 40-2 46H74c-14 0-30-8-32-18z" fill="${colour.paper}" stroke="${colour.ink}" stroke-width="3"/><path d="M112 168c-4-26 10-46 36-48 24 0 40 18 38 40-1 4-3 7-6 8z" fill="${colour.tint}"/><path d="M182 156c22 0 34-12 26-26-6-10 2-20 10-18M84 168c-2 8-8 10-14 10h20M152 168c2 8 0 10-4 10h22" stroke="${colour.ink}" stroke-width="3"/><ellipse cx="88" cy="96" rx="14" ry="16" fill="${colour.tint}" stroke="${colour.ink}" stroke-width="3"/><circle cx="66" cy="126" r="4.5" fill="${colour.accent}"/></g>`
      return [
        shape(`M${x} 66h${wide}l-8 94h${16 - wide}z`, 'paper', 'ink', 1.75),
        shape(`M${x + 6} 144h${wide - 12}l-1.5 14H${x + 8}z`, 'faint', 'none', 0, 0.8),
        animal,
        line(
          `M${x - 6} 66h${wide + 12}${range(count === 1 ? 13 : 9)
            .map((at) => `M${short(x + 8 + at * 14)} 52v14`)
            .join('')}M${x} 52h${wide}`,
          'ink',
          1.5,
        ),
        s.chance(0.7)
          ? shape(roundedPath(x + wide - 46, 30, 20, 34, 4), 'tint', 'accent', 1.25) +
            line(`M${x + wide - 36} 64v22`, 'accent', 1.5)
          : '',
        shape(rectPath(x + 10, 82, 34, 20), 'paper', 'soft', 1),
        line(`M${x + 14} 89h24m-24 6h16`, 'soft', 1),
      ].join('')
    })
    .join('')
}

/** A molecule entering the pocket of a protein. */
export function docking(s: Seeded): string {
  const turn = s.between(0, 60)
  const ring = (x: number, y: number, r: number) =>
    through(
      [...range(6), 0].map((at): Point => [
        x + Math.cos(((turn + at * 60) * Math.PI) / 180) * r,
        y + Math.sin(((turn + at * 60) * Math.PI) / 180) * r,
      ]),
    )
  const [x, y] = [s.between(146, 172), s.between(70, 84)]
  const contacts = range(s.int(3, 5)).map((): readonly [Point, Point] => [
    [x + s.between(-34, 40), y + s.between(2, 18)],
    [x + s.between(-70, 76), y + s.between(44, 62)],
  ])
  return [
    shape(
      `M20 ${s.int(58, 76)}C60 ${s.int(30, 50)} 90 60 ${short(x - 46)} 76c10 4 8 ${s.int(40, 52)} 44 52s52-14 56-46c24-34 60-44 104-${s.int(8, 26)}V184H20z`,
      'tint',
      'accent',
      1.5,
    ),
    line(
      range(s.int(4, 6))
        .map((at) => `M${short(34 + at * 46)} ${short(s.between(144, 172))}q14-16 28 0t24-4`)
        .join(''),
      'soft',
      1.25,
    ),
    line(contacts.map(([a, b]) => through([a, b])).join(''), 'accent', 1.25, '3 3'),
    line(ring(x - 15, y, 16) + ring(x + 14, y, 16), 'ink', 2),
    line(`M${short(x - 31)} ${short(y)}l-14-10M${short(x + 30)} ${short(y)}l16 8m0 0 14-8`, 'ink', 2),
    dots(
      [
        [x - 45, y - 10],
        [x + 60, y],
        [x, y + 10],
      ],
      9,
      'accent',
    ),
    dots(
      contacts.map(([, b]) => b),
      8,
      'ink',
    ),
  ].join('')
}
