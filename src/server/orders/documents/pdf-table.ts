import { contentArea, colors, lineHeight, type PdfSheet } from './pdf-sheet.ts'

export interface PdfColumn {
  readonly head: string
  /** Share of the width. */
  readonly share: number
  readonly align?: 'left' | 'center' | 'right'
}
export interface PdfTable {
  readonly columns: readonly PdfColumn[]
  readonly rows: readonly (readonly string[])[]
}

const size = 9
const [paddingX, paddingY] = [5, 4]

interface CellPlace {
  readonly x: number
  readonly width: number
  readonly align: 'left' | 'center' | 'right'
}

/** Draws a bordered table with its head on every page; a row is split only if it exceeds a whole page. */
export function drawTable(sheet: PdfSheet, { columns, rows }: PdfTable): void {
  const places = columnPlaces(columns)
  const linesOf = (cells: readonly string[]) =>
    places.map(({ width }, at) => sheet.linesOf(cells[at] ?? '', width - 2 * paddingX, size))
  const head = linesOf(columns.map((column) => column.head))
  const drawHead = () => drawRow(sheet, places, head, true)
  if (sheet.room() < rowHeight(head) + 2 * lineHeight(size)) sheet.newPage()
  drawHead()
  for (const row of rows) {
    let remaining = linesOf(row)
    const whole = rowHeight(remaining) <= contentArea.bottom - contentArea.top - rowHeight(head)
    while (remaining.some((lines) => lines.length > 0)) {
      const fits = Math.floor((sheet.room() - 2 * paddingY) / lineHeight(size))
      const longest = Math.max(...remaining.map((lines) => lines.length))
      if (fits < 1 || (whole && fits < longest)) {
        sheet.newPage()
        drawHead()
        continue
      }
      drawRow(
        sheet,
        places,
        remaining.map((lines) => lines.slice(0, fits)),
        false,
      )
      remaining = remaining.map((lines) => lines.slice(fits))
    }
  }
}

function columnPlaces(columns: readonly PdfColumn[]): CellPlace[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let x: number = contentArea.left
  return columns.map(({ share, align = 'left' }) => {
    const place = { x, width: (contentArea.width * share) / shares, align }
    x += place.width
    return place
  })
}

const rowHeight = (cells: readonly (readonly string[])[]): number =>
  Math.max(1, ...cells.map((lines) => lines.length)) * lineHeight(size) + 2 * paddingY

function drawRow(
  sheet: PdfSheet,
  places: readonly CellPlace[],
  cells: readonly (readonly string[])[],
  isHead: boolean,
): void {
  const height = rowHeight(cells)
  for (const [at, { x, width, align }] of places.entries()) {
    if (isHead) sheet.doc.rect(x, sheet.y, width, height).fill(colors.band)
    sheet.doc.lineWidth(0.5).rect(x, sheet.y, width, height).stroke(colors.line)
    for (const [row, line] of (cells[at] ?? []).entries()) {
      const place = { x: x + paddingX, y: sheet.y + paddingY + row * lineHeight(size), width: width - 2 * paddingX }
      sheet.put(line, place, { size, align, bold: isHead })
    }
  }
  sheet.y += height
}
