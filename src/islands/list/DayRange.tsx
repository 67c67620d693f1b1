import { DateInput } from '../../ui/date/DateInput.tsx'

type Props = {
  /** Which days: 下单日期. */
  label: string
  /** Days as YYYY-MM-DD; empty = open. */
  from: string
  until: string
  onChange: (changed: { from: string } | { until: string }) => void
}

/** Filter of a list by days, both inclusive. */
export const DayRange = ({ label, from, until, onChange }: Props) => (
  <div className="flex items-center gap-2 max-md:w-full" role="group" aria-label={label}>
    <DateInput
      bare
      className="min-w-0 flex-1 md:w-38 md:flex-none"
      label={`${label}从`}
      value={from}
      max={until === '' ? undefined : until}
      onChange={(day) => onChange({ from: day })}
    />
    <span className="text-ink-3" aria-hidden>
      至
    </span>
    <DateInput
      bare
      className="min-w-0 flex-1 md:w-38 md:flex-none"
      label={`${label}到`}
      value={until}
      min={from === '' ? undefined : from}
      onChange={(day) => onChange({ until: day })}
    />
  </div>
)
