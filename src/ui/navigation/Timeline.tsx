import { StateShape } from '../text/StateShape.tsx'
import { timelineItemClass, timelineLineClass, timelineTimeClass, type TimelineEntry } from './timeline-class.ts'

/** Timeline, newest first and highlighted. */
export const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <ol>
    {entries.map(({ tone, title, note, time, iso }, index) => (
      // Keys count from the oldest: entries are added at the top, and two may share a time and title.
      <li key={entries.length - index} className={timelineItemClass}>
        {index < entries.length - 1 && <span className={timelineLineClass} />}
        <span className="pt-1">
          <StateShape tone={tone} />
        </span>
        <div className="min-w-0 flex-1">
          <p className={index === 0 ? 'font-medium' : undefined}>{title}</p>
          {note && <p className="text-sm text-ink-3">{note}</p>}
        </div>
        <time dateTime={iso} className={timelineTimeClass}>
          {time}
        </time>
      </li>
    ))}
  </ol>
)
