import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { CalendarDays, Clock } from 'lucide-react'
import { useRef, useState } from 'react'
import { parseDay, parseTime } from '../../domain/typed-date.ts'
import { Calendar } from './Calendar.tsx'
import { controlClass, popClass } from '../form/control-class.ts'
import { Fault } from '../form/Fault.tsx'
import { Field, type FieldIds, type FieldProps } from '../form/Field.tsx'
import { labelPortalContainer } from '../overlay/portal-landmark.ts'
import { TimeColumns } from './TimeColumns.tsx'

type Props = FieldProps & {
  /** `YYYY-MM-DD`, or `HH:mm` of a time; '' for none. */
  value: string
  /** Called with the parsed value, or ''. Unreadable text is passed on as typed, so that validation rejects it. */
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  /** Range of selectable days, `YYYY-MM-DD`. */
  min?: string | undefined
  max?: string | undefined
  disabled?: boolean | undefined
  readOnly?: boolean | undefined
  /** Label for screen readers only, as in filters; unreadable text then stays in the field and is not passed on. */
  bare?: boolean | undefined
  className?: string | undefined
}

const kinds = {
  date: {
    read: parseDay,
    length: 10,
    placeholder: 'YYYY-MM-DD',
    example: '2026-11-20',
    button: '选择日期',
    icon: CalendarDays,
  },
  time: { read: parseTime, length: 5, placeholder: 'HH:mm', example: '14:30', button: '选择时间', icon: Clock },
} as const

/** Complete without leaving the field: all digits, or a closing 日. */
const isComplete = (typed: string, length: number) => {
  const text = typed.normalize('NFKC').trim()
  return text.length >= length || /[日分]$/.test(text) || /^\d{8}$/.test(text)
}

/** Date or time input, typed or chosen, the same in every browser and language. */
const DateOrTimeInput = (props: Props & { kind: keyof typeof kinds }) => {
  const {
    kind,
    label,
    required,
    error,
    hint,
    value,
    onChange,
    min,
    max,
    disabled,
    readOnly,
    bare,
    className = '',
  } = props
  const { read, length, placeholder, example, button, icon: Icon } = kinds[kind]
  const [shown, setShown] = useState({ value, text: value, unread: false })
  // Shows values set from outside; own reports do not overwrite the text being typed.
  if (shown.value !== value) setShown({ value, text: value, unread: false })
  const opener = useRef<HTMLButtonElement>(null)
  const report = (next: string, text: string, unread = false) => {
    setShown({ value: next, text, unread })
    if (next !== value) onChange(next)
  }
  const typed = (text: string) => {
    const day = read(text)
    if (text.trim() === '') report('', text)
    else if (day !== undefined && isComplete(text, length)) report(day, text)
    else setShown({ value, text, unread: false })
  }
  const settle = () => {
    const text = shown.text.trim()
    const day = read(text)
    if (text === '') report('', '')
    else if (day !== undefined) report(day, day)
    else if (bare) setShown({ value, text: shown.text, unread: true })
    else report(text, text, true)
  }
  const day = read(value) ?? ''
  const early = kind === 'date' && min !== undefined && min !== '' && day !== '' && day < min
  const late = kind === 'date' && max !== undefined && max !== '' && day !== '' && day > max
  const fault = shown.unread
    ? `请按 ${example} 的格式填写`
    : early
      ? `不能早于 ${min}`
      : late
        ? `不能晚于 ${max}`
        : error
  const control = (ids: Partial<FieldIds>) => (
    <Popover className="relative">
      <input
        {...ids}
        type="text"
        inputMode={kind === 'date' ? 'numeric' : undefined}
        autoComplete="off"
        name={props.name}
        placeholder={placeholder}
        aria-label={bare ? label : undefined}
        aria-required={required || undefined}
        aria-invalid={fault === undefined ? undefined : true}
        maxLength={20}
        disabled={disabled}
        readOnly={readOnly}
        className={`${controlClass(fault !== undefined)} pr-9! tabular-nums max-md:pr-11!`}
        value={shown.text}
        onChange={(event) => typed(event.target.value)}
        onBlur={() => {
          settle()
          props.onBlur?.()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
          if (event.key !== 'ArrowDown' || readOnly || disabled) return
          event.preventDefault()
          opener.current?.click()
        }}
      />
      <PopoverButton
        ref={opener}
        aria-label={`${button}：${label}${day === '' ? '' : `，${day}`}`}
        disabled={disabled === true || readOnly === true}
        className={`absolute inset-y-0 right-0 grid w-9 place-items-center rounded-r-md text-ink-3 max-md:w-11 enabled:hover:text-ink disabled:text-ink-disabled ${readOnly ? 'hidden' : ''}`}
      >
        <Icon className="size-4" aria-hidden />
      </PopoverButton>
      <PopoverPanel
        ref={labelPortalContainer}
        anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
        transition
        role="dialog"
        aria-label={`${button}：${label}`}
        className={`${popClass} p-0! transition duration-200 data-closed:-translate-y-1 data-closed:opacity-0`}
      >
        {({ close }) =>
          kind === 'date' ? (
            <Calendar
              label={label}
              value={day}
              min={min}
              max={max}
              clears={!required}
              onChoose={(chosen) => {
                report(chosen, chosen)
                close()
              }}
            />
          ) : (
            <TimeColumns
              label={label}
              value={day}
              onChoose={(chosen) => report(chosen, chosen)}
              onDone={() => close()}
            />
          )
        }
      </PopoverPanel>
      {bare && fault !== undefined && (
        <div className="absolute top-full left-0 z-10 bg-surface whitespace-nowrap">
          <Fault message={fault} alert />
        </div>
      )}
    </Popover>
  )
  if (bare) return <div className={className}>{control({})}</div>
  return (
    <Field label={label} required={required} error={fault} hint={hint} className={className}>
      {control}
    </Field>
  )
}

/** A day, `YYYY-MM-DD`: typed in any usual form, or chosen from a calendar. */
export const DateInput = (props: Props) => <DateOrTimeInput kind="date" {...props} />

/** A time of day, 24 h `HH:mm`: typed, or chosen from columns of hours and minutes. */
export const TimeInput = (props: Omit<Props, 'min' | 'max'>) => <DateOrTimeInput kind="time" {...props} />
