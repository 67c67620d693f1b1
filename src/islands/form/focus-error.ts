import { useEffect, useRef, type RefObject } from 'react'
import type { SubmitState } from '../../stores/submit-state.ts'

/** Focuses the first invalid field of a form: an input, or the button of a list box. True if there was one. */
export function focusFirstError(form: HTMLElement | null): boolean {
  const first = form?.querySelector<HTMLElement>(
    '[aria-invalid="true"], [data-fault] button, [data-fault] input, button[data-fault]',
  )
  first?.focus({ preventScroll: true })
  first?.scrollIntoView({ block: 'center' })
  return first !== null && first !== undefined
}

/** Moves the focus to the first field error once after each refused submit by the user. */
export function useErrorFocus(box: RefObject<HTMLFormElement | null>, sending: SubmitState): void {
  const seen = useRef(sending)
  useEffect(() => {
    if (seen.current === sending) return
    seen.current = sending
    if (sending.at === 'refused' && sending.bySubmit) focusFirstError(box.current)
  }, [box, sending])
}
