/** One row of measurements. */
export interface Line {
  readonly what: string
  readonly figure: string
  /** Percentage of a bare node:http server with the same bytes, if comparable. */
  readonly ofBare?: string
}

/** Rows as a Markdown table. */
export function table(lines: readonly Line[]): string {
  const rows = lines.map(({ what, figure, ofBare = '' }) => `| ${what} | ${figure} | ${ofBare} |`)
  return ['| what | figure | of node:http with the same bytes |', '| --- | --- | --- |', ...rows].join('\n')
}

/** Parses the rows of a table written by `table` from a document. */
export function linesOf(document: string): Line[] {
  return document.split('\n').flatMap((row) => {
    const [, what, figure, ofBare, ...rest] = row.split('|').map((cell) => cell.trim())
    const isLine = what !== undefined && figure !== undefined && ofBare !== undefined && rest.length === 1
    return isLine && what !== 'what' && !what.startsWith('---') ? [{ what, figure, ofBare }] : []
  })
}

/** Replaces rows that were measured again; new ones are appended. */
export function withLines(before: readonly Line[], measured: readonly Line[]): Line[] {
  const again = new Map(measured.map((line) => [line.what, line]))
  const known = new Set(before.map(({ what }) => what))
  return [...before.map((line) => again.get(line.what) ?? line), ...measured.filter(({ what }) => !known.has(what))]
}
