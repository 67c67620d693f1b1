import { isTemperature } from './temperature.ts'

/** A temperature that a sensor or a logger has measured. */
export interface Reading {
  readonly at: Date
  /** Distinguishes readings of the same millisecond; 0 by default. */
  readonly seq: number
  /** Hundredths of a degree Celsius. */
  readonly temperature: number
}

/** The one topic of a sensor, which it may publish to and nobody may read. */
export const sensorTopicOf = (sensorId: number): string => `sensors/${sensorId}/readings`
/** MQTT user name of a sensor; the password is its credential. */
export const sensorUserName = (sensorId: number): string => `sensor-${sensorId}`
/** Sensor that a user name is of; undefined for people. */
export function sensorIdOf(userName: string | undefined): number | undefined {
  const found = /^sensor-([1-9]\d{0,8})$/.exec(userName ?? '')
  return found === null ? undefined : Number(found[1])
}

/** Message of the refusal of what is no reading. */
export const malformedReadings = 'malformed readings'
/** Readings in one message, which has 1,024 bytes at most. */
export const maxReadingsPerMessage = 15
/** A clock of a sensor may be ahead by so much; milliseconds. */
const maxAheadMs = 10 * 60_000
/** Sensors keep what they could not send; milliseconds. */
const maxAgeMs = 400 * 86_400_000

/**
 * Readings of a message: `{"at":"2026-11-28T08:00:00Z","seq":1,"c":4.2}`, or a list of them. Undefined if anything in
 * it is not a reading: then nothing of it is taken.
 */
export function parseReadings(payload: string, now: number): Reading[] | undefined {
  const given = parseJson(payload)
  const list: readonly unknown[] = Array.isArray(given) ? given : [given]
  if (list.length === 0 || list.length > maxReadingsPerMessage) return undefined
  const readings = list.flatMap((each) => toReading(each, now) ?? [])
  return readings.length === list.length ? readings : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const memberOf = (value: object, name: string): unknown => Reflect.get(value, name)
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

function toReading(given: unknown, now: number): Reading | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const [at, seq, celsius] = [memberOf(given, 'at'), memberOf(given, 'seq') ?? 0, memberOf(given, 'c')]
  const ms = typeof at === 'string' && isoTime.test(at) ? Date.parse(at) : Number.NaN
  if (!isReadingTime(ms, now)) return undefined
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0 || seq > 2_147_483_647) return undefined
  if (typeof celsius !== 'number') return undefined
  const temperature = Math.round(celsius * 100)
  return isTemperature(temperature) ? { at: new Date(ms), seq, temperature } : undefined
}

/** Whether a reading can have been made at a time: not later than now, nor longer ago than sensors keep them. */
export const isReadingTime = (ms: number, now: number): boolean => ms <= now + maxAheadMs && ms >= now - maxAgeMs

/** Source of the readings of a sensor, and of a logger in a shipment. */
export const sensorSource = (sensorId: number): string => `sensor:${sensorId}`
export const loggerSource = (shipmentId: number, serialNo: string): string => `logger:${shipmentId}:${serialNo}`
/** Sensor of a source; undefined for a logger. */
export function sensorOfSource(source: string): number | undefined {
  const found = /^sensor:(\d+)$/.exec(source)
  return found === null ? undefined : Number(found[1])
}
/** Name of a source; `names` are those of sensors. */
export function sourceName(source: string, names: ReadonlyMap<number, string>): string {
  const sensorId = sensorOfSource(source)
  return sensorId === undefined
    ? `记录仪 ${source.split(':').slice(2).join(':')}`
    : (names.get(sensorId) ?? `传感器 ${sensorId}`)
}

/** When a sensor was with a shipment. */
export interface Assignment {
  readonly shipmentId: number
  readonly from: Date
  /** null = until now. */
  readonly until: Date | null
}

/** Shipment of a reading by the time it was made; null = the sensor was with none. */
export const shipmentOfReading = (assignments: readonly Assignment[], at: Date): number | null =>
  assignments.find(({ from, until }) => from <= at && (until === null || at <= until))?.shipmentId ?? null

/** Files that the readings of a shipment are exported as. */
export const readingFormats = ['xlsx', 'csv'] as const
export type ReadingFormat = (typeof readingFormats)[number]

/** Text of a cell that a table program takes as text: never a formula, whoever named the source. */
function csvText(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}

/** A reading with what a file says of it. */
interface ExportedReading extends Reading {
  /** Name of the source. */
  readonly source: string
  readonly isOutside: boolean
}

const csvHead = '时间（UTC）,序号,来源,温度（℃）,是否超温'

/** Readings as CSV with a byte order mark, which Excel needs to read UTF-8; times in UTC. */
export function readingsCsv(readings: readonly ExportedReading[]): string {
  const lines = readings.map(({ at, seq, source, temperature, isOutside }) =>
    [at.toISOString(), seq, csvText(source), temperature / 100, isOutside ? '超温' : ''].join(','),
  )
  return `\uFEFF${[csvHead, ...lines, ''].join('\r\n')}`
}
