import type { AskSecondStep } from '../../../stores/accounts/line-parts.ts'
import { cancelSecondStep, secondStep, sendSecondStep, takeSecondStep } from '../../../stores/accounts/second-step.ts'
import { bindForm, inputOf, valueOf } from './form.ts'

const bound = new WeakMap<HTMLElement, HTMLFormElement>()

/** The form of the second step, out of its template and brought to life once. Throws where the page has none. */
function formIn(root: HTMLElement): HTMLFormElement {
  const known = bound.get(root)
  if (known !== undefined) return known
  const form = root.querySelector<HTMLTemplateElement>('template[data-second-step]')?.content.querySelector('form')
  if (!form) throw new Error('No form of the second step')
  bound.set(root, form)
  bindForm(form, secondStep, () => sendSecondStep(valueOf(form, 'secondCode')))
  form.querySelector('[data-second-back]')?.addEventListener('click', cancelSecondStep)
  return form
}

/** Shows the second step in the place of what took the first, until it was taken or given up. */
export async function askSecondStep(root: HTMLElement, content: unknown): ReturnType<AskSecondStep> {
  const form = formIn(root)
  const first = [...root.children].filter((child) => child instanceof HTMLElement && !child.hidden)
  const hide = (isHidden: boolean) => first.forEach((part) => part.toggleAttribute('hidden', isHidden))
  const taken = takeSecondStep(content)
  form.reset()
  hide(true)
  root.append(form)
  inputOf(form, 'secondCode')?.focus()
  const answer = await taken
  form.remove()
  hide(false)
  root.querySelector<HTMLElement>('form input')?.focus()
  return answer
}
