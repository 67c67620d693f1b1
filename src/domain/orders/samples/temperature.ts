/** Temperatures are hundredths of a degree Celsius: 2.5 ℃ = 250. */

/** Limits of samples or of a shipment; null = without that limit. */
export interface TemperatureLimits {
  readonly min: number | null
  readonly max: number | null
}

/** Limits of a shipment, and what may go beyond them before it counts as an excursion. */
export interface ShipmentLimits extends TemperatureLimits {
  /** Hundredths of a degree beyond a limit that are tolerated. */
  readonly tolerance: number
  /** Minutes beyond limit and tolerance that are tolerated; 0 = none. */
  readonly toleranceMinutes: number
}

/** Range that sensors measure. */
export const minTemperature = -27_315
export const maxTemperature = 20_000
export const maxTolerance = 1_000
export const maxToleranceMinutes = 24 * 60

export const areLimitsOrdered = ({ min, max }: TemperatureLimits): boolean => min === null || max === null || min < max

/** Limits that all of them keep; undefined where they exclude each other. */
export function commonLimits(all: readonly TemperatureLimits[]): TemperatureLimits | undefined {
  const lowest = all.flatMap(({ min }) => (min === null ? [] : [min]))
  const highest = all.flatMap(({ max }) => (max === null ? [] : [max]))
  const limits = {
    min: lowest.length === 0 ? null : Math.max(...lowest),
    max: highest.length === 0 ? null : Math.min(...highest),
  }
  return areLimitsOrdered(limits) ? limits : undefined
}

/** Whether a temperature is beyond a limit by more than the tolerance. */
export const isOutside = (temperature: number, { min, max, tolerance }: ShipmentLimits): boolean =>
  (min !== null && temperature < min - tolerance) || (max !== null && temperature > max + tolerance)

/** Whether a run of readings outside is an excursion: it lasts longer than is tolerated. */
export const isExcursion = (
  { first, last }: { readonly first: Date; readonly last: Date },
  { toleranceMinutes }: ShipmentLimits,
): boolean => toleranceMinutes === 0 || last.getTime() - first.getTime() > toleranceMinutes * 60_000

/** `2.5`, without unit. */
export const temperatureNumber = (temperature: number): string => String(temperature / 100)
/** `2.5 ℃`; `--` for none. */
export const formatTemperature = (temperature: number | null): string =>
  temperature === null ? '--' : `${temperatureNumber(temperature)}\u00A0℃`

/** `2~8 ℃`, `不高于 -60 ℃`, `不低于 2 ℃`, `未限定`. */
export function formatLimits({ min, max }: TemperatureLimits): string {
  if (min !== null && max !== null) return `${temperatureNumber(min)}~${formatTemperature(max)}`
  if (max !== null) return `不高于 ${formatTemperature(max)}`
  return min === null ? '未限定' : `不低于 ${formatTemperature(min)}`
}

/** Hundredths of a degree of what was typed; undefined unless a number with at most two decimals within the range. */
export function parseTemperature(typed: string): number | undefined {
  const text = typed.normalize('NFKC').trim().replace('−', '-')
  const found = /^([+-]?)(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text)
  if (found === null) return undefined
  const size = Number(found[2]) * 100 + Number((found[3] ?? '').padEnd(2, '0'))
  const temperature = found[1] === '-' ? 0 - size : size
  return isTemperature(temperature) ? temperature : undefined
}

export const isTemperature = (temperature: number): boolean =>
  Number.isSafeInteger(temperature) && temperature >= minTemperature && temperature <= maxTemperature

/** Units of logger files. */
export const temperatureUnits = ['C', 'F'] as const
export type TemperatureUnit = (typeof temperatureUnits)[number]
export const temperatureUnitLabels: Readonly<Record<TemperatureUnit, string>> = { C: '℃', F: '℉' }

/** Hundredths of a degree Celsius of a measured number; undefined outside of the range. */
export function toCelsius(value: number, unit: TemperatureUnit): number | undefined {
  if (!Number.isFinite(value)) return undefined
  const temperature = Math.round((unit === 'C' ? value : ((value - 32) * 5) / 9) * 100)
  return isTemperature(temperature) ? temperature : undefined
}

/** Consecutive readings of one source outside the limits. */
export interface OutsideRun {
  readonly source: string
  readonly first: Date
  readonly last: Date
  readonly min: number
  readonly max: number
}

/** The temperature of a run that is farthest beyond the limits. */
export function worstOf({ min, max }: Pick<OutsideRun, 'min' | 'max'>, limits: TemperatureLimits): number {
  const below = limits.min === null ? 0 : limits.min - min
  const above = limits.max === null ? 0 : max - limits.max
  return below > above ? min : max
}

/** An excursion that is known. */
export interface KnownExcursion {
  readonly id: number
  readonly source: string
  readonly firstAt: Date
  readonly lastAt: Date
  readonly isDecided: boolean
}

export interface JudgedRuns {
  /** Runs that are excursions nobody knows yet. */
  readonly opened: readonly OutsideRun[]
  /** Undecided excursions that lasted longer than was known. */
  readonly extended: readonly { readonly id: number; readonly run: OutsideRun }[]
}

/**
 * Compares runs outside the limits with the known excursions. What goes on after the buyer's decision is a new excursion
 * once it lasts longer than is tolerated.
 */
export function judgeRuns(
  runs: readonly OutsideRun[],
  known: readonly KnownExcursion[],
  limits: ShipmentLimits,
): JudgedRuns {
  const opened: OutsideRun[] = []
  const extended: { readonly id: number; readonly run: OutsideRun }[] = []
  for (const run of runs) {
    const overlapping = known.filter(
      ({ source, firstAt, lastAt }) => source === run.source && firstAt <= run.last && lastAt >= run.first,
    )
    const open = overlapping.find(({ isDecided }) => !isDecided)
    if (open !== undefined) {
      if (run.first < open.firstAt || run.last > open.lastAt) extended.push({ id: open.id, run })
      continue
    }
    const decidedUntil = Math.max(0, ...overlapping.map(({ lastAt }) => lastAt.getTime()))
    if (run.last.getTime() <= decidedUntil) continue
    const first = decidedUntil === 0 ? run.first : new Date(decidedUntil + 1)
    if (isExcursion({ first, last: run.last }, limits)) opened.push({ ...run, first })
  }
  return { opened, extended }
}
