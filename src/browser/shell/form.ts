import type { ReadableAtom } from 'nanostores'
import type { FieldError } from '../../contract/failures.ts'
import { loadClient } from '../../stores/accounts/sign-in/load-client.ts'
import { formErrorField, type SubmitState } from '../../stores/submit-state.ts'

/** Value of a field; empty if the form has none. */
export function fieldValue(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
export const isChecked = (form: HTMLFormElement, name: string): boolean => new FormData(form).has(name)

/** Input with this name; undefined if the form has none. */
export function findInput(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const input = form.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input : undefined
}

/** Whether it is a form control. */
const isFormControl = (target: unknown): target is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

const isEdited = ({ value, defaultValue }: HTMLInputElement | HTMLTextAreaElement) => value !== defaultValue

/** Saves the draft of a form with every input, and at once what was typed while its script was loading. */
export function saveDraftOnInput(form: HTMLFormElement, save: () => void): void {
  form.addEventListener('input', save)
  if ([...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(isEdited)) save()
}

/** Fills empty fields with known values; with `overwrite` all fields. */
export function fillForm(form: HTMLFormElement, known: Readonly<Record<string, string>>, overwrite = false): void {
  for (const [name, value] of Object.entries(known)) {
    const field = form.elements.namedItem(name)
    if (isFormControl(field) && value !== '' && (overwrite || field.value === '')) field.value = value
  }
}

const findErrorLine = (form: HTMLFormElement, field: string) =>
  form.querySelector<HTMLElement>(`[data-fault="${field}"]`)

/** Shows the error of a field below it; an empty message clears it. */
export function setFieldError(form: HTMLFormElement, field: string, message: string): void {
  const line = findErrorLine(form, field)
  const named = form.elements.namedItem(field)
  const input = isFormControl(named) ? named : undefined
  if (message === '') input?.removeAttribute('aria-invalid')
  else input?.setAttribute('aria-invalid', 'true')
  if (line === null) return
  line.hidden = message === ''
  const text = line.querySelector('[data-fault-words]')
  if (text !== null) text.textContent = message
}

export function clearFieldErrors(form: HTMLFormElement): void {
  for (const line of form.querySelectorAll<HTMLElement>('[data-fault]'))
    setFieldError(form, line.dataset['fault'] ?? '', '')
}

/** Shows each error below its field, errors without a field below the form, and focuses the first. */
export function showFieldErrors(form: HTMLFormElement, fieldErrors: readonly FieldError[]): void {
  clearFieldErrors(form)
  const formErrors: string[] = []
  for (const { field, message } of fieldErrors) {
    if (field !== formErrorField && findErrorLine(form, field) !== null) setFieldError(form, field, message)
    else formErrors.push(message)
  }
  if (formErrors.length > 0) setFieldError(form, formErrorField, formErrors.join('；'))
  form.querySelector<HTMLElement>('[aria-invalid]:not([disabled])')?.focus()
}

/** Sets the submit button busy; aria-disabled, so that it keeps the focus. */
function setSubmitBusy(button: HTMLButtonElement, busy: boolean): void {
  const label = button.querySelector<HTMLElement>('[data-words]')
  if (label !== null) label.textContent = (busy ? button.dataset['busyWords'] : button.dataset['words']) ?? ''
  button.setAttribute('aria-disabled', String(busy))
  button.toggleAttribute('data-busy', busy)
}

/**
 * Binds a form: `send` runs once per submission, and errors stay below their fields until these are changed.
 */
export function bindForm(form: HTMLFormElement, state: ReadableAtom<SubmitState>, send: () => unknown): void {
  const button = form.querySelector<HTMLButtonElement>('[data-submit]')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (state.get().at !== 'sending') send()
  })
  form.addEventListener('input', ({ target }) => {
    if (isFormControl(target) && target.hasAttribute('aria-invalid')) setFieldError(form, target.name, '')
  })
  state.subscribe((now) => {
    if (button !== null) setSubmitBusy(button, now.at === 'sending' || now.at === 'done')
    if (now.at === 'refused') showFieldErrors(form, now.fieldErrors)
    else if (now.at === 'sending') clearFieldErrors(form)
  })
  if (button !== null) button.disabled = false
  // Preload what submitting needs.
  onFirstFormUse(form, () => void loadClient())
}

/**
 * Replaces a submitted form by `FormDone`; its button runs `again` and shows the form again. Returns the function that
 * shows it; undefined if the form has none.
 */
export function bindFormDone(form: HTMLFormElement, again: () => void): ((words?: string) => void) | undefined {
  const done = form.parentElement?.querySelector<HTMLElement>('[data-form-done]')
  if (!done) return undefined
  const show = (isDone: boolean) => {
    form.hidden = isDone
    done.hidden = !isDone
  }
  done.querySelector('button')?.addEventListener('click', () => {
    again()
    show(false)
    form.querySelector<HTMLElement>('input, textarea, select')?.focus()
  })
  return (words) => {
    const line = done.querySelector('[data-form-done-words]')
    if (line !== null && words !== undefined) line.textContent = words
    show(true)
    done.focus()
  }
}

/** Runs a callback once, on the first pointer or focus on the form. */
export function onFirstFormUse(form: HTMLElement, callback: () => void): void {
  const events = ['pointerenter', 'pointerdown', 'focusin'] as const
  const run = () => {
    for (const name of events) form.removeEventListener(name, run)
    callback()
  }
  for (const name of events) form.addEventListener(name, run)
}

/** Reloads a page restored from the back/forward cache, since the session may have changed. */
export function reloadOnHistoryReturn(): void {
  addEventListener('pageshow', (event) => event.persisted && location.reload())
}
