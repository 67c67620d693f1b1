import { shiftMonth } from '../../../domain/operations/report-months.ts'
import {
  maxStatisticsMonths,
  rangePresets,
  selectableMonths,
  type MonthRange,
} from '../../../domain/orders/statistics/periods.ts'
import { Chip } from '../../../ui/chip/Chip.tsx'
import { Select } from '../../../ui/form/Select.tsx'

type Props = { range: MonthRange; onChange: (range: MonthRange) => void }

/** The later or earlier end follows, so that a period is never empty or too long. */
function fit(changed: Partial<MonthRange>, { from, until }: MonthRange): MonthRange {
  if (changed.from !== undefined) {
    const last = shiftMonth(changed.from, maxStatisticsMonths - 1)
    return { from: changed.from, until: until < changed.from ? changed.from : until > last ? last : until }
  }
  const end = changed.until ?? until
  const first = shiftMonth(end, 1 - maxStatisticsMonths)
  return { from: from > end ? end : from < first ? first : from, until: end }
}

/** Choice of whole months: usual periods by one click, others by their ends. */
export const PeriodFilter = ({ range, onChange }: Props) => {
  const options = selectableMonths().map((month) => ({ value: month, label: month }))
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:w-full" role="group" aria-label="统计月份">
      <div className="flex flex-wrap gap-2">
        {rangePresets.map(({ label, range: rangeOf }) => {
          const { from, until } = rangeOf()
          const isChosen = from === range.from && until === range.until
          return <Chip key={label} label={label} chosen={isChosen} onChange={() => onChange({ from, until })} />
        })}
      </div>
      <div className="flex items-center gap-2 max-md:w-full">
        <Select
          bare
          label="起始月份"
          className="min-w-0 flex-1 md:w-32 md:flex-none"
          options={options}
          value={range.from}
          onChange={(from) => onChange(fit({ from }, range))}
        />
        <span className="text-ink-3" aria-hidden>
          至
        </span>
        <Select
          bare
          label="截止月份"
          className="min-w-0 flex-1 md:w-32 md:flex-none"
          options={options}
          value={range.until}
          onChange={(until) => onChange(fit({ until }, range))}
        />
      </div>
    </div>
  )
}
