/** One of the nine backdrops of a shop’s header: lines in the accent colour, on a 1440 × 160 canvas. */
export type Backdrop = {
  readonly lines: string
  readonly dots: readonly (readonly [x: number, y: number, r: number])[]
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const round = (value: number) => Math.round(value * 10) / 10
/** x coordinate left of which the shop's name and logo are placed. */
const start = 640
const curve = (y: (x: number) => number, step = 20) =>
  range((1440 - start) / step + 1)
    .map((i) => `${i === 0 ? 'M' : 'L'}${start + i * step} ${round(y(start + i * step))}`)
    .join('')
const peak = (x: number, at: number, height: number, width: number) => height * Math.exp(-(((x - at) / width) ** 2))
const hexagon = (x: number, y: number, r: number) =>
  `${range(6)
    .map(
      (i) =>
        `${i === 0 ? 'M' : 'L'}${round(x + r * Math.sin((i * Math.PI) / 3))} ${round(y - r * Math.cos((i * Math.PI) / 3))}`,
    )
    .join('')}Z`

const chromatogram = curve(
  (x) => 138 - peak(x, 760, 60, 14) - peak(x, 930, 110, 16) - peak(x, 1080, 44, 14) - peak(x, 1240, 84, 20),
  8,
)
const doses = [0.4, 0.7, 1].map((k) => curve((x) => 140 - (110 * k) / (1 + Math.exp(-(x - 980) / 90)))).join('')
const lattice = range(3)
  .flatMap((row) => range(14).map((i) => hexagon(720 + i * 52 + (row % 2) * 26, 26 + row * 45, 26)))
  .join('')
const waves = range(5)
  .map((i) => curve((x) => 30 + i * 26 + 9 * Math.sin(x / 60 + i)))
  .join('')
const helix =
  [0, Math.PI].map((turn) => curve((x) => 80 + 44 * Math.sin(x / 70 + turn))).join('') +
  range(17)
    .map(
      (i) =>
        `M${start + i * 48 + 12} ${round(80 + 44 * Math.sin((start + i * 48 + 12) / 70))}V${round(80 - 44 * Math.sin((start + i * 48 + 12) / 70))}`,
    )
    .join('')
const gantt = range(8)
  .map((i) => `M${700 + i * 74} ${22 + i * 16}h${96 + (i % 3) * 56}`)
  .join('')
const gel = range(14)
  .flatMap((lane) => range(4).map((band) => `M${700 + lane * 50} ${24 + band * 34 + ((lane * 13 + band * 7) % 17)}h30`))
  .join('')
const elimination = [1, 0.62, 0.36]
  .map((k) =>
    curve((x) => 146 - 124 * k * (x < 700 ? 0 : Math.exp(-(x - 700) / 260) * (1 - Math.exp(-(x - 700) / 30)) * 1.3)),
  )
  .join('')

/** Nine, as in specification 9. */
export const backdrops: readonly Backdrop[] = [
  { lines: chromatogram, dots: [] },
  {
    lines: doses,
    dots: range(6).map((i) => [760 + i * 110, round(140 - 110 / (1 + Math.exp(-(i * 110 - 220) / 90))), 4] as const),
  },
  { lines: lattice, dots: [] },
  { lines: waves, dots: [] },
  { lines: helix, dots: [] },
  {
    lines: '',
    dots: range(5).flatMap((row) =>
      range(22).map((i) => [720 + i * 32, 18 + row * 31, (i * 7 + row * 5) % 11 === 0 ? 11 : 7] as const),
    ),
  },
  { lines: gantt, dots: [] },
  { lines: gel, dots: [] },
  {
    lines: elimination,
    dots: range(8).map(
      (i) =>
        [
          740 + i * 86,
          round(146 - 161 * Math.exp(-(40 + i * 86) / 260) * (1 - Math.exp(-(40 + i * 86) / 30))),
          4,
        ] as const,
    ),
  },
]
