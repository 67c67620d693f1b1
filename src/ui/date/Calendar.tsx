import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { dateInput } from '../../domain/time-input.ts'
import {
  addDays,
  addMonths,
  clampDay,
  formatDay,
  formatMonth,
  weekdayOf,
  getWeeks,
  type Day,
} from '../../domain/typed-date.ts'

type Props = {
  /** Label, such as 报价截止日期. */
  label: string
  /** The selected day; '' for none. */
  value: string
  onChoose: (day: string) => void
  /** Range of selectable days. */
  min?: string | undefined
  max?: string | undefined
  /** Whether the day can be cleared. */
  clears?: boolean | undefined
}

const weekdays = ['一', '二', '三', '四', '五', '六', '日'] as const
const cell =
  'grid h-9 w-full place-items-center rounded-md tabular-nums max-md:h-11 disabled:text-ink-disabled enabled:hover:bg-surface-2'
const arrow =
  'grid size-9 place-items-center rounded-md text-ink-2 max-md:size-11 enabled:hover:bg-surface-2 disabled:text-ink-disabled'
const chosenClass = 'bg-accent! font-medium text-white!'

type StepProps = { name: string; icon: typeof ChevronLeft; disabled: boolean; onStep: () => void }

/** Button to another month, year or twelve years. */
const Step = ({ name, icon: Icon, disabled, onStep }: StepProps) => (
  <button type="button" className={arrow} aria-label={name} disabled={disabled} onClick={onStep}>
    <Icon className="size-4" aria-hidden />
  </button>
)

/** New day after a key press; PageUp and PageDown move by months, with Shift by years. */
function moved(day: Day, event: KeyboardEvent): Day | undefined {
  const months = event.shiftKey ? 12 : 1
  switch (event.key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekdayOf(day))
    case 'End':
      return addDays(day, 6 - weekdayOf(day))
    case 'PageUp':
      return addMonths(day, -months)
    case 'PageDown':
      return addMonths(day, months)
    default:
      return undefined
  }
}

/**
 * Month view for choosing a day, following the ARIA date picker grid: arrow keys move by days and weeks, Home and End
 * to the ends of a week, PageUp and PageDown by months, with Shift by years. Weeks start on Monday; today is in
 * Shanghai time. The title switches to years and months. Takes the focus when it opens.
 */
