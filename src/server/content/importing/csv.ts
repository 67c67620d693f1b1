/** A line of a CSV file with the number of the line it begins on. */
export interface CsvLine {
  readonly line: number
  readonly cells: readonly string[]
}

/** Rows of a CSV text (RFC 4180): quoted cells may hold commas, quotes and line breaks. Throws on a quote that never ends. */
export function csvRows(text: string): CsvLine[] {
  const rows: CsvLine[] = []
  let [cells, cell, line, begins, isQuoted]: [string[], string, number, number, boolean] = [[], '', 1, 1, false]
  const source = text.replace(/^\uFEFF/, '')
  const endCell = () => {
    cells.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (cells.some((each) => each !== '')) rows.push({ line: begins, cells })
    cells = []
  }
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at]
    if (sign === '\n') line += 1
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === ',') endCell()
    else if (sign === '\n') {
      endRow()
      begins = line
    } else if (sign !== '\r') cell += sign
  }
  if (isQuoted) throw new Error(`Line ${begins}: a quote is opened and never closed`)
  endRow()
  return rows
}
