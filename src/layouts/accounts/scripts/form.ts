import type { ReadableAtom } from 'nanostores'
import type { FieldFault } from '../../../contract/failures.ts'
import { openLine } from '../../../stores/accounts/line.ts'
import { wholeForm, type Sending } from '../../../stores/accounts/sending.ts'

/** What stands in a field; empty for one that is not there. */
export function valueOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
export const isTicked = (form: HTMLFormElement, name: string): boolean => new FormData(form).has(name)

/** The input of a name; forms may leave fields out. */
export function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const input = form.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input : undefined
}

/** What is typed on or chosen from. */
const isTypedOn = (target: unknown): target is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

/** Writes what is known into the fields that are still empty; with `over` into all of them. */
export function fill(form: HTMLFormElement, known: Readonly<Record<string, string>>, over = false): void {
  for (const [name, value] of Object.entries(known)) {
    const field = form.elements.namedItem(name)
    if (isTypedOn(field) && value !== '' && (over || field.value === '')) field.value = value
  }
}

const lineOf = (form: HTMLFormElement, field: string) => form.querySelector<HTMLElement>(`[data-fault="${field}"]`)

/** Says under a field what is wrong with it, or takes it away. */
export function setFault(form: HTMLFormElement, field: string, message: string): void {
  const line = lineOf(form, field)
  const named = form.elements.namedItem(field)
  const input = isTypedOn(named) ? named : undefined
  if (message === '') input?.removeAttribute('aria-invalid')
  else input?.setAttribute('aria-invalid', 'true')
  if (line === null) return
  line.hidden = message === ''
  const words = line.querySelector('[data-fault-words]')
  if (words !== null) words.textContent = message
}

export function clearFaults(form: HTMLFormElement): void {
  for (const line of form.querySelectorAll<HTMLElement>('[data-fault]')) setFault(form, line.dataset['fault'] ?? '', '')
}

/** Puts each fault under its field, what belongs to none at the foot, and the focus on the first. */
export function showFaults(form: HTMLFormElement, faults: readonly FieldFault[]): void {
  clearFaults(form)
  const lost: string[] = []
  for (const { field, message } of faults) {
    if (field !== wholeForm && lineOf(form, field) !== null) setFault(form, field, message)
    else lost.push(message)
  }
  if (lost.length > 0) setFault(form, wholeForm, lost.join('；'))
  form.querySelector<HTMLElement>('[aria-invalid]:not([disabled])')?.focus()
}

/** The sending button: locked while something is on its way, with the focus kept where it is. */
function lock(button: HTMLButtonElement, busy: boolean): void {
  const words = button.querySelector<HTMLElement>('[data-words]')
  if (words !== null) words.textContent = (busy ? button.dataset['busyWords'] : button.dataset['words']) ?? ''
  button.setAttribute('aria-disabled', String(busy))
  button.toggleAttribute('data-busy', busy)
}

/**
 * Brings a form to life: `send` runs once for however many clicks, faults stand under their fields until these are
 * changed, and the Enter that ends a word of an input method sends nothing.
 */
export function bindForm(form: HTMLFormElement, state: ReadableAtom<Sending>, send: () => unknown): void {
  const button = form.querySelector<HTMLButtonElement>('[data-submit]')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (state.get().at !== 'sending') send()
  })
  form.addEventListener('input', ({ target }) => {
    if (isTypedOn(target) && target.hasAttribute('aria-invalid')) setFault(form, target.name, '')
  })
  state.subscribe((now) => {
    if (button !== null) lock(button, now.at === 'sending' || now.at === 'done')
    if (now.at === 'refused') showFaults(form, now.faults)
    else if (now.at === 'sending') clearFaults(form)
  })
  if (button !== null) button.disabled = false
  // What sending needs is there before it is needed.
  onFirstUse(form, () => void openLine())
}

/**
 * What `FormDone` draws takes the form's place; its button runs `again` and brings the form back. Returns the way to
 * show it; undefined where the form has none.
 */
export function bindDone(form: HTMLFormElement, again: () => void): ((words?: string) => void) | undefined {
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

/** Runs once, when somebody first comes near the form: until then nothing is loaded. */
export function onFirstUse(form: HTMLElement, then: () => void): void {
  const events = ['pointerenter', 'pointerdown', 'focusin'] as const
  const run = () => {
    for (const name of events) form.removeEventListener(name, run)
    then()
  }
  for (const name of events) form.addEventListener(name, run)
}

/** A page that the browser took out of its memory after the login led away begins anew. */
export function reloadWhenBack(): void {
  addEventListener('pageshow', (event) => event.persisted && location.reload())
}
