import { visitDraftKey } from '../../../domain/projects/booking-states.ts'
import { isKept } from '../../../stores/kept.ts'

/**
 * Loads what the form of a visit needs when somebody first comes near it, or at once where something was typed in this
 * tab before: who only looks at a park loads none of it.
 */
export function startVisitSoon(): void {
  const part = document.querySelector<HTMLElement>('[data-visit]')
  if (part === null) return
  const events = ['pointerenter', 'pointerdown', 'focusin'] as const
  const start = () => {
    for (const name of events) part.removeEventListener(name, start)
    void import('./visit-form.ts').then(({ startVisitForm }) => startVisitForm())
  }
  if (isKept('tab', visitDraftKey)) start()
  else for (const name of events) part.addEventListener(name, start)
}
