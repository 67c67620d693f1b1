import { captcha, leaveNeed, needSending, startAgain } from '../../../stores/demands/need-form.ts'
import { bindWantedCaptcha } from '../../accounts/scripts/captcha-field.ts'
import { bindDone, bindForm, valueOf } from '../../accounts/scripts/form.ts'

/** Brings the visitor's form to life: it is sent in place, and what became of it stands where it stood. */
export function startNeedForm(): void {
  const part = document.querySelector<HTMLElement>('[data-need]')
  const form = part?.querySelector('form')
  if (!part || !form) return
  const done = bindDone(form, () => {
    form.reset()
    startAgain()
  })
  bindWantedCaptcha(form, captcha)
  bindForm(form, needSending, async () => {
    const [typed, mobile] = [valueOf(form, 'text').trim(), valueOf(form, 'mobile')]
    const { topic } = part.dataset
    const text = topic === undefined || typed === '' ? typed : `【${topic}】${typed}`
    const contact = valueOf(form, 'contact')
    if (await leaveNeed({ text, mobile, contact, captcha: valueOf(form, 'captcha') })) done?.()
  })
}
