import type { ReactNode } from 'react'
import type { ChartSpec } from '../../charts/chart-spec.ts'
import { Chart } from '../../charts/Chart.tsx'

type Props = {
  title: string
  /** What is counted, in one line. */
  note?: string | undefined
  spec: ChartSpec
  height: number
  /** The table with the same data. */
  children: ReactNode
  /** The table is folded: the chart says enough for most. */
  folds?: boolean | undefined
}

/** A chart with its table. */
export const ChartCard = ({ title, note, spec, height, children, folds = false }: Props) => (
  <section className="min-w-0 rounded-lg border border-line bg-surface p-4 desk:p-5" aria-label={title}>
    <h2 className="text-lg font-semibold">{title}</h2>
    {note !== undefined && <p className="text-sm text-ink-3">{note}</p>}
    <div className="mt-4">
      <Chart title={title} spec={spec} height={height} />
    </div>
    {folds ? (
      <details className="mt-3">
        <summary className="inline-flex cursor-pointer items-center text-sm text-ink-2 hover:text-accent max-md:min-h-11">
          查看数据表
        </summary>
        <div className="mt-2">{children}</div>
      </details>
    ) : (
      <div className="mt-4">{children}</div>
    )}
  </section>
)
