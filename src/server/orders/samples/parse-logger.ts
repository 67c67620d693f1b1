import { parse } from 'csv-parse/sync'
import { CallFailed } from '../../../contract/failures.ts'
import {
  maxLoggerLines,
  readLoggerRecords,
  type LoggerFormat,
  type LoggerResult,
} from '../../../domain/orders/samples/logger-file.ts'

export interface ParseLoggerInput {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly format: LoggerFormat
  /** Milliseconds. */
  readonly now: number
}

/** Loggers of Windows programs write GB 18030 or UTF-16. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const delimiters = [',', ';', '\t'] as const

/** The separator that the first line has most of. */
function delimiterOf(text: string): string {
  const head = text.slice(0, 1000).split(/\r?\n/, 1)[0] ?? ''
  const counted = delimiters.map((each) => ({ each, count: head.split(each).length }))
  return counted.toSorted((a, b) => b.count - a.count)[0]?.each ?? ','
}

/**
 * Parses the CSV file of a temperature logger; runs in a worker thread, since the bytes are untrusted. Throws
 * loggerFileLong and loggerFileEmpty; faults of lines are in the result.
 */
export function parseLogger({ bytes, format, now }: ParseLoggerInput): LoggerResult {
  const text = textOf(bytes)
  const lines = text.split('\n', maxLoggerLines + 3).length
  if (lines > maxLoggerLines + 2) throw new CallFailed('loggerFileLong')
  const records = readRecords(text)
  if (records.length === 0) throw new CallFailed('loggerFileEmpty')
  const result = readLoggerRecords(records, format, now)
  if (result.readings.length === 0 && result.faultCount === 0) throw new CallFailed('loggerFileEmpty')
  return result
}

function readRecords(text: string): { line: number; cells: string[] }[] {
  try {
    const records: unknown = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 2_000,
      info: true,
    })
    return Array.isArray(records) ? records.flatMap((each) => recordOf(each) ?? []) : []
  } catch {
    throw new CallFailed('loggerFileEmpty')
  }
}

function recordOf(given: unknown): { line: number; cells: string[] } | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const [record, info]: unknown[] = [Reflect.get(given, 'record'), Reflect.get(given, 'info')]
  if (!Array.isArray(record) || typeof info !== 'object' || info === null) return undefined
  const line: unknown = Reflect.get(info, 'lines')
  return { line: typeof line === 'number' ? line : 0, cells: record.map(String) }
}
