import type { LighthouseResult } from './lighthouse.ts'

/** Row of one page. Transferred bytes, compressed. */
export interface PageLine extends Pick<LighthouseResult, 'scores' | 'shift'> {
  readonly address: string
  /** Script loaded before any interaction. */
  readonly script: number
  /** HTML and CSS. */
  readonly page: number
}

const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)

/** Pages as a Markdown table, without the ids of detail pages. */
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
