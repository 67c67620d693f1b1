import { isComposing } from '../../ui/form/ime.ts'

/**
 * Stops Enter and Esc during IME composition, so that they submit no form, start no search and close no dialog.
 */
export function startImeGuard(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (!isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return
      // Safari would submit the form with the Enter that ends a composition.
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
}
