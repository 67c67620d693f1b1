/** Puts the focus on the first field of a form that is marked wrong: an input, or the button of a list box. */
export function focusFirstFault(form: HTMLElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault] button, [data-fault] input')
  first?.focus()
  first?.scrollIntoView({ block: 'center' })
}
