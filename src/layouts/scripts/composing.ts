import { isComposing } from '../../ui/ime.ts'

/**
 * While an input method is choosing characters, Enter and Esc are its own: nothing of the page hears them, so that no
 * form is sent, no search started and no dialog closed by the key that takes or leaves a word.
 */
export function startComposing(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (!isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return
      // Safari would send the form with the Enter that ends a composition.
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
}
