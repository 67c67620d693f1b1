import type { Measured } from './lighthouse.ts'

/** One page's row. Bytes as they travel, compressed. */
export interface PageLine extends Pick<Measured, 'scores' | 'shift'> {
  readonly address: string
  /** Script before the visitor does anything. */
  readonly script: number
  /** HTML and CSS. */
  readonly page: number
}

const marks = ['<!-- pages:start -->', '<!-- pages:end -->'] as const
const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)

/** The pages as the README shows them: without the ids of the details that were looked at. */
export function pageTable(lines: readonly PageLine[]): string {
  const rows = lines.map(({ address, scores, shift, script, page }) => {
    const cells = [address.split('?')[0] ?? '', ...scores, Number(shift.toFixed(3)), kilobytes(script), kilobytes(page)]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| page | performance | accessibility | best practices | SEO | layout shift | script, KB | HTML and CSS, KB |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

/** The README with its table of pages renewed. */
export function withPages(readme: string, lines: readonly PageLine[]): string {
  const [start, end] = [readme.indexOf(marks[0]), readme.indexOf(marks[1])]
  if (start < 0 || end < 0) throw new Error(`The README lacks ${marks.join(' and ')}`)
  return `${readme.slice(0, start)}${marks[0]}\n\n${pageTable(lines)}\n\n${readme.slice(end)}`
}
