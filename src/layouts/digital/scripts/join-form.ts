import {
  captcha,
  draft,
  joinFields,
  joinSending,
  sendJoin,
  startAgain,
  type JoinTyped,
} from '../../../stores/content/join-form.ts'
import { bindWantedCaptcha } from '../../accounts/scripts/captcha-field.ts'
import { bindDone, bindForm, fill, valueOf } from '../../accounts/scripts/form.ts'

function typedIn(form: HTMLFormElement): JoinTyped {
  const of = (name: (typeof joinFields)[number]) => valueOf(form, name)
  return {
    ...{ company: of('company'), contact: of('contact'), mobile: of('mobile'), email: of('email') },
    ...{ appName: of('appName'), kind: of('kind'), deployment: of('deployment') },
    ...{ summary: of('summary'), website: of('website') },
  }
}

/** Brings the vendor's form to life: what is typed is kept in this browser until it was sent. */
export function startJoinForm(): void {
  const form = document.querySelector<HTMLFormElement>('[data-join-form] form')
  if (form === null) return
  fill(form, draft.read() ?? {})
  form.addEventListener('input', () => draft.keep(typedIn(form)))
  const done = bindDone(form, () => {
    form.reset()
    startAgain()
  })
  bindWantedCaptcha(form, captcha)
  bindForm(form, joinSending, async () => {
    if (await sendJoin(typedIn(form), valueOf(form, 'captcha'))) done?.()
  })
}