export const Calendar = ({ label, value, onChoose, min, max, clears = false }: Props) => {
  const [today] = useState(() => dateInput(new Date().toISOString()))
  const [at, setAt] = useState<Day>(() => clampDay(value === '' ? today : value, min, max))
  const [view, setView] = useState<'days' | 'months' | 'years'>('days')
  const box = useRef<HTMLDivElement>(null)
  const takesFocus = useRef(true)
  useEffect(() => {
    if (!takesFocus.current) return
    takesFocus.current = false
    box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  })
  const isOff = (first: Day, last = first) =>
    (min !== undefined && min !== '' && last < min) || (max !== undefined && max !== '' && first > max)
  const go = (day: Day, withFocus: boolean) => {
    takesFocus.current = withFocus
    setAt(clampDay(day, min, max))
  }
  const show = (next: typeof view) => {
    takesFocus.current = true
    setView(next)
  }
  const year = Number(at.slice(0, 4))
  const firstYear = year - (year % 12)
  const leap = view === 'days' ? 1 : view === 'months' ? 12 : 144
  const canGo = (months: number) => {
    const to = addMonths(at, months)
    return months < 0 ? !isOff('0000', `${to.slice(0, 7)}-31`) : !isOff(`${to.slice(0, 7)}-01`, '9999')
  }
  const step = (months: number, name: string, icon: typeof ChevronLeft) => (
    <Step name={name} icon={icon} disabled={!canGo(months)} onStep={() => go(addMonths(at, months), false)} />
  )
  const title =
    view === 'days' ? formatMonth(at) : view === 'months' ? `${year} 年` : `${firstYear} – ${firstYear + 11} 年`
  return (
    <div ref={box} className="w-76 max-w-full p-2 max-md:w-82">
      <div className="flex items-center">
        {view === 'days' && step(-12, '上一年', ChevronsLeft)}
        {step(-leap, view === 'days' ? '上个月' : view === 'months' ? '上一年' : '更早', ChevronLeft)}
        <button
          type="button"
          className="h-9 flex-1 rounded-md font-medium max-md:h-11 enabled:hover:bg-surface-2"
          aria-live="polite"
          disabled={view === 'years'}
          aria-label={
            view === 'days' ? `${title}，选择年份与月份` : view === 'months' ? `${title}，选择年份` : undefined
          }
          onClick={() => show(view === 'days' ? 'months' : 'years')}
        >
          {title}
        </button>
        {step(leap, view === 'days' ? '下个月' : view === 'months' ? '下一年' : '更晚', ChevronRight)}
        {view === 'days' && step(12, '下一年', ChevronsRight)}
      </div>
      {view === 'days' ? (
        <div
          role="grid"
          tabIndex={-1}
          aria-label={`${label}，${formatMonth(at)}`}
          className="text-center outline-none"
          onKeyDown={(event) => {
            const next = moved(at, event)
            if (next === undefined) return
            event.preventDefault()
            event.stopPropagation()
            go(next, true)
          }}
        >
          <div role="row" className="grid grid-cols-7">
            {weekdays.map((name) => (
              <span
                key={name}
                role="columnheader"
                aria-label={`星期${name}`}
                className="grid h-8 place-items-center text-xs text-ink-3"
              >
                {name}
              </span>
            ))}
          </div>
          {getWeeks(at).map((week) => (
            <div key={week[0]} role="row" className="grid grid-cols-7">
              {week.map((day) => (
                <div key={day} role="gridcell" aria-selected={day === value} className="p-px">
                  <button
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    aria-label={formatDay(day)}
                    aria-current={day === today ? 'date' : undefined}
                    disabled={isOff(day)}
                    className={`${cell} ${day === value ? chosenClass : day === today ? 'font-semibold text-accent' : ''} ${day.slice(0, 7) === at.slice(0, 7) ? '' : 'text-ink-3'}`}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </div>
              ))}
            </div>
          ))}
        </div>
      ) : (
        <div role="group" aria-label={view === 'months' ? '月份' : '年份'} className="grid grid-cols-3 gap-1 py-2">
          {Array.from({ length: 12 }, (_, place) => {
            const number = view === 'months' ? place + 1 : firstYear + place
            const isAt = view === 'months' ? Number(at.slice(5, 7)) === number : year === number
            const [from, until] =
              view === 'months'
                ? [
                    `${at.slice(0, 4)}-${String(number).padStart(2, '0')}-01`,
                    `${at.slice(0, 4)}-${String(number).padStart(2, '0')}-31`,
                  ]
                : [`${number}-01-01`, `${number}-12-31`]
            return (
              <button
                key={number}
                type="button"
                tabIndex={isAt ? 0 : undefined}
                aria-current={isAt ? 'true' : undefined}
                disabled={isOff(from, until)}
                className={`${cell} h-11 ${isAt ? chosenClass : ''}`}
                onClick={() => {
                  setAt(
                    clampDay(
                      addMonths(at, view === 'months' ? number - Number(at.slice(5, 7)) : (number - year) * 12),
                      min,
                      max,
                    ),
                  )
                  show(view === 'months' ? 'days' : 'months')
                }}
              >
                {view === 'months' ? `${number} 月` : number}
              </button>
            )
          })}
        </div>
      )}
      <div className="mt-1 flex items-center justify-between border-t border-line pt-1">
        <button
          type="button"
          className="h-9 rounded-md px-3 text-accent max-md:h-11 enabled:hover:bg-surface-2 disabled:text-ink-disabled"
          disabled={isOff(today)}
          onClick={() => onChoose(today)}
        >
          今天
        </button>
        {clears && value !== '' && (
          <button
            type="button"
            className="h-9 rounded-md px-3 text-ink-2 max-md:h-11 hover:bg-surface-2"
            onClick={() => onChoose('')}
          >
            清除
          </button>
        )}
      </div>
    </div>
  )
}
