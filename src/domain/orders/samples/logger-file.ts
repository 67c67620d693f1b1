import { isReadingTime, type Reading } from './reading.ts'
import { toCelsius, type TemperatureUnit } from './temperature.ts'

/** Lines of a logger file; a year of readings every ten minutes. */
export const maxLoggerLines = 60_000
/** Faults that are listed. */
export const maxLoggerFaults = 20

export const loggerFaults = ['columns', 'time', 'future', 'temperature', 'order'] as const
export type LoggerFault = (typeof loggerFaults)[number]
export const loggerFaultLabels: Readonly<Record<LoggerFault, string>> = {
  columns: '缺少时间或温度列',
  time: '时间无法识别',
  future: '时间晚于现在或过早',
  temperature: '温度无法识别或超出量程',
  order: '与前面的行时间相同但温度不同',
}

/** A line that cannot be read; `line` from 1, as an editor counts. */
export interface LoggerLineFault {
  readonly line: number
  readonly fault: LoggerFault
  /** What stands there, shortened. */
  readonly found: string
}

/** How a file is to be read. */
export interface LoggerFormat {
  readonly unit: TemperatureUnit
  /** Minutes east of UTC of times without an offset. */
  readonly offsetMinutes: number
}

export interface LoggerResult {
  readonly readings: readonly Reading[]
  readonly faults: readonly LoggerLineFault[]
  /** Faults in all, also those that are not listed. */
  readonly faultCount: number
}

/** A record of the file with the line where it begins. */
export interface LoggerRecord {
  readonly line: number
  readonly cells: readonly string[]
}

const timeHeads = /时间|日期|time|date/i
const temperatureHeads = /温度|temp|℃|°c|℉|°f/i

/** Places of the two columns by the head of the file; without a head the first two. */
function columnsOf(head: LoggerRecord | undefined): {
  readonly time: number
  readonly temperature: number
  readonly isHead: boolean
} {
  const cells = head?.cells ?? []
  const temperature = cells.findIndex((cell) => temperatureHeads.test(cell))
  const time = cells.findIndex((cell, at) => at !== temperature && timeHeads.test(cell))
  return time === -1 || temperature === -1
    ? { time: 0, temperature: 1, isHead: false }
    : { time, temperature, isHead: true }
}

/** Milliseconds of a time in a file: ISO or `2026/11/28 8:05:00`; NaN if it is none. A named offset counts first. */
function timeOf(typed: string, offsetMinutes: number): number {
  const found =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,3})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(
      typed.trim(),
    )
  if (found === null) return Number.NaN
  const [, year, month, day, hour, minute, second = '0', zone] = found
  const numbers = [year, month, day, hour, minute, second].map(Number)
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = numbers
  const utc = Date.UTC(y, mo - 1, d, h, mi, s)
  const read = new Date(utc)
  const isReal = read.getUTCMonth() === mo - 1 && read.getUTCDate() === d && h < 24 && mi < 60 && s < 60
  return isReal ? utc - (zone === undefined ? offsetMinutes : zoneMinutes(zone)) * 60_000 : Number.NaN
}

function zoneMinutes(zone: string): number {
  if (zone === 'Z') return 0
  const size = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return zone.startsWith('-') ? 0 - size : size
}

/** Number of a cell; a comma may be the decimal sign. */
function numberOf(cell: string): number {
  const text = cell
    .normalize('NFKC')
    .replace(/[℃℉°CF\s]/gi, '')
    .replace('−', '-')
    .replace(',', '.')
  return /^[+-]?\d{1,3}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
}

/** Readings of a logger file: two columns, time and temperature, found by the head or the first two. */
export function readLoggerRecords(
  records: readonly LoggerRecord[],
  { unit, offsetMinutes }: LoggerFormat,
  now: number,
): LoggerResult {
  const columns = columnsOf(records[0])
  const faults: LoggerLineFault[] = []
  let faultCount = 0
  const byTime = new Map<number, Reading>()
  const fail = (line: number, fault: LoggerFault, found: string) => {
    faultCount += 1
    if (faults.length < maxLoggerFaults) faults.push({ line, fault, found: found.slice(0, 40) })
  }
  for (const { line, cells } of records.slice(columns.isHead ? 1 : 0)) {
    const [time, measured] = [cells[columns.time], cells[columns.temperature]]
    if (time === undefined || measured === undefined) {
      fail(line, 'columns', cells.join(','))
      continue
    }
    const ms = timeOf(time, offsetMinutes)
    const temperature = toCelsius(numberOf(measured), unit)
    if (Number.isNaN(ms)) fail(line, 'time', time)
    else if (!isReadingTime(ms, now)) fail(line, 'future', time)
    else if (temperature === undefined) fail(line, 'temperature', measured)
    else {
      const known = byTime.get(ms)
      if (known !== undefined && known.temperature !== temperature) fail(line, 'order', `${time} ${measured}`)
      byTime.set(ms, { at: new Date(ms), seq: 0, temperature })
    }
  }
  return { readings: [...byTime.values()], faults, faultCount }
}
