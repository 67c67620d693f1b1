import { parse } from 'csv-parse/sync'

/** A record of a CSV file with the number of its first line. */
export interface CsvLine {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Non-empty rows of a CSV text (RFC 4180): quoted cells may hold commas, quotes and line breaks; rows may differ in
 * length. Throws on a quote that is never closed.
 */
export function csvRows(text: string): CsvLine[] {
  const rows: CsvLine[] = []
  let linesBefore = 0
  parse(text, {
    bom: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    on_record: (cells: readonly string[], { lines }: { readonly lines: number }) => {
      if (cells.some((cell) => cell !== '')) rows.push({ line: linesBefore + 1, cells })
      linesBefore = lines
    },
  })
  return rows
}
