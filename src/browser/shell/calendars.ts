import { parseDay } from '../../domain/typed-date.ts'

/** Shows the calendar buttons of the page, and writes days typed in any usual form as `2026-11-20`. */
export function startCalendars(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-calendar]')) {
    const field = button.previousElementSibling
    if (!(field instanceof HTMLInputElement) || !button.hidden) continue
    button.hidden = false
    field.addEventListener('change', () => {
      const day = parseDay(field.value)
      if (day !== undefined) field.value = day
    })
    button.addEventListener('click', () => {
      void import('../../islands/mount-calendar.tsx').then(({ toggleCalendar }) => toggleCalendar(button, field))
    })
  }
}
