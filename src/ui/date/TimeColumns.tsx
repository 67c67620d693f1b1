import { useEffect, useRef } from 'react'

type Props = {
  label: string
  /** `HH:mm`; '' for none. */
  value: string
  onChoose: (time: string) => void
  /** Called after choosing a minute, which completes the time. */
  onDone: () => void
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const fives = Array.from({ length: 12 }, (_, five) => String(five * 5).padStart(2, '0'))

type ColumnProps = {
  name: string
  unit: string
  options: readonly string[]
  chosen: string
  onChoose: (option: string) => void
}

/** Scrolls only the column, not the page. */
function showOption(column: HTMLElement | null, option: HTMLElement | null | undefined): void {
  if (column && option) column.scrollTop = option.offsetTop - column.clientHeight / 2
}

/** One column as a list box: arrow keys, Home and End select. */
const Column = ({ name, unit, options, chosen, onChoose }: ColumnProps) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => showOption(list.current, list.current?.querySelector<HTMLElement>('[aria-selected="true"]')), [])
  const at = Math.max(0, options.indexOf(chosen))
  const choose = (place: number) => {
    const option = options[Math.min(options.length - 1, Math.max(0, place))]
    if (option === undefined) return
    onChoose(option)
    const drawn = list.current?.querySelector<HTMLElement>(`[data-option="${option}"]`)
    drawn?.focus({ preventScroll: true })
    showOption(list.current, drawn)
  }
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    PageUp: at - 6,
    PageDown: at + 6,
    Home: 0,
    End: options.length - 1,
  }
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={name}
      className="relative h-60 flex-1 overflow-y-auto"
      onKeyDown={(event) => {
        const to = steps[event.key]
        if (to === undefined) return
        event.preventDefault()
        event.stopPropagation()
        choose(to)
      }}
    >
      {options.map((option, place) => (
        <button
          key={option}
          type="button"
          role="option"
          data-option={option}
          aria-selected={option === chosen}
          tabIndex={place === at ? 0 : -1}
          className="grid h-9 w-full place-items-center rounded-md tabular-nums max-md:h-11 hover:bg-surface-2 aria-selected:bg-accent aria-selected:text-white"
          onClick={() => onChoose(option)}
        >
          {option} {unit}
        </button>
      ))}
    </div>
  )
}

/** Hours and minutes, 24 h, in steps of five minutes; other minutes are typed. */
export const TimeColumns = ({ label, value, onChoose, onDone }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true }), [])
  const [hour = '', minute = ''] = value.split(':')
  const minutes = minute === '' || fives.includes(minute) ? fives : [...fives, minute].toSorted()
  return (
    <div ref={box} className="w-56 p-2" role="group" aria-label={label}>
      <div className="flex gap-1">
        <Column
          name="小时"
          unit="时"
          options={hours}
          chosen={hour}
          onChoose={(next) => onChoose(`${next}:${minute || '00'}`)}
        />
        <Column
          name="分钟"
          unit="分"
          options={minutes}
          chosen={minute}
          onChoose={(next) => onChoose(`${hour || '00'}:${next}`)}
        />
      </div>
      <div className="mt-1 flex justify-end border-t border-line pt-1">
        <button
          type="button"
          className="h-9 rounded-md px-3 text-accent max-md:h-11 hover:bg-surface-2"
          onClick={onDone}
        >
          确定
        </button>
      </div>
    </div>
  )
}
