import { field, ink, lineHeight, type PdfSheet } from './pdf-sheet.ts'

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
const [beside, above] = [5, 4]

interface Place {
  readonly x: number
  readonly width: number
  readonly align: 'left' | 'center' | 'right'
}

/** A table with lines around its cells. Its head stands on every page; a row breaks only where no page could hold it. */
export function drawTable(sheet: PdfSheet, { columns, rows }: PdfTable): void {
  const places = placesOf(columns)
  const linesOf = (cells: readonly string[]) =>
    places.map(({ width }, at) => sheet.linesOf(cells[at] ?? '', width - 2 * beside, size))
  const head = linesOf(columns.map((column) => column.head))
  const drawHead = () => drawRow(sheet, places, head, true)
  if (sheet.room() < rowHeight(head) + 2 * lineHeight(size)) sheet.newPage()
  drawHead()
  for (const row of rows) {
    let left = linesOf(row)
    const whole = rowHeight(left) <= field.bottom - field.top - rowHeight(head)
    while (left.some((lines) => lines.length > 0)) {
      const fits = Math.floor((sheet.room() - 2 * above) / lineHeight(size))
      const most = Math.max(...left.map((lines) => lines.length))
      if (fits < 1 || (whole && fits < most)) {
        sheet.newPage()
        drawHead()
        continue
      }
      drawRow(
        sheet,
        places,
        left.map((lines) => lines.slice(0, fits)),
        false,
      )
      left = left.map((lines) => lines.slice(fits))
    }
  }
}

function placesOf(columns: readonly PdfColumn[]): Place[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let x: number = field.left
  return columns.map(({ share, align = 'left' }) => {
    const place = { x, width: (field.width * share) / shares, align }
    x += place.width
    return place
  })
}

const rowHeight = (cells: readonly (readonly string[])[]): number =>
  Math.max(1, ...cells.map((lines) => lines.length)) * lineHeight(size) + 2 * above

function drawRow(
  sheet: PdfSheet,
  places: readonly Place[],
  cells: readonly (readonly string[])[],
  isHead: boolean,
): void {
  const height = rowHeight(cells)
  for (const [at, { x, width, align }] of places.entries()) {
    if (isHead) sheet.doc.rect(x, sheet.y, width, height).fill(ink.band)
    sheet.doc.lineWidth(0.5).rect(x, sheet.y, width, height).stroke(ink.line)
    for (const [row, line] of (cells[at] ?? []).entries()) {
      const place = { x: x + beside, y: sheet.y + above + row * lineHeight(size), width: width - 2 * beside }
      sheet.put(line, place, { size, align, bold: isHead })
    }
  }
  sheet.y += height
}
