import {
  joinCaptcha,
  joinDraft,
  joinFields,
  joinSubmit,
  submitJoin,
  resetJoinForm,
  type JoinValues,
} from '../../stores/content/join-form.ts'
import { bindOptionalCaptcha } from '../accounts/captcha-field.ts'
import { bindFormDone, bindForm, fillForm, fieldValue, saveDraftOnInput } from '../shell/form.ts'

function readJoinForm(form: HTMLFormElement): JoinValues {
  const of = (name: (typeof joinFields)[number]) => fieldValue(form, name)
  return {
    company: of('company'),
    contact: of('contact'),
    mobile: of('mobile'),
    email: of('email'),
    appName: of('appName'),
    kind: of('kind'),
    deployment: of('deployment'),
    summary: of('summary'),
    website: of('website'),
  }
}

/** Binds the vendor application form; its draft is persisted in the browser until it is submitted. */
export function startJoinForm(): void {
  const form = document.querySelector<HTMLFormElement>('[data-join-form] form')
  if (form === null) return
  fillForm(form, joinDraft.read() ?? {})
  saveDraftOnInput(form, () => joinDraft.save(readJoinForm(form)))
  const done = bindFormDone(form, () => {
    form.reset()
    resetJoinForm()
  })
  bindOptionalCaptcha(form, joinCaptcha)
  bindForm(form, joinSubmit, async () => {
    if (await submitJoin(readJoinForm(form), fieldValue(form, 'captcha'))) done?.()
  })
}
