import {
  joinCaptcha,
  joinCaptchaWanted,
  joinFields,
  joinSending,
  keepTyped,
  readTyped,
  sendJoin,
  startAgain,
  type JoinTyped,
} from '../../../stores/content/join-form.ts'
import { bindCaptcha } from '../../accounts/scripts/captcha-field.ts'
import { bindForm, valueOf } from '../../accounts/scripts/form.ts'

function typedIn(form: HTMLFormElement): JoinTyped {
  const of = (name: (typeof joinFields)[number]) => valueOf(form, name)
  return {
    ...{ company: of('company'), contact: of('contact'), mobile: of('mobile'), email: of('email') },
    ...{ appName: of('appName'), kind: of('kind'), deployment: of('deployment') },
    ...{ summary: of('summary'), website: of('website') },
  }
}

function put(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name)
  const takes =
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
  if (takes && field.value === '') field.value = value
}

/** Brings the vendor's form to life: what is typed is kept in this browser until it was sent. */
export function startJoinForm(): void {
  const part = document.querySelector<HTMLElement>('[data-join-form]')
  const form = part?.querySelector('form')
  const done = part?.querySelector<HTMLElement>('[data-join-done]')
  const captcha = form?.querySelector<HTMLElement>('[data-captcha]')
  if (!form || !done || !captcha) return
  for (const [name, value] of Object.entries(readTyped())) put(form, name, value)
  form.addEventListener('input', () => keepTyped(typedIn(form)))
  joinCaptchaWanted.subscribe((wanted) => {
    captcha.hidden = !wanted
  })
  bindCaptcha(form, joinCaptcha)
  bindForm(form, joinSending, async () => {
    if (!(await sendJoin(typedIn(form), valueOf(form, 'captcha')))) return
    form.hidden = true
    done.hidden = false
    done.focus()
  })
  done.querySelector('button')?.addEventListener('click', () => {
    form.reset()
    form.hidden = false
    done.hidden = true
    startAgain()
    form.querySelector('input')?.focus()
  })
}
