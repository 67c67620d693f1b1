import { createRoot } from 'react-dom/client'
import { parseDay } from '../domain/typed-date.ts'
import { Calendar } from '../ui/date/Calendar.tsx'
import { popClass } from '../ui/form/control-class.ts'

/** What takes the open calendar away; undefined while none is open. */
let close: (() => void) | undefined

/** Opens the calendar of a text field under it, or closes it: a choice, Esc and a press elsewhere close it too. */
export function toggleCalendar(button: HTMLButtonElement, field: HTMLInputElement): void {
  const wasOpen = button.ariaExpanded === 'true'
  close?.()
  if (wasOpen) return
  const label = button.dataset['calendar'] ?? ''
  const place = document.createElement('div')
  place.className = `${popClass} p-0! max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:mx-auto max-md:w-fit max-md:rounded-b-none md:absolute md:top-full md:right-0 md:mt-1`
  place.role = 'dialog'
  place.ariaLabel = `选择日期：${label}`
  button.after(place)
  button.ariaExpanded = 'true'
  const root = createRoot(place)
  const listeners = new AbortController()
  close = () => {
    close = undefined
    listeners.abort()
    root.unmount()
    place.remove()
    button.ariaExpanded = 'false'
  }
  const { signal } = listeners
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (target instanceof Node && !place.contains(target) && !button.contains(target)) close?.()
    },
    { signal },
  )
  place.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close?.()
      button.focus()
    },
    { signal },
  )
  root.render(
    <Calendar
      label={label}
      value={parseDay(field.value) ?? ''}
      min={field.dataset['min']}
      max={field.dataset['max']}
      clears={!field.required}
      onChoose={(day) => {
        field.value = day
        field.dispatchEvent(new Event('input', { bubbles: true }))
        field.dispatchEvent(new Event('change', { bubbles: true }))
        close?.()
        button.focus()
      }}
    />,
  )
}
