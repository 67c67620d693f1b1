/** One measured line. */
export interface Line {
  readonly what: string
  readonly figure: string
  /** Share of what a bare node:http server does with the same bytes, where that says something. */
  readonly ofBare?: string
}

export const marks = ['<!-- bench:start -->', '<!-- bench:end -->'] as const

/** The figures as the README shows them. */
export function table(lines: readonly Line[]): string {
  const rows = lines.map(({ what, figure, ofBare = '' }) => `| ${what} | ${figure} | ${ofBare} |`)
  return ['| what | figure | of node:http with the same bytes |', '| --- | --- | --- |', ...rows].join('\n')
}

/** The README with its figures renewed. */
export function withFigures(readme: string, lines: readonly Line[]): string {
  const [start, end] = [readme.indexOf(marks[0]), readme.indexOf(marks[1])]
  if (start < 0 || end < 0) throw new Error(`The README lacks ${marks.join(' and ')}`)
  return `${readme.slice(0, start)}${marks[0]}\n\n${table(lines)}\n\n${readme.slice(end)}`
}
