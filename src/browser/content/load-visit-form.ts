import { visitDraftKey } from '../../domain/projects/booking-states.ts'
import { isPersisted } from '../../stores/persisted-storage.ts'

/**
 * Loads the script of the park visit form on its first use, or at once if the tab has a draft. Other visitors of the
 * page do not load it.
 */
export function loadVisitFormOnUse(): void {
  const part = document.querySelector<HTMLElement>('[data-visit]')
  if (part === null) return
  const events = ['pointerenter', 'pointerdown', 'focusin'] as const
  const start = () => {
    for (const name of events) part.removeEventListener(name, start)
    void import('./visit-form.ts').then(({ startVisitForm }) => startVisitForm())
  }
  if (isPersisted('tab', visitDraftKey)) start()
  else for (const name of events) part.addEventListener(name, start)
}
