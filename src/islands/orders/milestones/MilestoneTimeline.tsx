import type { OrderDetail } from '../../../contract/orders/orders.ts'
import { isMilestoneAccepted, isMilestoneSkipped, milestoneLabel } from '../../../domain/orders/milestone-states.ts'
import { milestoneTimeline, type TimelineBar, type TimelineRow } from '../../../domain/orders/milestone-timeline.ts'
import type { Side } from '../../../domain/sides.ts'

const at = ({ left, width }: TimelineBar) => ({ left: `${left}%`, width: `${width}%` })

/** Late work is marked by its colour and in words. */
const factClass = ({ status, lateDays }: TimelineRow) =>
  isMilestoneAccepted(status) ? 'bg-good' : lateDays > 0 ? 'bg-warn' : 'bg-accent'

const Legend = () => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-3">
    {(
      [
        ['计划', 'border border-accent-line bg-accent-tint'],
        ['实际', 'bg-accent'],
        ['已验收', 'bg-good'],
        ['超期', 'bg-warn'],
      ] as const
    ).map(([label, look]) => (
      <li key={label} className="inline-flex items-center gap-1.5">
        <span aria-hidden className={`h-2.5 w-5 rounded-full ${look}`} />
        {label}
      </li>
    ))}
  </ul>
)

type RowProps = { row: TimelineRow; months: readonly { left: number }[]; today: number | null; side: Side }

const Row = ({ row, months, today, side }: RowProps) => (
  <li className="items-center gap-x-4 py-2 md:grid md:grid-cols-[220px_minmax(0,1fr)]">
    <p className="flex min-w-0 gap-x-1.5 text-sm max-md:mb-1.5">
      <span className="truncate">
        {row.seq}. {row.name}
      </span>
      <span className="sr-only">，{milestoneLabel(row.status, side).label}</span>
      {isMilestoneSkipped(row.status) && <span className="shrink-0 text-ink-3">不再执行</span>}
      {row.lateDays > 0 && <span className="shrink-0 text-warn">超期 {row.lateDays} 天</span>}
    </p>
    <div className="relative h-7 rounded-sm bg-surface-2" aria-hidden>
      {months.map(({ left }) => (
        <span key={left} className="absolute inset-y-0 w-px bg-line" style={{ left: `${left}%` }} />
      ))}
      <span
        className={`absolute top-1 h-2.5 rounded-full border ${isMilestoneSkipped(row.status) ? 'border-dashed border-line-control bg-surface' : 'border-accent-line bg-accent-tint'}`}
        style={at(row.plan)}
      />
      {row.fact !== null && (
        <span className={`absolute bottom-1 h-2 rounded-full ${factClass(row)}`} style={at(row.fact)} />
      )}
      {today !== null && (
        <span className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink-3" style={{ left: `${today}%` }} />
      )}
    </div>
  </li>
)

type Props = { order: Pick<OrderDetail, 'milestones' | 'confirmedAt' | 'createdAt'>; side: Side; now: string }

/** Plan and fact of the milestones on a time axis (Gantt). The list of the milestones has the dates as text. */
export const MilestoneTimeline = ({ order, side, now }: Props) => {
  const { milestones, confirmedAt, createdAt } = order
  const { rows, months, today } = milestoneTimeline(milestones, confirmedAt ?? createdAt, now)
  const late = rows.filter(({ lateDays }) => lateDays > 0).length
  const accepted = rows.filter(({ status }) => isMilestoneAccepted(status)).length
  return (
    <figure className="border-t border-line p-4 desk:px-6 desk:py-5">
      <figcaption className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-medium">
          进度：{rows.length} 个里程碑，已验收 {accepted} 个{late > 0 && `，${late} 个超期`}
        </span>
        <Legend />
      </figcaption>
      <div className="gap-x-4 md:grid md:grid-cols-[220px_minmax(0,1fr)]" aria-hidden>
        <span className="max-md:hidden" />
        <div className="relative h-5 text-xs text-ink-3">
          {months.map(({ label, left }) => (
            <span
              key={left}
              className={`absolute whitespace-nowrap ${left > 90 ? '-translate-x-full' : ''}`}
              style={{ left: `${left}%` }}
            >
              {label}
            </span>
          ))}
        </div>
      </div>
      <ol aria-label="计划与实际">
        {rows.map((row) => (
          <Row key={row.seq} row={row} months={months} today={today} side={side} />
        ))}
      </ol>
    </figure>
  )
}
