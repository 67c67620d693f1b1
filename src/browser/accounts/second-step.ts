import type { AskSecondStep } from '../../stores/accounts/sign-in/client-parts.ts'
import {
  cancelSecondStep,
  secondStepState,
  submitSecondStep,
  waitForSecondStep,
} from '../../stores/accounts/sign-in/second-step.ts'
import { bindForm, findInput, fieldValue } from '../shell/form.ts'

const boundForms = new WeakMap<HTMLElement, HTMLFormElement>()

/** The form of two-factor authentication, cloned from its template and bound once. Throws if the page has none. */
function secondStepForm(root: HTMLElement): HTMLFormElement {
  const known = boundForms.get(root)
  if (known !== undefined) return known
  const form = root.querySelector<HTMLTemplateElement>('template[data-second-step]')?.content.querySelector('form')
  if (!form) throw new Error('No form of the second step')
  boundForms.set(root, form)
  bindForm(form, secondStepState, () => submitSecondStep(fieldValue(form, 'secondCode')))
  form.querySelector('[data-second-back]')?.addEventListener('click', cancelSecondStep)
  return form
}

/** Shows two-factor authentication in place of the first step until it is completed or cancelled. */
export async function askSecondStep(root: HTMLElement, content: unknown): ReturnType<AskSecondStep> {
  const form = secondStepForm(root)
  const first = [...root.children].filter((child) => child instanceof HTMLElement && !child.hidden)
  const setHidden = (isHidden: boolean) => first.forEach((part) => part.toggleAttribute('hidden', isHidden))
  const submitted = waitForSecondStep(content)
  form.reset()
  setHidden(true)
  root.append(form)
  findInput(form, 'secondCode')?.focus()
  const answer = await submitted
  form.remove()
  setHidden(false)
  root.querySelector<HTMLElement>('form input')?.focus()
  return answer
}
