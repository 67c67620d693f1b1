/** Puts the focus on the first field of a form that is marked wrong: an input, or the button of a list box. True if there was one. */
export function focusFirstFault(form: HTMLElement | null): boolean {
  const first = form?.querySelector<HTMLElement>(
    '[aria-invalid="true"], [data-fault] button, [data-fault] input, button[data-fault]',
  )
  first?.focus({ preventScroll: true })
  first?.scrollIntoView({ block: 'center' })
  return first !== null && first !== undefined
}
