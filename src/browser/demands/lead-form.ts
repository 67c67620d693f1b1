import { leadCaptcha, submitLead, leadSubmitState, resetLeadForm } from '../../stores/demands/leads/lead-form.ts'
import { bindOptionalCaptcha } from '../accounts/captcha-field.ts'
import { bindFormDone, bindForm, fieldValue } from '../shell/form.ts'

/** Binds the lead form of visitors: submitted in place and replaced by the result. */
export function startLeadForm(): void {
  const part = document.querySelector<HTMLElement>('[data-need]')
  const form = part?.querySelector('form')
  if (!part || !form) return
  const done = bindFormDone(form, () => {
    form.reset()
    resetLeadForm()
  })
  bindOptionalCaptcha(form, leadCaptcha)
  bindForm(form, leadSubmitState, async () => {
    const [typed, mobile] = [fieldValue(form, 'text').trim(), fieldValue(form, 'mobile')]
    const { topic } = part.dataset
    const text = topic === undefined || typed === '' ? typed : `【${topic}】${typed}`
    const contact = fieldValue(form, 'contact')
    if (await submitLead({ text, mobile, contact, captcha: fieldValue(form, 'captcha') })) done?.()
  })
}
