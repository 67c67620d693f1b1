import {
  leaveNeed,
  needCaptcha,
  needCaptchaWanted,
  needSending,
  startAgain,
} from '../../../stores/demands/need-form.ts'
import { bindCaptcha } from '../../accounts/scripts/captcha-field.ts'
import { bindForm, valueOf } from '../../accounts/scripts/form.ts'

/** Brings the visitor's form to life: it is sent in place, and what became of it stands where it stood. */
export function startNeedForm(): void {
  const part = document.querySelector<HTMLElement>('[data-need]')
  const form = part?.querySelector('form')
  const done = part?.querySelector<HTMLElement>('[data-need-done]')
  const captcha = form?.querySelector<HTMLElement>('[data-captcha]')
  if (!part || !form || !done || !captcha) return
  needCaptchaWanted.subscribe((wanted) => {
    captcha.hidden = !wanted
  })
  bindCaptcha(form, needCaptcha)
  bindForm(form, needSending, async () => {
    const [typed, mobile] = [valueOf(form, 'text').trim(), valueOf(form, 'mobile')]
    const { topic } = part.dataset
    const text = topic === undefined || typed === '' ? typed : `【${topic}】${typed}`
    if (!(await leaveNeed({ text, mobile, contact: valueOf(form, 'contact'), captcha: valueOf(form, 'captcha') })))
      return
    form.hidden = true
    done.hidden = false
    done.focus()
  })
  done.querySelector('button')?.addEventListener('click', () => {
    form.reset()
    form.hidden = false
    done.hidden = true
    startAgain()
    form.querySelector('textarea')?.focus()
  })
}
